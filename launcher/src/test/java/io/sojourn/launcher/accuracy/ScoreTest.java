// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.telemetry.Cause;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScoreTest {
    private static final Label POLICED = Label.of(Set.of(Cause.POLICED));
    private static final Label HEALTHY = Label.of(Set.of(Cause.HEALTHY));

    private static Answer answer(Label label, Cause cause, double confidence, Cause... passing) {
        return answer(label, cause, confidence, null, passing);
    }

    private static Answer answer(
            Label label, Cause cause, double confidence, @Nullable Double seconds, Cause... passing) {
        return new Answer(
                "set",
                "capture",
                "kind",
                "name",
                label,
                cause,
                confidence,
                "",
                null,
                null,
                false,
                seconds,
                List.of(passing));
    }

    @Test
    void recallIsOfPartsWhoseCauseIsKnown() {
        Score score = Score.of(List.of(
                answer(POLICED, Cause.POLICED, 0.9),
                answer(POLICED, Cause.UNKNOWN, 0.5),
                answer(POLICED, Cause.INSUFFICIENT, 0),
                answer(HEALTHY, Cause.HEALTHY, 0.9),
                answer(Label.NOT_POLICED, Cause.HEALTHY, 0.9)));

        assertThat(score.parts()).isEqualTo(5);
        assertThat(score.named()).isEqualTo(4);
        assertThat(score.found()).isEqualTo(2);
        assertThat(score.recallRatio()).isEqualTo(0.5);
        assertThat(score.unknown()).isOne();
        assertThat(score.insufficient()).isOne();
    }

    @Test
    void recallWithoutAKnownCauseIsNoData() {
        assertThat(Score.of(List.of(answer(Label.NOT_POLICED, Cause.HEALTHY, 0.9)))
                        .recallRatio())
                .isNull();
    }

    @Test
    void falseAlarmIsNamedTroubleThatIsNotThere() {
        assertThat(answer(HEALTHY, Cause.BUFFERBLOAT, 0.9).isFalseAlarm()).isTrue();
        assertThat(answer(Label.NOT_POLICED, Cause.POLICED, 0.9).isFalseAlarm()).isTrue();
        assertThat(answer(Label.NOT_POLICED, Cause.BUFFERBLOAT, 0.9).isFalseAlarm())
                .isFalse();
        assertThat(answer(HEALTHY, Cause.UNKNOWN, 0.5).isFalseAlarm()).isFalse();
        assertThat(answer(POLICED, Cause.HEALTHY, 0.9).isFalseAlarm()).isFalse();
    }

    @Test
    void missIsAKnownCauseNotGivenOrAFalseAlarm() {
        assertThat(answer(POLICED, Cause.HEALTHY, 0.9).isMiss()).isTrue();
        assertThat(answer(POLICED, Cause.INSUFFICIENT, 0).isMiss()).isTrue();
        assertThat(answer(Label.NOT_POLICED, Cause.POLICED, 0.9).isMiss()).isTrue();
        assertThat(answer(Label.NOT_POLICED, Cause.UNKNOWN, 0.5).isMiss()).isFalse();
        assertThat(answer(POLICED, Cause.POLICED, 0.9).isMiss()).isFalse();
    }

    @Test
    void alarmThatPassedIsCountedWhereTheVerdictIsNone() {
        Score score = Score.of(List.of(
                answer(HEALTHY, Cause.HEALTHY, 0.9, Cause.POLICED),
                answer(HEALTHY, Cause.BUFFERBLOAT, 0.9, Cause.POLICED)));

        assertThat(score.passingAlarms()).isOne();
        assertThat(score.falseAlarms()).isOne();
    }

    @Test
    void timesOfPolicersAndOfQueuesAreApart() {
        Score score = Score.of(List.of(
                answer(POLICED, Cause.POLICED, 0.9, 4.0),
                answer(Label.of(Set.of(Cause.BUFFERBLOAT)), Cause.BUFFERBLOAT, 0.9, 7.0)));

        assertThat(score.secondsToPoliced()).isEqualTo(new Spread(1, 4.0, 4.0, 4.0));
        assertThat(score.secondsToStanding()).isEqualTo(new Spread(1, 7.0, 7.0, 7.0));
    }

    @Test
    void percentilesAreOfNearestRank() {
        assertThat(Spread.of(IntStream.rangeClosed(1, 10)
                        .mapToObj(i -> (double) (11 - i))
                        .toList()))
                .isEqualTo(new Spread(10, 5.0, 9.0, 10.0));
        assertThat(Spread.of(List.of())).isEqualTo(new Spread(0, null, null, null));
    }

    @Test
    void brierScoreIsTheMeanSquareOfVerdictsThatCanBeProved() {
        Calibration calibration = Calibration.of(List.of(
                answer(POLICED, Cause.POLICED, 0.9),
                answer(POLICED, Cause.HEALTHY, 0.8),
                answer(POLICED, Cause.UNKNOWN, 0.5),
                answer(Label.NOT_POLICED, Cause.HEALTHY, 0.1)));

        assertThat(calibration.count()).isEqualTo(2);
        assertThat(calibration.brier()).isCloseTo((0.01 + 0.64) / 2, within(1e-12));
    }

    @Test
    void aConfidenceOnTheEdgeOfABinIsInTheUpperAndOneIsInTheLast() {
        Calibration calibration = Calibration.of(List.of(
                answer(POLICED, Cause.POLICED, 0.3),
                answer(POLICED, Cause.POLICED, 0.9),
                answer(HEALTHY, Cause.POLICED, 1.0)));

        assertThat(calibration.bins())
                .containsExactly(new Calibration.Bin(0.3, 1, 1, 0.3), new Calibration.Bin(0.9, 2, 1, 0.95));
    }

    @Test
    void falseAlarmsOfACauseAreOfPartsWhereItWouldBeWrong() {
        assertThat(CauseScore.of(List.of(
                        answer(POLICED, Cause.POLICED, 0.9),
                        answer(HEALTHY, Cause.POLICED, 0.9),
                        answer(HEALTHY, Cause.UNKNOWN, 0.9))))
                .containsExactly(new CauseScore(Cause.POLICED, 2, 1, 2));
    }
}
