// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CongestionControlTest {
    private static final long RTT_NANOS = 100_000_000;

    @Test
    void cubicFallsFrom100To70AndIsBackAfterFourPointTwoSeconds() {
        var cubic = new Cubic(false);
        double window = cubic.reduced(100, false);
        assertThat(window).isEqualTo(70);
        assertThat(Cubic.ALPHA).isCloseTo(0.5294, within(5e-5));
        long plateauNanos = 4_217_163_327L;
        double before = 0;
        double slowest = Double.MAX_VALUE;
        // One acknowledgment a segment: the window follows W(t), except where Reno's estimate is above it.
        long nowNanos = 0;
        while (nowNanos < plateauNanos) {
            before = window;
            window = cubic.grown(window, 1, RTT_NANOS, nowNanos);
            slowest = Math.min(slowest, window - before);
            nowNanos += (long) (RTT_NANOS / window);
        }
        assertThat(cubic.plateauSeconds()).isCloseTo(4.217, within(5e-4));
        assertThat(window).isBetween(99.0, 102.0);
        assertThat(slowest).isGreaterThanOrEqualTo(0);
    }

    @Test
    void cubicThatDidNotReachItsOldMaximumAimsLower() {
        var cubic = new Cubic(false);
        cubic.reduced(100, false);
        cubic.grown(cubic.reduced(80, false), 1, RTT_NANOS, 0);
        // Wmax = 80 x 0.85 = 68; K = cbrt((68 - 56) / 0.4).
        assertThat(cubic.plateauSeconds()).isCloseTo(Math.cbrt(12 / 0.4), within(1e-9));
    }

    @Test
    void cubicStartsOnItsPlateauAfterATimeout() {
        var cubic = new Cubic(false);
        cubic.reduced(100, true);
        cubic.grown(10, 1, RTT_NANOS, 0);
        assertThat(cubic.plateauSeconds()).isZero();
    }

    @Test
    void cubicIsNeverSlowerThanRenosEstimateOnAShortPath() {
        var cubic = new Cubic(false);
        double window = cubic.reduced(10, false);
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < 7; i++) {
                window = cubic.grown(window, 1, 1_000_000, round * 1_000_000L);
            }
        }
        assertThat(window).isGreaterThan(7 + 6 * Cubic.ALPHA * 0.7);
    }

    @Test
    void linuxCubicIsALateSegmentBehindTheEstimate() {
        var rfc = new Cubic(false);
        var linux = new Cubic(true);
        double rfcWindow = rfc.reduced(6, false);
        double linuxWindow = linux.reduced(6, false);
        for (int i = 0; i < 20; i++) {
            rfcWindow = rfc.grown(rfcWindow, 1, 5_000_000, i * 1_000_000L);
            linuxWindow = linux.grown(linuxWindow, 1, 5_000_000, i * 1_000_000L);
        }
        assertThat(linuxWindow).isLessThan(rfcWindow).isGreaterThan(4);
    }

    @Test
    void linuxCubicLeavesSlowStartWhenARoundIsLateByAnEighthButAtLeastFourMillis() {
        var linux = new Cubic(true);
        assertThat(linux.endsSlowStart(20, 5_000_000, true)).isFalse();
        boolean ended = false;
        for (int i = 0; i < 8; i++) {
            ended = linux.endsSlowStart(20, 9_000_001, i == 0);
            assertThat(ended).isEqualTo(i == 7);
        }
        assertThat(linux.endsSlowStart(15, 9_000_001, false)).isFalse();
        assertThat(linux.endsSlowStart(20, 9_000_000, false)).isFalse();
        assertThat(new Cubic(false).endsSlowStart(20, 900_000_000, false)).isFalse();
    }

    @Test
    void renoGainsASegmentARoundTripAndHalvesInWholeSegments() {
        var reno = new Reno();
        double window = 10;
        for (int i = 0; i < 10; i++) {
            window = reno.grown(window, 1, RTT_NANOS, 0);
        }
        assertThat(window).isBetween(10.9, 11.0);
        assertThat(reno.reduced(11, false)).isEqualTo(5);
        assertThat(reno.reduced(3, false)).isEqualTo(2);
    }

    @Test
    void rttsOf100And120MillisMakeATimeoutOf272Point5() {
        var rtt = new RttEstimator(1);
        rtt.sample(100_000_000);
        assertThat(rtt.timeoutNanos()).isEqualTo(300_000_000);
        rtt.sample(120_000_000);
        assertThat(rtt.srttNanos()).isEqualTo(102_500_000);
        assertThat(rtt.timeoutNanos()).isEqualTo(272_500_000);
    }

    @Test
    void floorOfTheVarianceIsAddedToTheRoundTripTime() {
        var rtt = new RttEstimator(200_000_000, true);
        assertThat(rtt.timeoutNanos()).isEqualTo(1_000_000_000);
        rtt.sample(100_000_000);
        assertThat(rtt.timeoutNanos()).isEqualTo(300_000_000);
        rtt.sample(500_000_000);
        assertThat(rtt.timeoutNanos()).isEqualTo(150_000_000 + 4 * 137_500_000);
    }

    @Test
    void timeoutDoublesUntilACleanSampleAndKeepsItsFloorAndItsCeiling() {
        var rtt = new RttEstimator(300_000_000);
        assertThat(rtt.timeoutNanos()).isEqualTo(1_000_000_000);
        rtt.sample(1_000_000);
        assertThat(rtt.timeoutNanos()).isEqualTo(300_000_000);
        rtt.timedOut();
        rtt.timedOut();
        assertThat(rtt.timeoutNanos()).isEqualTo(1_200_000_000);
        for (int i = 0; i < 70; i++) {
            rtt.timedOut();
        }
        assertThat(rtt.timeoutNanos()).isEqualTo(60_000_000_000L);
        rtt.sample(1_000_000);
        assertThat(rtt.timeoutNanos()).isEqualTo(300_000_000);
    }

    @Test
    void proportionalReductionSendsSevenForTenAndEndsAtItsTarget() {
        var reduction = new RateReduction();
        reduction.begin(20, 14);
        int pipe = 19;
        int sent = 0;
        for (int ack = 0; ack < 19; ack++) {
            pipe--;
            int window = (int) reduction.window(1, true, pipe);
            while (pipe < window) {
                reduction.sent();
                sent++;
                pipe++;
            }
        }
        assertThat(pipe).isEqualTo(14);
        assertThat(sent).isEqualTo(14);
    }
}
