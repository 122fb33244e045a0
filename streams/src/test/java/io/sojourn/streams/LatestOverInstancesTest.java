// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.sojourn.streams.latest.LatestNode;
import io.sojourn.streams.latest.LatestPage;
import io.sojourn.streams.latest.Moving;
import io.sojourn.streams.latest.WindowQueries;
import io.sojourn.streams.latest.WindowsApi;
import io.sojourn.streams.latest.WindowsClient;
import io.sojourn.streams.latest.WindowsQuery;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.SampleExporter;
import io.sojourn.testkit.Samples;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances of the job with a real broker: who is asked does not matter, and nodes that move are answered again. */
final class LatestOverInstancesTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int NODES = 8;

    @TempDir
    Path folder = Path.of("");

    private final AtomicLong sequence = new AtomicLong();

    @Test
    void answerMovesWithTheNodeToASecondInstanceAndBack() throws Exception {
        try (LocalBroker broker = new LocalBroker(folder.resolve("broker"))) {
            broker.start();
            broker.createTopics();
            try (SampleExporter exporter = new SampleExporter(broker.ends());
                    Instance one = new Instance(broker.ends(), "one")) {
                one.job.start();
                one.job.awaitRunning(SOON);
                awaitAll(exporter, one.job.latest());
                try (Instance two = new Instance(broker.ends(), "two")) {
                    two.job.start();
                    two.job.awaitRunning(SOON);
                    // Each has one of the two partitions, and tells of all nodes.
                    await().atMost(SOON).until(() -> {
                        send(exporter);
                        return hasSome(one) && hasSome(two);
                    });
                    awaitAll(exporter, one.job.latest());
                    awaitAll(exporter, two.job.latest());
                    awaitAll(exporter, new WindowsClient(two.address()));
                    assertThat(nodesOnlyAt(one) + nodesOnlyAt(two)).isEqualTo(NODES);
                    assertThat(status(one, "/windows?node=edge-1&queue=wan0&here=true")
                                    + status(two, "/windows?node=edge-1&queue=wan0&here=true"))
                            .isEqualTo(200 + 503);
                }
                awaitAll(exporter, one.job.latest());
            }
        }
    }

    @Test
    void requestThatIsNotUnderstoodIsToldWhatIsWrong() throws Exception {
        try (Instance alone = new Instance(KafkaEnds.plaintext("127.0.0.1:1"), "alone")) {
            assertThat(status(alone, "/windows?node=a")).isEqualTo(503);
            assertThat(status(alone, "/windows?nod=a")).isEqualTo(400);
            assertThat(status(alone, "/windows?queue=a")).isEqualTo(400);
            assertThat(status(alone, "/windows?size=2d")).isEqualTo(400);
            assertThat(status(alone, "/windows?limit=1001")).isEqualTo(400);
            assertThat(status(alone, "/windows?node=a&node=b")).isEqualTo(400);
            assertThat(status(alone, "/else")).isEqualTo(404);
        }
    }

    /** Every node's newest windows of 1 s are told by whom is asked. */
    private void awaitAll(SampleExporter exporter, WindowQueries asked) {
        await().atMost(SOON).until(() -> {
            send(exporter);
            try {
                LatestPage page = asked.ask(WindowsQuery.all(1_000, 100));
                return page.nodes().stream().map(LatestNode::node).toList().equals(names())
                        && page.missing().isEmpty()
                        && page.nodes().stream()
                                .noneMatch(node -> node.windows().isEmpty())
                        && eachAnswers(asked);
            } catch (Moving e) {
                return false;
            }
        });
    }

    private static boolean eachAnswers(WindowQueries asked) throws Moving {
        for (String name : names()) {
            LatestPage page = asked.ask(WindowsQuery.of(name, "wan0"));
            if (page.nodes().isEmpty() || page.nodes().get(0).windows().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private static List<String> names() {
        return IntStream.range(0, NODES).mapToObj(i -> "edge-" + i).toList();
    }

    private void send(SampleExporter exporter) {
        long i = sequence.getAndIncrement();
        long endMillis = System.currentTimeMillis();
        for (String name : names()) {
            exporter.batch(Samples.batch(
                    name,
                    i,
                    endMillis - 100,
                    endMillis,
                    Samples.queue("wan0").sent(10).build()));
        }
    }

    private static boolean hasSome(Instance instance) throws Exception {
        return nodesOnlyAt(instance) > 0 && nodesOnlyAt(instance) < NODES;
    }

    private static int nodesOnlyAt(Instance instance) throws Exception {
        HttpResponse<String> response = get(instance, "/nodes?here=true");
        return response.statusCode() == 200 ? response.body().split("\"node\":", -1).length - 1 : 0;
    }

    private static int status(Instance instance, String path) throws Exception {
        return get(instance, path).statusCode();
    }

    private static HttpResponse<String> get(Instance instance, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(instance.address().resolve(path)).build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    /** The job and the address at which it is asked. */
    private final class Instance implements AutoCloseable {
        private final HttpServer server;
        private final WindowsJob job;

        Instance(KafkaEnds ends, String name) throws Exception {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            String address = "127.0.0.1:" + server.getAddress().getPort();
            job = new WindowsJob(
                    ends, WindowsConfig.defaults(folder.resolve(name)).at(address));
            server.createContext("/", new WindowsApi(job.latest(), ""));
            server.start();
        }

        URI address() {
            return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        }

        @Override
        public void close() {
            job.close();
            server.stop(0);
        }
    }
}
