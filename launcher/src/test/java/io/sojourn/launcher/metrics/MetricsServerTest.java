// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.console.HealthCheck;
import io.sojourn.testkit.PrometheusText;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The endpoint as a scraper and a probe meet it. */
class MetricsServerTest {
    private final SelfMetrics metrics = new SelfMetrics();
    private final List<HealthCheck> checks = new ArrayList<>(List.of(new HealthCheck("streams", true, "runs")));
    private final HttpClient client = HttpClient.newHttpClient();
    private MetricsServer server;

    @BeforeEach
    void open() throws IOException {
        server = MetricsServer.open(HostPort.of("127.0.0.1:0"), metrics, () -> checks);
    }

    @AfterEach
    void close() {
        server.close();
        metrics.close();
    }

    private HttpResponse<String> ask(String method, String path) throws Exception {
        URI uri = URI.create("http://" + server.address() + path);
        return client.send(
                HttpRequest.newBuilder(uri)
                        .method(method, BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void metricsAreTextThatAScraperReads() throws Exception {
        metrics.count(SelfMetric.NODE_PACKETS, () -> 12);

        HttpResponse<String> answer = ask("GET", "/metrics");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(PrometheusText.parse(answer.body()).value("sojourn_node_packets_total"))
                .isEqualTo(12);
        assertThat(ask("HEAD", "/metrics").body()).isEmpty();
    }

    @Test
    void healthIs503UnlessEveryPartIsFineAndLiveIsThereAllTheSame() throws Exception {
        assertThat(ask("GET", "/health").statusCode()).isEqualTo(200);

        checks.add(new HealthCheck("broker", false, "away"));

        HttpResponse<String> answer = ask("GET", "/health");
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("\"fine\":false", "\"detail\":\"away\"");
        assertThat(ask("GET", "/live").statusCode()).isEqualTo(204);
    }

    @Test
    void anythingElseIsRefusedAndAFailureIsAnAnswerToo() throws Exception {
        metrics.counts(SelfMetric.NODE_SETTINGS, () -> {
            throw new IllegalStateException("broken on purpose");
        });

        assertThat(ask("GET", "/").statusCode()).isEqualTo(404);
        assertThat(ask("POST", "/metrics").statusCode()).isEqualTo(405);
        assertThat(ask("GET", "/metrics").statusCode()).isEqualTo(500);
    }

    @Test
    void takenAddressIsRefusedAndClosedEndpointLetsItGo() throws Exception {
        HostPort taken = server.address();
        assertThatThrownBy(() -> MetricsServer.open(taken, metrics, () -> checks))
                .isInstanceOf(BindException.class);

        server.close();

        assertThatThrownBy(() -> ask("GET", "/metrics")).isInstanceOf(ConnectException.class);
        MetricsServer.open(taken, metrics, () -> checks).close();
    }
}
