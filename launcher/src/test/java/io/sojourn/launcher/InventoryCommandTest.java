// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sojourn.launcher.embedded.EmbeddedBroker;
import io.sojourn.launcher.process.TopicFeed;
import io.sojourn.launcher.process.TopicTable;
import io.sojourn.streams.WindowsConfig;
import io.sojourn.streams.WindowsJob;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleExporter;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.Wire;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file, a broker, two nodes: windows of the site that they are at. */
class InventoryCommandTest {
    private static final long T0 = 1_700_000_040_000L;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path temp;

    @Test
    void siteThatAFileNamesHasTheSumOfItsTwoNodesUntilOneIsTakenOut() throws Exception {
        int port = EmbeddedBroker.freePort();
        KafkaEnds ends = KafkaEnds.plaintext("127.0.0.1:" + port);
        try (EmbeddedBroker broker = new EmbeddedBroker(temp.resolve("broker"), port)) {
            broker.start();
            new TopicTable(ends).create((short) 1);
            Path file = Files.writeString(temp.resolve("sites.csv"), """
                    node,queue,site,parent,plan
                    a,q0,lab,a/up,20Mbit
                    b,q0,lab,,
                    c,q0,hut,,
                    """);

            Cli load = inventory(ends, "load", file.toString());

            assertThat(load.exitCode()).as(load.err()).isZero();
            assertThat(load.out()).contains("took over 3 queues");
            assertThat(load.err()).contains("parent=a/up of 1 queues; must be a queue that the inventory lists");
            assertThat(inventory(ends, "list").out()).contains("a/q0 ", "20 Mbit/s");
            assertThat(inventory(ends, "remove", "c/q1").err()).contains("c/q1 is not listed; did you mean");
            assertThat(inventory(ends, "remove", "c/q0").out()).contains("removed 1 queue");
            assertThat(Wire.json().readTree(inventory(ends, "list", "--json").out()))
                    .hasSize(2);
            sumsOfTheSite(ends);
        }
    }

    private void sumsOfTheSite(KafkaEnds ends) throws Exception {
        List<QueueWindow> windows = new ArrayList<>();
        try (TopicFeed feed = TopicFeed.open(ends, List.of(Topic.SCOPE_WINDOWS));
                WindowsJob job = new WindowsJob(ends, WindowsConfig.defaults(temp.resolve("state")))) {
            job.start();
            job.awaitRunning(PATIENCE);
            try (SampleExporter exporter = new SampleExporter(ends)) {
                for (int i = 0; i < 30; i++) {
                    for (String node : List.of("a", "b", "c")) {
                        exporter.batch(Batches.one(node, i, T0 + i * 1_000L));
                    }
                }
                exporter.flush();
            }
            await().atMost(PATIENCE).until(() -> {
                feed.next(Duration.ofMillis(200)).forEach(record -> ((WindowBatch) record)
                        .windows().stream()
                                .filter(w -> w.scope() != Scope.NODE && w.sizeMillis() == 10_000)
                                .forEach(windows::add));
                return windows.stream().filter(w -> w.scope() == Scope.SITE).count() >= 3;
            });
        }
        assertThat(windows)
                .filteredOn(w -> w.scope() == Scope.SITE)
                .allMatch(w -> w.queue().equals("lab") && w.expectedQueues() == 2)
                .extracting(QueueWindow::sentPackets)
                .containsExactly(200L, 200L, 200L);
        assertThat(windows)
                .filteredOn(w -> w.scope() == Scope.LINK)
                .extracting(QueueWindow::queue)
                .contains("up");
    }

    @Test
    void fileWithMistakesIsRefusedWithAllOfThemAndNeedsNoBroker() throws Exception {
        Path file = Files.writeString(temp.resolve("bad.csv"), "node,queue,sitte\na,1,lab\n");

        Cli cli = Cli.run("inventory", "load", file.toString(), "--bootstrap", "127.0.0.1:1");

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).contains("bad.csv: line 1: header: sitte", "did you mean site?");
        assertThat(Cli.run("inventory", "load", "none.csv").err()).contains("none.csv is not there");
        assertThat(Cli.run("inventory").exitCode()).isEqualTo(2);
    }

    private static Cli inventory(KafkaEnds ends, String... arguments) {
        List<String> all = new ArrayList<>(List.of("inventory"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--bootstrap", ends.bootstrapServers()));
        return Cli.run(all.toArray(String[]::new));
    }
}
