// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureSourceTest {
    private static final String QUEUE = "10.0.0.1>10.0.0.2";
    private static final String FLOW = "10.0.0.1:1000>10.0.0.2:80/tcp";

    @TempDir
    Path folder;

    private final CaptureWriter writer = new CaptureWriter();

    @Test
    void batchesFollowTheCapturesSecondsIdleOnesIncluded() throws IOException {
        writer.data(500, 1_000, 100).ack(510, 1_100).data(3_200, 1_100, 100).ack(3_210, 1_200);

        Collected collected = collect();

        assertThat(collected.batches).hasSize(4);
        for (int i = 0; i < 4; i++) {
            assertThat(collected.batches.get(i).sequence()).isEqualTo(i);
            assertThat(collected.batches.get(i).startMillis()).isEqualTo(1_700_000_000_000L + 1_000L * i);
            assertThat(collected.batches.get(i).clocking()).isEqualTo(Clocking.RECORDED);
            assertThat(collected.batches.get(i).node()).isEqualTo("node");
        }
        assertThat(collected.queues(QUEUE).map(QueueSample::sentPackets)).containsExactly(1L, 0L, 0L, 1L);
    }

    @Test
    void onlyDirectionsWithDataAreQueuesAndCountEthernetBytes() throws IOException {
        writer.data(0, 1_000, 1_000).ack(10, 2_000);

        QueueSample sample = collect().only(QUEUE);

        assertThat(collect().batches.get(0).queues()).hasSize(1);
        assertThat(sample.sentBytes()).isEqualTo(1_000 + 40 + 14);
        assertThat(sample.offeredBytes()).isEqualTo(sample.sentBytes());
        assertThat(sample.drops()).isEqualTo(DropCounts.NONE);
        assertThat(sample.activeFlows()).isEqualTo(1);
        assertThat(sample.linkBitsPerSecond()).isNull();
    }

    @Test
    void udpThatIsNotQuicIsUnresponsive() throws IOException {
        writer.udp(0, 5_000, 6_000, 972).udp(1, 5_001, 443, 1_200);

        QueueSample sample = collect().only(QUEUE);

        assertThat(sample.unresponsiveBytes()).isEqualTo(972 + 28 + 14);
        assertThat(sample.activeFlows()).isEqualTo(2);
        assertThat(sample.dataPackets()).isZero();
    }

    @Test
    void heavyFlowsBecomeQueuesOfTheirOwn() throws IOException {
        for (int i = 0; i < 100; i++) {
            writer.data(i, 1_000 + 1_000L * i, 1_000).ack(i + 0.5, 2_000 + 1_000L * i);
        }
        Collected collected = Collected.of(
                writer.to(folder.resolve("a.pcap")), CaptureOptions.of("node").withFlowsAsQueues(true));

        assertThat(collected.only(FLOW).sentPackets()).isEqualTo(100);
        assertThat(collected.flows(FLOW)).hasSize(1);
    }

    @Test
    void tableStaysWithinItsBound() throws IOException {
        for (int port = 1; port <= 2_000; port++) {
            writer.tcp(port, true, port, 1_000, 1, CaptureWriter.ACK, 100);
        }
        Collected collected =
                Collected.of(writer.to(folder.resolve("a.pcap")), new CaptureOptions("node", false, 16, 64, 100));

        assertThat(collected.summary.evictedFlows()).isEqualTo(1_900);
        assertThat(collected.queues(QUEUE).mapToLong(QueueSample::sentPackets).sum())
                .isEqualTo(2_000);
        assertThat(collected.queues(QUEUE).mapToLong(QueueSample::activeFlows).sum())
                .isEqualTo(2_000);
        assertThat(collected.flows(QUEUE)).hasSizeLessThanOrEqualTo(3 * 64);
    }

    @Test
    void cutCaptureGivesWhatIsWholeAndARejectThatSaysWhere() throws IOException {
        Path file = writer.data(0, 1_000, 100).ack(10, 1_100).to(folder.resolve("cut.pcap"));
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 3));

        Collected collected = Collected.of(file);

        assertThat(collected.summary.packets()).isEqualTo(1);
        assertThat(collected.summary.problem()).contains("packet 2 at byte 94", "67 of 70 bytes");
        assertThat(collected.rejects).singleElement().satisfies(reject -> {
            assertThat(reject.source()).isEqualTo("cut.pcap");
            assertThat(reject.line()).contains("packet 2 at byte 94", "must be", "copy it again");
        });
        assertThat(collected.batches).hasSize(1);
    }

    @Test
    void absurdRecordLengthEndsTheReadingThere() throws IOException {
        writer.data(0, 1_000, 100)
                .raw(new byte[8])
                .raw((byte) -1, (byte) -1, (byte) -1, (byte) 127, (byte) 0, (byte) 0, (byte) 0, (byte) 0);

        assertThat(collect().rejects).singleElement().satisfies(reject -> assertThat(reject.value())
                .contains("captured length of a packet=2147483647"));
    }

    @Test
    void whatCannotBeDecodedIsCountedByReason() throws IOException {
        byte[] arp = new byte[16 + 20];
        arp[8] = 20;
        arp[12] = 20;
        arp[16 + 12] = 8;
        arp[16 + 13] = 6;
        byte[] malformed = arp.clone();
        malformed[16 + 13] = 0;
        malformed[16 + 14] = 0x35;
        Collected collected =
                Collected.of(writer.data(0, 1_000, 100).raw(arp).raw(malformed).to(folder.resolve("a.pcap")));

        assertThat(collected.summary.notCounted())
                .containsOnlyKeys(
                        io.sojourn.telemetry.capture.Decoding.NOT_IP, io.sojourn.telemetry.capture.Decoding.MALFORMED);
        assertThat(collected.rejects).singleElement().satisfies(reject -> assertThat(reject.line())
                .contains("headers=1 of 3 packets; must be sound"));
    }

    @Test
    void packetWithADamagedTimeIsLeftOutAndNamedAndTheRestGoesOn() throws IOException {
        writer.data(0, 1_000, 100).data(1e12, 1_100, 100).data(10, 1_200, 100);

        Collected collected = collect();

        assertThat(collected.batches).hasSize(1);
        assertThat(collected.batches.get(0).queues().get(0).sentPackets()).isEqualTo(2);
        assertThat(collected.rejects).singleElement().satisfies(reject -> assertThat(reject.field())
                .isEqualTo("timestamp of packet 2"));
    }

    @Test
    void twoCapturesInOneAreBothRead() throws IOException {
        writer.data(0, 1_000, 100).data(1e9, 1_100, 100).data(1e9 + 10, 1_200, 100);

        Collected collected = collect();

        assertThat(collected.batches).hasSize(2);
        assertThat(collected.rejects).hasSize(2);
    }

    @Test
    void captureWithoutPacketsGivesNothing() throws IOException {
        Collected collected = collect();

        assertThat(collected.batches).isEmpty();
        assertThat(collected.summary.packets()).isZero();
    }

    @Test
    void textFileIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("notes.pcap"), "these are notes");

        assertThatThrownBy(() -> Collected.of(file))
                .isInstanceOf(OutOfRange.class)
                .hasMessageContaining("notes.pcap");
    }

    private Collected collect() throws IOException {
        return Collected.of(writer.to(folder.resolve("a.pcap")));
    }
}
