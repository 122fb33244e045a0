// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.telemetry.LossCell;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import io.sojourn.testkit.TestData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernel runs captured at both ends, so that the fate of every packet is known. */
class RecordedTruthTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "A-policer-bpf.cubic",
                "A-policer-bpf.reno",
                "B-shaper-htb-200.cubic",
                "C-shaper-htb-83.cubic",
                "D-fq-htb.cubic",
                "E-bufferbloat-1000.cubic",
                "F-unshaped.cubic",
                "G-two-paths-degraded.cubic",
                "H-adsl-down-shaped.cubic",
                "H-adsl-down-unshaped.cubic",
                "H-adsl-up-shaped.cubic",
                "H-adsl-up-unshaped.cubic",
                "I-flood-fifo.cubic",
                "W-policer-wan.cubic"
            })
    void senderSideCaptureTellsLossAndRoundTrip(String run) throws IOException {
        Path folder = folder(run);
        boolean down = run.startsWith("H-adsl-down");
        Row row = row(folder, down ? "server.pcap.zst" : "client.pcap.zst");

        if (!down && !run.startsWith("F") && !run.startsWith("G")) {
            assertThat(row.lost()).as("lost").isCloseTo(row.truthLost(), within(5 + row.truthLost() / 50));
        }
        if (run.startsWith("G")) {
            // 28 % of the segments were sent again, 1 % was lost.
            assertThat(row.lost()).isBetween(row.truthLost() / 2, row.truthLost() * 3 / 2);
        } else {
            double tolerance = Math.max(0.3, (down ? 0.1 : 0.05) * row.truthRttMillis());
            assertThat(row.rttMillis()).as("rtt").isCloseTo(row.truthRttMillis(), within(tolerance));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A-policer-bpf.cubic",
                "A-policer-bpf.reno",
                "B-shaper-htb-200.cubic",
                "C-shaper-htb-83.cubic",
                "D-fq-htb.cubic",
                "E-bufferbloat-1000.cubic",
                "G-two-paths-degraded.cubic",
                "H-adsl-down-unshaped.cubic",
                "H-adsl-up-unshaped.cubic",
                "I-flood-fifo.cubic"
            })
    void receiverSideCaptureTellsLossAndRoundTrip(String run) throws IOException {
        Path folder = folder(run);
        boolean down = run.startsWith("H-adsl-down");
        Row row = row(folder, down ? "client.pcap.zst" : "server.pcap.zst");

        double tolerance = Math.max(0.3, 0.12 * row.truthRttMillis());
        if (run.startsWith("G")) {
            assertThat((double) row.lost() / row.sent()).as("loss ratio").isLessThan(0.025);
        } else {
            // What is lost at the end of a burst, and what is lost once more, leaves no hole at the receiver.
            assertThat(row.lost()).as("lost").isBetween(row.truthLost() / 2, row.truthLost() + 5);
            assertThat(row.rttMillis()).as("rtt").isCloseTo(row.truthRttMillis(), within(tolerance));
        }
    }

    @Test
    void trailShowsEveryLossInTheMillisecondItWasSent() throws IOException {
        Path folder = folder("A-policer-bpf.cubic");
        Collected collected = Collected.of(folder.resolve("client.pcap.zst"));
        String queue = collected.mainQueue();
        List<LossTrail> trails = collected.trails(queue, LossTrail.AGGREGATE);

        Map<Long, Long> shown = new TreeMap<>();
        long passed = 0;
        long end = 0;
        for (LossTrail trail : trails) {
            assertThat(trail.startMicros()).isGreaterThanOrEqualTo(end);
            for (LossCell cell : trail.cells()) {
                end = trail.startMicros() + (cell.index() + 1L) * trail.cellMicros();
                passed += cell.passedBytes();
                if (cell.lostPackets() > 0) {
                    shown.merge(end / 1_000 - 1, cell.lostPackets(), Long::sum);
                }
            }
        }
        assertThat(shown).isEqualTo(lostByMilli(folder));
        long first = collected.summary.firstNanos() / 1_000;
        assertThat(trails.get(0).startMicros()).isLessThan(first + 100_000);
        long sent = collected.queues(queue).mapToLong(QueueSample::sentBytes).sum();
        assertThat(passed).isCloseTo(sent - 2_953 * 1_514, within(20_000L));
        assertThat(collected.batches)
                .allSatisfy(batch -> assertThat(batch.endMillis()).isEqualTo(batch.startMillis() + 1_000));
    }

    private static Path folder(String run) {
        Optional<Path> shared = TestData.shared();
        assumeTrue(shared.isPresent(), "no recorded runs beside the project");
        return shared.get().resolve("rig/data").resolve(run);
    }

    /** Packets that were sent and did not arrive, by the millisecond of their sending. */
    private static Map<Long, Long> lostByMilli(Path folder) throws IOException {
        JsonNode summary = Wire.json().readTree(Files.readAllBytes(folder.resolve("summary.json")));
        long zeroMicros = Math.round(summary.at("/wire/packets_csv_t0_epoch").asDouble() * 1e6);
        Map<Long, Long> lostByMilli = new TreeMap<>();
        try (var lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(folder.resolve("packets.csv.gz"))), StandardCharsets.UTF_8))) {
            lines.lines()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .filter(row -> row[7].isEmpty())
                    .forEach(row -> lostByMilli.merge((zeroMicros + Long.parseLong(row[0])) / 1_000, 1L, Long::sum));
        }
        return lostByMilli;
    }

    private record Row(long sent, long lost, long truthLost, double rttMillis, double truthRttMillis) {}

    private static Row row(Path folder, String capture) throws IOException {
        JsonNode wire = Wire.json()
                .readTree(Files.readAllBytes(folder.resolve("summary.json")))
                .get("wire");
        Collected collected = Collected.of(folder.resolve(capture));
        String queue = collected.mainQueue();
        long sent = collected.queues(queue).mapToLong(QueueSample::dataPackets).sum();
        Row row = new Row(
                sent,
                collected.lost(queue),
                wire.at("/tcp/lost").asLong(),
                collected.rtt(queue).quantile(0.5).orElse(-1) / 1_000,
                wire.at("/rtt_ack_ms/p50").asDouble());
        int largest = collected.batches.stream()
                .mapToInt(batch -> Wire.write(batch, WireFormat.JSON).length)
                .max()
                .orElseThrow();
        assertThat(largest).isLessThan(Wire.RECORD_LIMIT_BYTES);
        return row;
    }
}
