// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.Lab;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleLinesTest {
    private static final long EPOCH_MILLIS = 1_700_000_000_000L;

    @TempDir
    private Path root;

    @Test
    void everyBoxOfACaseIsANodeThatTellsWhatTheLabCounts() throws IOException {
        NetworkCase run = (NetworkCase) scenario().find("base").orElseThrow();
        StringBuilder lines = new StringBuilder();
        SampleLines.write("two-boxes", run, 1, EPOCH_MILLIS, lines);

        List<SampleBatch> batches = batches(lines);
        assertThat(batches).hasSize(6).allMatch(batch -> batch.startMillis() >= EPOCH_MILLIS);
        for (String box : List.of("wan", "lan")) {
            assertThat(batches.stream()
                            .filter(batch -> batch.node().equals("two-boxes-base-" + box))
                            .flatMap(batch -> batch.queues().stream())
                            .mapToLong(QueueSample::offeredPackets)
                            .sum())
                    .isEqualTo(Lab.run(run.plan(1)).hop(box).offeredPackets());
        }
    }

    @Test
    void senderIsToldOfByTheNodesThatItsDataPasses() throws IOException {
        NetworkCase run = (NetworkCase) scenario().find("base").orElseThrow();
        StringBuilder lines = new StringBuilder();
        SampleLines.write("two-boxes", run, 1, EPOCH_MILLIS, lines);

        // Windows of 44 segments.
        assertThat(windowBytes(lines, "two-boxes-base-wan")).isEqualTo(3 * 44 * 1_448);
        assertThat(windowBytes(lines, "two-boxes-base-lan")).isEqualTo(2 * 44 * 1_448);
    }

    private static long windowBytes(CharSequence lines, String node) {
        return batches(lines).stream()
                .filter(batch -> batch.node().equals(node))
                .reduce((earlier, later) -> later)
                .orElseThrow()
                .queues()
                .get(0)
                .advertisedWindowBytes();
    }

    private static List<SampleBatch> batches(CharSequence lines) {
        return lines.toString()
                .lines()
                .map(line -> Wire.read(line.getBytes(StandardCharsets.UTF_8), SampleBatch.class))
                .toList();
    }

    private Scenario scenario() throws IOException {
        Path folder = Files.createDirectories(root.resolve("two-boxes"));
        Path file = folder.resolve("scenario.yaml");
        Files.writeString(file, """
                scenario: two-boxes
                title: Two boxes in a row
                duration: 3s
                hops:
                  wan: { box: { link: { queue: { discipline: fifo, limit: 100p }, rate: 20Mbit } } }
                  lan: { box: { link: { queue: codel, rate: 10Mbit } } }
                  far: { line: { delay: 2ms } }
                  ways: { balancer: { by: packet, branches: [{ hops: [wan] }, { hops: [far] }] } }
                flows:
                  tcp: { count: 2, tcp: { algorithm: reno }, forward: [wan, lan], back: [far], spread: 500ms }
                  other: { tcp: { algorithm: reno }, forward: [ways], back: [far] }
                cases:
                  base: {}
                """);
        return ScenarioReader.read(file);
    }
}
