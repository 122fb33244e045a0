// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.telemetry.Cause;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HarmTest {
    private static final double[] DELAY = {0, 5, 30, 60, 200, 400};
    private static final double[] LOSS = {0, 0.01, 0.025, 0.03, 0.05, 0.12};

    @ParameterizedTest
    @CsvSource({"0, 0", "5, 1", "30, 2", "60, 3", "130, 3.5", "200, 4", "400, 5", "800, 10"})
    void gradeBoundsOfDelayAreWorthTheirPlace(double millis, double harm) {
        assertThat(Harm.onScale(millis, DELAY)).isEqualTo(harm);
    }

    @ParameterizedTest
    @CsvSource({"0.01, 1", "0.04, 3.5", "0.12, 5", "1, 41.666"})
    void gradeBoundsOfLossAreWorthTheSame(double ratio, double harm) {
        assertThat(Harm.onScale(ratio, LOSS)).isCloseTo(harm, within(0.001));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void moreDelayIsNeverLessHarm(long randomSeed) {
        Random random = new Random(randomSeed);
        for (int i = 0; i < 2_000; i++) {
            double less = random.nextDouble() * 500;
            double more = less + random.nextDouble() * 50;
            assertThat(Harm.onScale(more, DELAY)).isGreaterThanOrEqualTo(Harm.onScale(less, DELAY));
        }
    }

    @Test
    void everyVerdictHasAnUrgencyAndOnlyHealthyIsFine() {
        assertThat(Urgency.of(null)).isEqualTo(Urgency.UNSURE);
        for (Cause cause : Cause.values()) {
            assertThat(Urgency.of(cause) == Urgency.FINE).isEqualTo(cause == Cause.HEALTHY);
            assertThat(Urgency.of(cause).rank() >= 2).isEqualTo(cause.isTrouble());
        }
    }
}
