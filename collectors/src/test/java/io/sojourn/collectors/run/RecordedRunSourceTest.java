// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.sojourn.collectors.Collected;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Made-up recordings, a few lines each. */
final class RecordedRunSourceTest {
    private static final int START = 1_700_000_000;

    @TempDir
    Path folder;

    private final Collected sink = new Collected();

    @Test
    void batchesAreWholeSecondsOfTheFolder() throws Exception {
        tc("eth0", qdisc(0.5, 0, 0, 0), qdisc(1.5, 1000, 0, 0), qdisc(2.5, 3000, 0, 0));
        read();

        assertThat(sink.batches())
                .extracting(SampleBatch::startMillis)
                .containsExactly(START * 1000L, START * 1000L + 1000, START * 1000L + 2000);
        assertThat(sink.batches()).extracting(SampleBatch::sequence).containsExactly(0L, 1L, 2L);
        assertThat(sink.batches()).allSatisfy(batch -> {
            assertThat(batch.clocking()).isEqualTo(Clocking.RECORDED);
            assertThat(batch.node()).isEqualTo(folder.getFileName().toString());
            assertThat(batch.endMillis()).isEqualTo(batch.startMillis() + 1000);
        });
    }

    @Test
    void whatWasCountedBetweenPollsIsSharedOutToTheSecondsAndAddsUp() throws Exception {
        tc("eth0", qdisc(0.5, 100, 0, 0), qdisc(1.5, 1100, 0, 0), qdisc(2.5, 3100, 0, 0));
        read();

        assertThat(sink.samples("eth0")).extracting(QueueSample::sentBytes).containsExactly(500L, 1500L, 1000L);
    }

    @Test
    void backlogPeakIsTheMostAnyPollSaw() throws Exception {
        tc("eth0", qdisc(0.1, 0, 0, 0), qdisc(0.2, 0, 0, 9000), qdisc(0.3, 0, 0, 1500));
        read();

        assertThat(sink.samples("eth0").findFirst().orElseThrow().backlogPeakBytes())
                .isEqualTo(9000);
        assertThat(sink.samples("eth0").findFirst().orElseThrow().backlogBytes())
                .isEqualTo(1500);
    }

    @Test
    void counterThatFellCountsFromZero() throws Exception {
        tc("eth0", qdisc(0.1, 5000, 40, 0), qdisc(0.2, 6000, 50, 0), qdisc(0.3, 700, 3, 0));
        read();

        QueueSample sample = sink.samples("eth0").findFirst().orElseThrow();
        assertThat(sample.sentBytes()).isEqualTo(1000 + 700);
        assertThat(sample.drops().tail()).isEqualTo(10 + 3);
    }

    @Test
    void replacedQdiscCountsFromZeroThoughItsCounterIsHigher() throws Exception {
        tc("eth0", qdisc(0.1, 5000, 0, 0), qdisc(0.2, 9000, 0, 0).replace("\"8001:\"", "\"8002:\""));
        read();

        assertThat(sink.samples("eth0").findFirst().orElseThrow().sentBytes()).isEqualTo(9000);
    }

    @Test
    void corruptLinesAreNamedWithTheirPlaceAndTheRestIsRead() throws Exception {
        tc(
                "eth0",
                qdisc(0.1, 0, 0, 0),
                qdisc(0.2, 50, 0, 0).substring(0, 60),
                qdisc(0.3, 100, 0, 0).replace("\"drops\":0,", ""),
                qdisc(0.4, 150, 0, 0).replace("\"bytes\":150", "\"bytes\":\"150\""),
                qdisc(0.5, 200, -4, 0),
                qdisc(0.05, 220, 0, 0),
                "{\"t\":\"noon\"}",
                qdisc(0.6, 300, 0, 0));
        read();

        assertThat(sink.samples("eth0").findFirst().orElseThrow().sentBytes()).isEqualTo(300);
        assertThat(sink.rejects())
                .extracting(Reject::source, Reject::field)
                .containsExactly(
                        tuple("tc_qdisc_eth0.jsonl.gz:2", "record"),
                        tuple("tc_qdisc_eth0.jsonl.gz:3", "drops"),
                        tuple("tc_qdisc_eth0.jsonl.gz:4", "bytes"),
                        tuple("tc_qdisc_eth0.jsonl.gz:5", "drops"),
                        tuple("tc_qdisc_eth0.jsonl.gz:6", "t"),
                        tuple("tc_qdisc_eth0.jsonl.gz:7", "t"));
        assertThat(sink.rejects()).allSatisfy(reject -> {
            assertThat(reject.bound()).isNotBlank();
            assertThat(reject.mend()).isNotBlank();
            assertThat(reject.excerpt()).isNotBlank();
        });
    }

    @Test
    void fileCutOffInTheMiddleIsReadUpToThere() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            lines.add(qdisc(1 + i / 1000.0, (i * 7919L) % 1000 + i * 1000L, 0, 0));
        }
        tc("eth0", lines.toArray(String[]::new));
        Path file = folder.resolve("tc_qdisc_eth0.jsonl.gz");
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
        read();

        assertThat(sink.rejects()).extracting(Reject::field).contains("file");
        assertThat(sink.samples("eth0").mapToLong(QueueSample::sentBytes).sum()).isPositive();
    }

    @Test
    void whatANftRuleDroppedIsPolicedAtTheFlowsQueue() throws Exception {
        tc("eth0", qdisc(0.0, 0, 0, 0), qdisc(0.9, 150_000, 0, 0));
        write("nft.jsonl.gz", nft(0.0, 0, 0), nft(0.9, 10, 15_000));
        read();

        QueueSample sample = sink.samples("eth0").findFirst().orElseThrow();
        assertThat(sample.drops().policed()).isEqualTo(10);
        assertThat(sample.droppedBytes()).isEqualTo(15_000 + 10 * 14);
        assertThat(sample.settings().discipline()).isEqualTo(Discipline.UNKNOWN);
    }

    @Test
    void flowsAreShownAtTheSlowestQueueThatPassesTheirBytes() throws Exception {
        tc("a0", tbf(0.0, 0, 500_000), tbf(0.9, 15_000, 500_000));
        tc("b0", tbf(0.0, 0, 250_000), tbf(0.9, 15_100, 250_000));
        tc("c0", tbf(0.0, 0, 100_000), tbf(0.9, 700, 100_000));
        write("ss_oneline.jsonl.gz", ss(0.0, 0, 0), ss(0.1, 10, 10));
        read();

        assertThat(sink.samples("b0").findFirst().orElseThrow().dataPackets()).isEqualTo(10);
        assertThat(sink.samples("a0").findFirst().orElseThrow().dataPackets()).isNull();
        assertThat(sink.batches().get(0).flows())
                .extracting(flow -> flow.queue())
                .containsExactly("b0");
    }

    @Test
    void pingsStandInOnlyWhileNoFlowShowsARoundTrip() throws Exception {
        tc("eth0", qdisc(0.0, 0, 0, 0), qdisc(1.9, 15_000, 0, 0));
        write("ss_oneline.jsonl.gz", ss(0.0, 0, 0), ss(1.1, 10, 10));
        write("ping.txt.gz", ping(0.3, 5.25), ping(0.35, 6.5), ping(1.3, 5.5));
        read();

        List<QueueSample> samples = sink.samples("eth0").toList();
        assertThat(samples.get(0).rttMicros().count()).isEqualTo(2);
        assertThat(samples.get(0).rttFloorMicros().max()).isEqualTo(5250);
        assertThat(samples.get(1).rttMicros().max()).isEqualTo(20_000);
    }

    @Test
    void socketsAloneAreAPath() throws Exception {
        write("ss_oneline.jsonl.gz", ss(0.0, 0, 0), ss(0.1, 10, 10));
        read();

        assertThat(sink.samples("path").findFirst().orElseThrow().sentPackets()).isEqualTo(10);
    }

    @Test
    void folderThatIsNoRunIsOneClearLine() {
        assertThatThrownBy(this::read)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(folder.toString())
                .hasMessageContaining("name the folder of a recorded run");
        assertThatThrownBy(() -> new RecordedRunSource(folder.resolve("nowhere")).run(sink))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is no folder");
    }

    private void read() throws Exception {
        try (RecordedRunSource source = new RecordedRunSource(folder)) {
            source.run(sink);
        }
    }

    private void tc(String device, String... lines) throws IOException {
        write("tc_qdisc_" + device + ".jsonl.gz", lines);
    }

    private void write(String name, String... lines) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name)))) {
            out.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String at(double seconds) {
        return String.format(Locale.ROOT, "{\"t\":%.3f,", START + seconds);
    }

    private static String qdisc(double seconds, long bytes, long drops, long backlog) {
        return at(seconds) + "\"out\":[{\"kind\":\"pfifo_fast\",\"handle\":\"8001:\",\"root\":true,\"options\":{},"
                + "\"bytes\":" + bytes + ",\"packets\":" + bytes / 100 + ",\"drops\":" + drops + ",\"overlimits\":0,"
                + "\"backlog\":" + backlog + ",\"qlen\":" + backlog / 100 + "}]}";
    }

    private static String tbf(double seconds, long bytes, long rate) {
        return at(seconds) + "\"out\":[{\"kind\":\"tbf\",\"handle\":\"1:\",\"root\":true,\"options\":{\"rate\":" + rate
                + ",\"burst\":8000,\"lat\":100000},\"bytes\":" + bytes + ",\"packets\":" + bytes / 100
                + ",\"drops\":0,\"overlimits\":0,\"backlog\":0,\"qlen\":0}]}";
    }

    private static String nft(double seconds, long packets, long bytes) {
        return at(seconds) + "\"out\":{\"nftables\":[{\"rule\":{\"chain\":\"f\",\"handle\":2,\"comment\":\"exceed\","
                + "\"expr\":[{\"counter\":{\"packets\":" + packets + ",\"bytes\":" + bytes + "}},{\"drop\":null}]}}]}}";
    }

    private static String ss(double seconds, long segments, long delivered) {
        return at(seconds) + "\"raw\":\"ESTAB 0 0 10.0.0.1:1 10.0.0.2:2 cubic rtt:20/2 mss:1448 bytes_sent:"
                + segments * 1448 + " data_segs_out:" + segments + " delivered:" + delivered + " minrtt:5\\n\"}";
    }

    private static String ping(double seconds, double millis) {
        return String.format(
                Locale.ROOT, "[%.6f] 64 bytes from 10.0.0.2: icmp_seq=1 ttl=63 time=%.2f ms", START + seconds, millis);
    }
}
