// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an InfluxDB 2 is asked, against a stand-in that answers as its API documentation says: no proof that a real one agrees. */
class InfluxTwoWireTest {
    private final List<String> requests = new ArrayList<>();
    private HttpServer server;
    private HistoryConfig config;
    private int status;
    private String answer = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
        config = HistoryConfig.influxDb2(
                "http://127.0.0.1:" + server.getAddress().getPort(), "noc", Secret.of("t0ken"));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        InputStream in = zipped ? new GZIPInputStream(exchange.getRequestBody()) : exchange.getRequestBody();
        String body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().getFirst("Authorization") + " " + body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Test
    void pointsGoToTheBucketOfTheOrganizationWithTheToken() throws Exception {
        status = 204;
        write();
        assertThat(requests).singleElement().satisfies(request -> assertThat(request)
                .startsWith("POST /api/v2/write?")
                .contains("org=noc", "bucket=sojourn%2Fraw", "precision=ns", " Token t0ken ")
                .contains("setting,node=n,queue=q "));
    }

    @Test
    void aBadPointIsRefusedAndAnOverloadedServerIsAway() {
        answer = "{\"code\":\"invalid\",\"message\":\"field type conflict\"}";
        status = 422;
        assertThatThrownBy(this::write).isInstanceOf(PointSink.Refused.class).hasMessage("field type conflict");
        status = 429;
        assertThatThrownBy(this::write).isInstanceOf(PointSink.Away.class).hasMessageContaining("HTTP 429");
        status = 401;
        assertThatThrownBy(this::write).isInstanceOf(PointSink.Away.class).hasMessageNotContaining("t0ken");
    }

    @Test
    void queriesAreInfluxQlOverTheOldEndpointWithTheToken() throws Exception {
        status = 200;
        answer = Wire.json()
                .writeValueAsString(Map.of(
                        "results",
                        List.of(Map.of(
                                "statement_id",
                                0,
                                "series",
                                List.of(Map.of(
                                        "name", "setting",
                                        "columns", List.of("time", "json"),
                                        "values",
                                                List.of(List.of(
                                                        "2026-01-01T00:00:00Z",
                                                        Wire.text(Records.setting("n", "it's", 1, Records.T0))))))))));
        assertThat(History.reader(config).settings("n", "it's"))
                .containsExactly(Records.setting("n", "it's", 1, Records.T0));
        String request = URLDecoder.decode(requests.get(0), StandardCharsets.UTF_8);
        assertThat(request)
                .startsWith("POST /query?db=sojourn Token t0ken ")
                .endsWith(
                        "q=SELECT \"json\" FROM \"sojourn\".\"raw\".\"setting\" WHERE \"node\" = 'n' AND \"queue\" = 'it\\'s'"
                                + " ORDER BY time DESC LIMIT 10000 OFFSET 0");
    }

    @Test
    void whatIsWrongIsSaidWithWhatToChange() {
        HistoryReader reader = History.reader(config);
        status = 401;
        answer = "{\"code\":\"unauthorized\",\"message\":\"unauthorized access\"}";
        assertThatThrownBy(reader::check).hasMessageContaining("correct user and password, or token");
        status = 200;
        answer = "{\"results\":[{\"statement_id\":0,\"series\":[{\"values\":[[\"other\"]]}]}]}";
        assertThatThrownBy(reader::check).hasMessageContaining("no database sojourn; ");
        answer = "<html>";
        assertThatThrownBy(reader::check).hasMessageContaining("is it the store's address?");
    }

    private void write() throws Exception {
        try (ClientSink sink = new ClientSink(config, Store.of(config)::prepare)) {
            sink.write(Lines.of(Records.setting("n", "q", 1, Records.T0), new Line.Source("t", 0, 0)));
        }
    }
}
