// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import static io.sojourn.collectors.capture.CaptureWriter.ACK;
import static io.sojourn.collectors.capture.CaptureWriter.SYN;
import static io.sojourn.collectors.capture.CaptureWriter.timestamps;
import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Sketch;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What acknowledgments and resent segments tell: round trips, loss, loss trails, windows. */
class CapturedLossTest {
    private static final String QUEUE = "10.0.0.1>10.0.0.2";
    private static final String FLOW = "10.0.0.1:1000>10.0.0.2:80/tcp";

    @TempDir
    Path folder;

    private final CaptureWriter writer = new CaptureWriter();
    private long sequence = 1_000;

    @Test
    void roundTripIsFromTheSegmentThatEndsAtTheAcknowledgment() throws IOException {
        writer.data(0, 1_000, 100).data(10, 1_100, 100).ack(30, 1_200);

        QueueSample sample = collect().only(QUEUE);

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

        QueueSample sample = collect().only(QUEUE);

        assertThat(sample.pdvMicros().count()).isEqualTo(5);
        assertThat(sample.pdvMicros().zeros()).isEqualTo(3);
        assertThat(sample.pdvMicros().max()).isEqualTo(5_000);
        assertThat(sample.pdvMicros().sum()).isEqualTo(6_000);
    }

    @Test
    void delayVariationIsThatOfConsecutivePacketsByTheSendersTimestamps() throws IOException {
        nearTheReceiver();
        delayed(1_020, 10).delayed(1_040, 15).delayed(1_060, 10).delayed(1_080, 11);

        Sketch ipdv = ipdv();

        assertThat(ipdv).isEqualTo(Sketch.of(0, 5_000, 5_000, 1_000));
    }

    @Test
    void pairWithAPacketMissingInBetweenGivesNoDelayVariation() throws IOException {
        nearTheReceiver();
        delayed(1_020, 10);
        sequence += 100;
        delayed(1_040, 15).delayed(1_060, 10);

        assertThat(ipdv()).isEqualTo(Sketch.of(0, 5_000));
    }

    @Test
    void nearTheSenderNoOneWayDelayIsKnownAndDelayVariationIsEmpty() throws IOException {
        for (int i = 0; i < 100; i++) {
            writer.tcp(20.0 * i, true, 1_000, 1_000 + 100L * i, 1, ACK, 100, timestamps(20 * i, 7));
            writer.ack(20.0 * i + 15, 1_100 + 100L * i);
        }
        assertThat(ipdv().isEmpty()).isTrue();
    }

    @Test
    void resentSegmentGivesNoRoundTrip() throws IOException {
        writer.data(0, 1_000, 100).data(300, 1_000, 100).ack(305, 1_100);

        QueueSample sample = collect().only(QUEUE);

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

        QueueSample sample = collect().only(QUEUE);

        assertThat(sample.rttMicros().count()).isEqualTo(1);
        assertThat(sample.rttMicros().min()).isEqualTo(7_000);
    }

    @Test
    void newlyReportedBlockGivesARoundTrip() throws IOException {
        writer.data(0, 1_000, 100).data(1, 1_100, 100).ack(21, 1_000, 1_100, 1_200);

        assertThat(collect().only(QUEUE).rttMicros().min()).isEqualTo(20_000);
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

        assertThat(collected.only(QUEUE).reorderedPackets()).isEqualTo(1);
        assertThat(collected.only(QUEUE).retransmittedPackets()).isEqualTo(1);
        assertThat(collected.lost(QUEUE)).isEqualTo(1);
    }

    @Test
    void keepAliveIsNoRetransmission() throws IOException {
        writer.data(0, 1_000, 100).ack(10, 1_100).data(500, 1_099, 1).ack(510, 1_100);

        QueueSample sample = collect().only(QUEUE);

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
        QueueSample sample = collected.only(QUEUE);

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
        QueueSample sample = collected.only(QUEUE);
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

    private void handshake(int scale) {
        writer.tcp(0, true, 1_000, 1_000, 0, CaptureWriter.SYN, 0, CaptureWriter.synOptions(scale));
        writer.tcp(
                10, false, 1_000, 0, 1_001, CaptureWriter.SYN | CaptureWriter.ACK, 0, CaptureWriter.synOptions(scale));
        writer.tcp(10.1, true, 1_000, 1_001, 1, CaptureWriter.ACK, 0);
        writer.ack(11, 1_001);
    }

    /** A handshake whose second half is the long one, and a second in which the timestamps' tick is learned. */
    private void nearTheReceiver() {
        writer.tcp(0, true, 1_000, 999, 0, SYN, 0, timestamps(0, 0));
        writer.tcp(0.1, false, 1_000, 0, 1_000, SYN | ACK, 0, timestamps(0, 0));
        writer.tcp(9, true, 1_000, 1_000, 1, ACK, 0, timestamps(0, 0));
        for (int sentMillis = 0; sentMillis <= 1_000; sentMillis += 20) {
            delayed(sentMillis, 10);
        }
    }

    private CapturedLossTest delayed(int sentMillis, int delayMillis) {
        writer.tcp(sentMillis + delayMillis, true, 1_000, sequence, 1, ACK, 100, timestamps(sentMillis, 7));
        sequence += 100;
        return this;
    }

    private Sketch ipdv() throws IOException {
        return collect().queues(QUEUE).map(QueueSample::ipdvMicros).reduce(Sketch.empty(), Sketch::merge);
    }

    private Collected collect() throws IOException {
        return Collected.of(writer.to(folder.resolve("a.pcap")));
    }
}
