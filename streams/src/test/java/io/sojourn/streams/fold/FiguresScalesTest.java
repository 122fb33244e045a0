// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Sketch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresScalesTest {
    @ParameterizedTest
    @CsvSource({
        "0, A+",
        "4999.9, A+",
        "5000, A",
        "14000, A",
        "29999, A",
        "30000, B",
        "59900, B",
        "60000, C",
        "199999, C",
        "200000, D",
        "399999, D",
        "400000, F",
        "1e9, F"
    })
    void gradeHasTheCutPointsOfDslReports(double increaseMicros, String grade) {
        assertThat(BloatGrade.of(increaseMicros).text()).isEqualTo(grade);
    }

    @Test
    void aHundredMillisecondsUnderLoadAreSixHundredRoundTripsAMinute() {
        assertThat(PseudoRpm.of(all(20, 100_000))).isCloseTo(600, within(6.0));
    }

    @Test
    void slowestOfTwentyIsTrimmedFromPseudoRpm() {
        long[] values = new long[20];
        Arrays.fill(values, 100_000);
        values[19] = 60_000_000;

        assertThat(PseudoRpm.of(Sketch.of(values))).isCloseTo(600, within(6.0));
    }

    @Test
    void nineteenRoundTripsHaveNoPseudoRpm() {
        assertThat(PseudoRpm.of(all(19, 100_000))).isNull();
    }

    @Test
    void roundTripsOfNoTimeHaveNoPseudoRpm() {
        assertThat(PseudoRpm.of(all(20, 0))).isNull();
    }

    /** The draft's own example: two latency percentiles and a loss. */
    @Test
    void requirementIsMetByHalfAtHalfWay() {
        assertThat(QualityOfOutcome.met(350, 200, 500)).isEqualTo(0.5);
        assertThat(QualityOfOutcome.met(375, 300, 600)).isEqualTo(0.75);
        assertThat(QualityOfOutcome.met(2, 1, 5)).isEqualTo(0.75);
    }

    @ParameterizedTest
    @CsvSource({
        "WEB, 50000, 0.005, 100",
        "WEB, 100000, 0, 50",
        "WEB, 150000, 0, 0",
        "WEB, 900000, 0, 0",
        "WEB, 0, 0.0075, 50",
        "VIDEO_CALL, 75000, 0.001, 50",
        "VIDEO_CALL, 50000, 0.003, 50",
        "VIDEO_CALL, 60000, 0.003, 50",
        "STREAMING, 75000, 0, 50",
        "STREAMING, 0, 0.0055, 50",
        "STREAMING, 0, 0.5, 0"
    })
    void qualityIsTheWorseOfLatencyAndLoss(QualityOfOutcome profile, double rttMicros, double loss, double score) {
        assertThat(profile.score(rttMicros, loss)).isCloseTo(score, within(1e-9));
    }

    @Test
    void qualityNeedsBothLatencyAndLoss() {
        assertThat(QualityOfOutcome.WEB.score(null, 0.0)).isNull();
        assertThat(QualityOfOutcome.WEB.score(1.0, null)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        ", , 5000",
        "20000000, , 5000",
        "1000000, , 18168",
        "220000, , 82581.8",
        "1000000, 30000, 30000",
        "20000000, 1000, 1000"
    })
    void queueStandsAboveItsTargetAndOneAndAHalfPacketTimes(
            @Nullable Long rateBitsPerSecond, @Nullable Long targetMicros, double thresholdMicros) {
        QueueSettings settings = new QueueSettings(
                Discipline.CODEL, rateBitsPerSecond, null, null, null, targetMicros, null, LengthAccounting.ETHERNET);

        assertThat(StandingShare.thresholdMicros(settings)).isCloseTo(thresholdMicros, within(0.1));
    }

    private static Sketch all(int count, long value) {
        long[] values = new long[count];
        Arrays.fill(values, value);
        return Sketch.of(values);
    }
}
