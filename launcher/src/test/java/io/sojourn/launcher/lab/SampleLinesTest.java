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

        List<SampleBatch> batches = lines.toString()
                .lines()
                .map(line -> Wire.read(line.getBytes(StandardCharsets.UTF_8), SampleBatch.class))
                .toList();
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
                flows:
                  tcp: { count: 2, tcp: { algorithm: reno }, forward: [wan, lan], back: [far] }
                cases:
                  base: {}
                """);
        return ScenarioReader.read(file);
    }
}
