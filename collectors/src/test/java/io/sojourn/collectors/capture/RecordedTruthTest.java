// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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
        Optional<Path> shared = TestData.shared();
        assumeTrue(shared.isPresent(), "no recorded runs beside the project");
        Path folder = shared.get().resolve("rig/data").resolve(run);
        JsonNode summary = Wire.json().readTree(Files.readAllBytes(folder.resolve("summary.json")));
        JsonNode wire = summary.get("wire");
        boolean down = run.startsWith("H-adsl-down");
        Collected collected = Collected.of(folder.resolve(down ? "server.pcap.zst" : "client.pcap.zst"));
        String queue = collected.mainQueue();

        long lost = collected.lost(queue);
        long sent = collected.queues(queue).mapToLong(QueueSample::dataPackets).sum();
        long resent = collected
                .queues(queue)
                .mapToLong(QueueSample::retransmittedPackets)
                .sum();
        double rttMillis = collected.rtt(queue).quantile(0.5).orElseThrow() / 1_000;
        long truthLost = wire.at("/tcp/lost").asLong();
        double truthRtt = wire.at("/rtt_ack_ms/p50").asDouble();
        System.out.printf(
                "%-28s sent %6d/%6d lost %5d/%5d resent %5d/%5d reordered %4d rtt p50 %8.2f/%8.2f n %d/%d late %d%n",
                run,
                sent,
                wire.at("/tcp/sent").asLong(),
                lost,
                truthLost,
                resent,
                wire.at("/tcp/retransmitted").asLong(),
                collected.queues(queue).mapToLong(QueueSample::reorderedPackets).sum(),
                rttMillis,
                truthRtt,
                collected.rtt(queue).count(),
                wire.at("/rtt_ack_ms/n").asLong(),
                collected.summary.lateLosses());
        int largest = collected.batches.stream()
                .mapToInt(batch -> Wire.write(batch, WireFormat.JSON).length)
                .max()
                .orElseThrow();
        assertThat(largest).isLessThan(Wire.RECORD_LIMIT_BYTES);
    }
}
