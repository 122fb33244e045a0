// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
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

        QueueSample sample = only(collect().queues(QUEUE));

        assertThat(collect().batches.get(0).queues()).hasSize(1);
        assertThat(sample.sentBytes()).isEqualTo(1_000 + 40 + 14);
        assertThat(sample.offeredBytes()).isEqualTo(sample.sentBytes());
        assertThat(sample.drops()).isEqualTo(DropCounts.NONE);
        assertThat(sample.activeFlows()).isEqualTo(1);
        assertThat(sample.linkBitsPerSecond()).isNull();
    }

    @Test
    void roundTripIsFromTheSegmentThatEndsAtTheAcknowledgment() throws IOException {
        writer.data(0, 1_000, 100).data(10, 1_100, 100).ack(30, 1_200);

        QueueSample sample = only(collect().queues(QUEUE));

        assertThat(sample.rttMicros().count()).isEqualTo(1);
        assertThat(sample.rttMicros().min()).isEqualTo(20_000);
        assertThat(sample.rttFloorMicros().count()).isEqualTo(1);
        assertThat(sample.pdvMicros().max()).isZero();
    }

    @Test
    void pdvIsTheDelayAboveTheIntervalsLeast() throws IOException {
        long[] delays = {10, 10, 15, 10, 11};
        for (int i = 0; i < delays.length; i++) {
            writer.data(50.0 * i, 1_000 + 100L * i, 100).ack(50.0 * i + delays[i], 1_100 + 100L * i);
        }

        QueueSample sample = only(collect().queues(QUEUE));

        assertThat(sample.pdvMicros().count()).isEqualTo(5);
        assertThat(sample.pdvMicros().zeros()).isEqualTo(3);
        assertThat(sample.pdvMicros().max()).isEqualTo(5_000);
        assertThat(sample.pdvMicros().sum()).isEqualTo(6_000);
    }

    @Test
    void resentSegmentGivesNoRoundTrip() throws IOException {
        writer.data(0, 1_000, 100).data(300, 1_000, 100).ack(305, 1_100);

        QueueSample sample = only(collect().queues(QUEUE));

        assertThat(sample.rttMicros().isEmpty()).isTrue();
        assertThat(sample.retransmittedPackets()).isEqualTo(1);
        assertThat(sample.dataPackets()).isEqualTo(2);
        assertThat(collect().lost(QUEUE)).isEqualTo(1);
    }

    @Test
    void whatIsOutstandingAtARetransmissionGivesNoneUntilAcknowledged() throws IOException {
        writer.data(0, 1_000, 100)
                .data(1, 1_100, 100)
                .data(300, 1_000, 100)
                .ack(305, 1_200)
                .data(310, 1_200, 100)
                .ack(317, 1_300);

        QueueSample sample = only(collect().queues(QUEUE));

        assertThat(sample.rttMicros().count()).isEqualTo(1);
        assertThat(sample.rttMicros().min()).isEqualTo(7_000);
    }

    @Test
    void newlyReportedBlockGivesARoundTrip() throws IOException {
        writer.data(0, 1_000, 100).data(1, 1_100, 100).ack(21, 1_000, 1_100, 1_200);

        assertThat(only(collect().queues(QUEUE)).rttMicros().min()).isEqualTo(20_000);
    }

    @Test
    void duplicateReportTakesTheLossBack() throws IOException {
        writer.data(0, 1_000, 100)
                .data(1, 1_100, 100)
                .data(20, 1_000, 100)
                .ack(25, 1_200)
                .ack(45, 1_200, 1_000, 1_100)
                .data(9_000, 1_200, 100);

        Collected collected = collect();

        assertThat(collected.lost(QUEUE)).isZero();
        assertThat(collected
                        .queues(QUEUE)
                        .mapToLong(QueueSample::retransmittedPackets)
                        .sum())
                .isEqualTo(1);
        assertThat(collected.trails(QUEUE, LossTrail.AGGREGATE)).isEmpty();
    }

    @Test
    void segmentReportedBeforeItIsResentIsNotLost() throws IOException {
        writer.data(0, 1_000, 100)
                .data(1, 1_100, 100)
                .ack(10, 1_000, 1_100, 1_200)
                .data(11, 1_000, 200)
                .ack(20, 1_200);

        assertThat(collect().lost(QUEUE)).isEqualTo(1);
    }

    @Test
    void holeThatFillsAtOnceIsReorderedAndLaterIsALossUpstream() throws IOException {
        writer.data(0, 1_000, 100)
                .data(1, 1_200, 100)
                .data(2, 1_100, 100)
                .data(50, 1_400, 100)
                .data(54, 1_300, 100)
                .ack(60, 1_500);

        Collected collected = collect();

        assertThat(only(collected.queues(QUEUE)).reorderedPackets()).isEqualTo(1);
        assertThat(only(collected.queues(QUEUE)).retransmittedPackets()).isEqualTo(1);
        assertThat(collected.lost(QUEUE)).isEqualTo(1);
    }

    @Test
    void keepAliveIsNoRetransmission() throws IOException {
        writer.data(0, 1_000, 100).ack(10, 1_100).data(500, 1_099, 1).ack(510, 1_100);

        QueueSample sample = only(collect().queues(QUEUE));

        assertThat(sample.retransmittedPackets()).isZero();
        assertThat(sample.dataPackets()).isEqualTo(1);
    }

    @Test
    void superFrameCountsAsItsSegments() throws IOException {
        handshake(0);
        writer.data(20, 1_001, 14_600)
                .ack(40, 15_601)
                .data(50, 15_601, 2_920)
                .data(300, 17_061, 1_460)
                .ack(320, 18_521);

        Collected collected = collect();
        QueueSample sample = only(collected.queues(QUEUE));

        assertThat(sample.dataPackets()).isEqualTo(13);
        assertThat(sample.retransmittedPackets()).isEqualTo(1);
        assertThat(collected.lost(QUEUE)).isEqualTo(1);
        assertThat(collected.flows(QUEUE).findFirst().orElseThrow().mssBytes()).isEqualTo(1_460);
    }

    @Test
    void flowThatFillsItsScaledWindowIsWindowLimited() throws IOException {
        handshake(1);
        long next = 1_001;
        for (int i = 0; i < 80; i++) {
            writer.data(20 + i, next, 1_460);
            next += 1_460;
        }
        for (int i = 0; i < 50; i++) {
            writer.ack(120 + i, next - 80 * 1_460 + 1_460).data(120.5 + i, next, 1_460);
            next += 1_460;
        }

        Collected collected = collect();
        QueueSample sample = only(collected.queues(QUEUE));
        FlowSample flow = collected.flows(QUEUE).findFirst().orElseThrow();

        assertThat(sample.advertisedWindowBytes()).isEqualTo(2 * 65_535);
        assertThat(sample.inflightBytes()).isEqualTo(80 * 1_460);
        assertThat(sample.windowLimitedFlows()).isZero();
        assertThat(flow.flow()).isEqualTo(FLOW);
        assertThat(flow.windowLimitedRatio()).isZero();
        assertThat(flow.congestionControl()).isNull();
    }

    @Test
    void trailHoldsWhatPassedBeforeTheFirstLoss() throws IOException {
        for (int i = 0; i < 100; i++) {
            writer.data(10.0 * i, 1_000 + 100L * i, 100);
            if (i != 50) {
                writer.ack(10.0 * i + 5, i < 50 ? 1_100 + 100L * i : 6_000);
            }
        }
        writer.data(1_200, 6_000, 100)
                .ack(1_205, 11_000)
                .data(12_000, 11_000, 100)
                .ack(12_005, 11_100);

        Collected collected = collect();
        LossTrail trail = collected.trails(QUEUE, LossTrail.AGGREGATE).get(0);

        assertThat(trail.startMicros()).isEqualTo(1_700_000_000_000_000L);
        assertThat(trail.cells()).hasSize(100);
        assertThat(collected.trails(QUEUE, LossTrail.AGGREGATE).get(1).startMicros())
                .isEqualTo(1_700_000_001_200_000L);
        assertThat(trail.cells().get(50).index()).isEqualTo(500);
        assertThat(trail.cells().get(50).lostPackets()).isEqualTo(1);
        assertThat(trail.cells().get(50).passedPackets()).isZero();
        assertThat(trail.cells().get(49).passedBytes()).isEqualTo(154);
        assertThat(trail.delayBeforeLossMicros().count()).isEqualTo(1);
        assertThat(trail.delayBeforeLossMicros().min()).isEqualTo(5_000);
        assertThat(trail.baseDelayMicros()).isEqualTo(5_000);
        assertThat(collected.trails(QUEUE, FLOW)).hasSize(2);
    }

    @Test
    void whatIsNeverHeardOfIsNeitherPassedNorLost() throws IOException {
        writer.data(0, 1_000, 100)
                .data(1, 1_100, 100)
                .data(300, 1_000, 100)
                .ack(305, 1_100)
                .data(310, 1_200, 100);

        LossTrail trail = collect().trails(QUEUE, LossTrail.AGGREGATE).get(0);

        assertThat(trail.cells()).hasSize(2);
        assertThat(trail.cells().get(0).lostPackets()).isEqualTo(1);
        assertThat(trail.cells().get(1).index()).isEqualTo(300);
    }

    @Test
    void lossRepairedAfterTheTrailsLagIsInTheTrailWhenSackHasShownIt() throws IOException {
        for (int i = 0; i < 5; i++) {
            writer.data(i, 1_000 + 1_000L * i, 1_000);
        }
        writer.ack(20, 1_000, 2_000, 6_000).data(6_500, 1_000, 1_000).ack(6_520, 6_000);

        Collected collected = collect();
        LossTrail trail = collected.trails(QUEUE, LossTrail.AGGREGATE).get(0);

        assertThat(trail.cells().get(0).lostPackets()).isEqualTo(1);
        assertThat(trail.cells()).hasSize(5);
        assertThat(collected.lost(QUEUE)).isEqualTo(1);
        assertThat(collected.summary.lateLosses()).isZero();
    }

    @Test
    void udpThatIsNotQuicIsUnresponsive() throws IOException {
        writer.udp(0, 5_000, 6_000, 972).udp(1, 5_001, 443, 1_200);

        QueueSample sample = only(collect().queues(QUEUE));

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

        assertThat(only(collected.queues(FLOW)).sentPackets()).isEqualTo(100);
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
    void damagedTimeIsSkippedAndNamed() throws IOException {
        writer.data(0, 1_000, 100).data(1e12, 1_100, 100);

        Collected collected = collect();

        assertThat(collected.batches).hasSize(2);
        assertThat(collected.rejects).singleElement().satisfies(reject -> assertThat(reject.field())
                .isEqualTo("timestamp"));
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

    private void handshake(int scale) {
        writer.tcp(0, true, 1_000, 1_000, 0, CaptureWriter.SYN, 0, CaptureWriter.synOptions(scale));
        writer.tcp(
                10, false, 1_000, 0, 1_001, CaptureWriter.SYN | CaptureWriter.ACK, 0, CaptureWriter.synOptions(scale));
        writer.tcp(10.1, true, 1_000, 1_001, 1, CaptureWriter.ACK, 0);
        writer.ack(11, 1_001);
    }

    private Collected collect() throws IOException {
        return Collected.of(writer.to(folder.resolve("a.pcap")));
    }

    private static QueueSample only(Stream<QueueSample> samples) {
        var list = samples.toList();
        assertThat(list).hasSize(1);
        return list.get(0);
    }
}
