// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.analytics.detect.LtBw.Interval;
import io.sojourn.telemetry.Sketch;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayDetectorsTest {
    @Test
    void twoLossyIntervalsWithinAnEighthArePoliced() {
        assertThat(ltBw(2.0, 2.2, 0.25)).hasValue(2.1e6);
        assertThat(ltBw(2.0, 2.25, 0.25)).hasValue(2.125e6);
        assertThat(ltBw(2.0, 2.3, 0.25)).isEmpty();
        assertThat(ltBw(2.0, 2.2, 0.19)).isEmpty();
    }

    private static java.util.OptionalDouble ltBw(double first, double second, double ratio) {
        return LtBw.policedBitsPerSecond(
                List.of(new Interval(first * 1e6, ratio), new Interval(second * 1e6, ratio)), LtBw.BBR_RATIO);
    }

    @ParameterizedTest
    @CsvSource({"52000, 5000, 128106, 0.917, QUEUE", "5400, 200, 626955, 0.0207, POLICER"})
    void rhoOfTheTwoWorkedCases(double delay, double base, double bucket, double rho, DelayDiscriminator.Kind kind) {
        double measured = DelayDiscriminator.rho(delay, base, 20e6, bucket);

        assertThat(measured).isCloseTo(rho, within(0.001));
        assertThat(DelayDiscriminator.kind(measured)).isEqualTo(kind);
    }

    @Test
    void betweenAQuarterAndAHalfNothingIsSaid() {
        assertThat(DelayDiscriminator.kind(Math.nextDown(0.25))).isEqualTo(DelayDiscriminator.Kind.POLICER);
        assertThat(DelayDiscriminator.kind(0.25)).isEqualTo(DelayDiscriminator.Kind.UNKNOWN);
        assertThat(DelayDiscriminator.kind(0.5)).isEqualTo(DelayDiscriminator.Kind.UNKNOWN);
        assertThat(DelayDiscriminator.kind(Math.nextUp(0.5))).isEqualTo(DelayDiscriminator.Kind.QUEUE);
    }

    @Test
    void riseWithinNoiseIsNoneHoweverSmallTheBucket() {
        assertThat(DelayDiscriminator.rho(6_000, 5_000, 1e9, 3_000)).isZero();
        assertThat(DelayDiscriminator.rho(6_001, 5_000, 1e9, 3_000)).isGreaterThan(1);
    }

    @Test
    void fifteenMillisecondsBeforeALossAreNotInflatedButTwentyFiveAre() {
        Sketch all = Sketch.of(10_000, 10_000, 12_000, 12_000, 12_000, 12_000, 12_000, 12_500, 13_000, 25_000);

        assertThat(DelayDiscriminator.inflatedBeforeLoss(Sketch.of(15_000), all))
                .isZero();
        assertThat(DelayDiscriminator.inflatedBeforeLoss(Sketch.of(25_000), all))
                .isEqualTo(1);
        assertThat(DelayDiscriminator.inflatedBeforeLoss(Sketch.of(15_000, 25_000), all))
                .isEqualTo(0.5);
    }

    @Test
    void nineOfTenFloorsAboveTargetStand() {
        Sketch floors = Sketch.of(6_000, 7_000, 8_000, 4_000, 9_000, 9_000, 9_000, 9_000, 9_000, 9_000);

        assertThat(StandingQueue.share(floors, StandingQueue.sojournThresholdMicros(20e6)))
                .hasValue(0.9);
    }

    @Test
    void slowLinkMayHoldOneAndAHalfPackets() {
        assertThat(StandingQueue.packetMicros(220e3)).isCloseTo(55_055, within(1.0));
        assertThat(StandingQueue.sojournThresholdMicros(220e3)).isCloseTo(82_582, within(1.0));
        assertThat(StandingQueue.sojournThresholdMicros(20e6)).isEqualTo(5_000);
        assertThat(StandingQueue.rttThresholdMicros(200e3)).isCloseTo(242_240, within(1.0));
        assertThat(StandingQueue.rttThresholdMicros(20e6)).isEqualTo(15_000);
    }

    @ParameterizedTest
    @CsvSource({"20, 8, A", "5, 5, A", "4.9, 5, A+", "400, 400, F", "399.9, 399.9, D", "59.9, 59.9, B", "60, 60, C"})
    void gradesOfDslReports(double down, double up, String grade) {
        assertThat(BloatGrade.of(down, up).text()).isEqualTo(grade);
    }

    @ParameterizedTest
    @CsvSource({"0.127, F", "0.12, D", "0.01, A+", "0.011, A"})
    void qualityGradesOfDslReports(double resent, String grade) {
        assertThat(BloatGrade.ofResent(resent).text()).isEqualTo(grade);
    }

    @Test
    void baselineFallsAtOnceAndRisesSlowly() {
        BaselineRtt baseline = new BaselineRtt();
        baseline.add(0, 20);
        baseline.add(0, 30);
        assertThat(baseline.smoothedMicros).isCloseTo(20.01, within(1e-9));
        baseline.add(0, 10);
        assertThat(baseline.smoothedMicros).isCloseTo(11.001, within(1e-9));
    }

    @Test
    void leastOfTenMinutesIsForgottenInTheEleventh() {
        BaselineRtt baseline = new BaselineRtt();
        assertThat(baseline.baseMicros(0)).isZero();
        baseline.add(59_999, 5_000);
        baseline.add(120_000, 7_000);

        assertThat(baseline.baseMicros(599_999)).isEqualTo(5_000);
        assertThat(baseline.baseMicros(600_000)).isEqualTo(7_000);
        assertThat(baseline.baseMicros(720_000)).isZero();
    }

    @Test
    void fourWindowsOver106MillisecondsExplainTheRate() {
        assertThat(ReceiveWindowLimit.bitsPerSecond(4 * 64_240, 106_600)).isCloseTo(19.28e6, within(1e4));
        assertThat(ReceiveWindowLimit.holds(4 * 64_240, 4 * 63_700, 106_600, 19.29e6))
                .isTrue();
        assertThat(ReceiveWindowLimit.holds(4 * 64_240, 3 * 64_240, 106_600, 19.29e6))
                .isFalse();
        assertThat(ReceiveWindowLimit.holds(4 * 64_240, 4 * 63_700, 106_600, 18.0e6))
                .isFalse();
    }
}
