// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ss;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.collectors.FlowView;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossCell;
import io.sojourn.telemetry.LossTrail;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FlowMeterTest {
    private static final long START = 1_000_000_000L;
    private static final String FLOW = "10.0.0.1:1>10.0.0.2:2/tcp";

    private final FlowMeter meter = new FlowMeter("q", 100_000);

    @Test
    void firstPollIsOnlyABase() {
        meter.poll(START, List.of(socket(1000, 990, 5, 0, 10)));

        assertThat(meter.drain().activeFlows()).isZero();
    }

    @Test
    void differencesOfThePollsAreTheFlowsPackets() {
        meter.poll(START, List.of(socket(1000, 990, 5, 0, 10)));
        meter.poll(START + 100_000, List.of(socket(1100, 1085, 8, 1, 44)));

        FlowView view = meter.drain();
        FlowSample flow = view.flows().get(0);
        assertThat(view.dataPackets()).isEqualTo(100);
        assertThat(view.retransmittedPackets()).isEqualTo(3);
        assertThat(flow.lostPackets()).isEqualTo(2);
        assertThat(flow.bytes()).isEqualTo(100 * 1514);
        assertThat(flow.inflightBytes()).isEqualTo(44 * 1448);
        assertThat(view.windowLimitedFlows()).isEqualTo(1);
        assertThat(view.rttMicros().count()).isEqualTo(1);
        assertThat(view.rttFloorMicros().min()).isEqualTo(20_000);
    }

    @Test
    void lossGivesATrailOfCells() {
        meter.poll(START, List.of(socket(1000, 990, 5, 0, 10)));
        meter.poll(START + 100_000, List.of(socket(1100, 1090, 5, 0, 10)));
        meter.poll(START + 200_000, List.of(socket(1150, 1130, 12, 0, 10)));

        assertThat(meter.drain().trails()).singleElement().satisfies(trail -> {
            assertThat(trail.subject()).isEqualTo(LossTrail.AGGREGATE);
            assertThat(trail.startMicros()).isEqualTo(START);
            assertThat(trail.cells())
                    .containsExactly(
                            new LossCell(0, 100, 100 * 1514, 0, 0), new LossCell(1, 40, 40 * 1514, 7, 7 * 1514));
            assertThat(trail.baseDelayMicros()).isEqualTo(5_000);
            assertThat(trail.delayBeforeLossMicros().count()).isEqualTo(1);
        });
    }

    @Test
    void trailOfNewFlowsBeginsWhereTheKernelSaysTheyBeganToSend() {
        meter.poll(START, List.of());
        meter.poll(START + 100_000, List.of(socket(500, 480, 3, 0, 10)));
        meter.poll(START + 200_000, List.of(socket(700, 680, 6, 0, 10)));

        assertThat(meter.drain().trails()).singleElement().satisfies(trail -> {
            assertThat(trail.startMicros()).isEqualTo(START + 100_000 - 68_000);
            // A cell ends 32 ms after the first poll, by which 32 % of the second poll's 200 segments have passed.
            assertThat(trail.cells()).singleElement().satisfies(cell -> assertThat(cell.passedPackets())
                    .isEqualTo(480 + 64));
        });
    }

    @Test
    void trailGoesOnForTwoIntervalsAfterTheLastLoss() {
        long now = START;
        meter.poll(now, List.of(socket(0, 0, 0, 0, 1)));
        int[] retransmits = {1, 1, 1, 1, 1};
        for (int i = 0; i < retransmits.length; i++) {
            now += 1_000_000;
            meter.poll(now, List.of(socket(100L * (i + 1), 100L * (i + 1), retransmits[i], 0, 1)));
            assertThat(meter.drain().trails()).hasSize(i <= 2 ? 1 : 0);
        }
    }

    @Test
    void duplicateReportedLateIsTakenOffTheNextLoss() {
        meter.poll(START, List.of(socket(1000, 1000, 0, 0, 1)));
        meter.poll(START + 100_000, List.of(socket(1010, 1010, 2, 0, 1)));
        meter.poll(START + 200_000, List.of(socket(1020, 1020, 2, 2, 1)));
        meter.poll(START + 300_000, List.of(socket(1030, 1030, 5, 2, 1)));

        assertThat(meter.drain().flows().get(0).lostPackets()).isEqualTo(2 + 1);
    }

    @Test
    void flowThatBeganSinceThePollBeforeCountsFromZero() {
        meter.poll(START, List.of());
        meter.poll(START + 100_000, List.of(socket(30, 20, 0, 0, 10)));

        assertThat(meter.drain().dataPackets()).isEqualTo(30);
    }

    @Test
    void portUsedAgainCountsFromZero() {
        meter.poll(START, List.of(socket(1000, 990, 5, 0, 10)));
        meter.poll(START + 100_000, List.of(socket(7, 5, 0, 0, 2)));

        assertThat(meter.drain().dataPackets()).isEqualTo(7);
    }

    @Test
    void flowThatEndedCountsInItsLastIntervalAndNoLonger() {
        meter.poll(START, List.of(socket(1000, 990, 5, 0, 10)));
        meter.poll(START + 100_000, List.of(socket(1100, 1100, 5, 0, 10)));
        meter.poll(START + 200_000, List.of());

        assertThat(meter.drain().dataPackets()).isEqualTo(100);
        meter.poll(START + 300_000, List.of());
        assertThat(meter.drain().activeFlows()).isZero();
    }

    @Test
    void staleRoundTripTimeOfAFlowThatDoesNothingIsNoSample() {
        meter.poll(START, List.of(socket(1000, 990, 5, 0, 10)));
        meter.poll(START + 100_000, List.of(socket(1000, 990, 5, 0, 10)));

        assertThat(meter.drain().rttMicros().isEmpty()).isTrue();
    }

    private static Socket socket(long segments, long delivered, long retransmits, long duplicates, long unacked) {
        return new Socket(
                FLOW,
                "cubic",
                20_000L,
                5_000L,
                1448L,
                segments * 1448,
                delivered * 1448,
                0,
                segments,
                delivered,
                retransmits,
                duplicates,
                0,
                unacked,
                64_240L,
                0,
                68);
    }
}
