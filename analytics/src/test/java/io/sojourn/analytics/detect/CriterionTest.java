// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Measure;
import org.junit.jupiter.api.Test;

class CriterionTest {
    private static double rising(double value) {
        return Criterion.atLeast("x", value, 0.01, 0.005).score();
    }

    private static double falling(double value) {
        return Criterion.atMost("x", value, 0.2, 0.5).score();
    }

    @Test
    void scoreOfARisingNumberIsAQuarterWhereItClearsAndAHalfWhereItRaises() {
        assertThat(rising(0)).isZero();
        assertThat(rising(0.0049999)).isLessThan(Criterion.HELD);
        assertThat(rising(0.005)).isEqualTo(Criterion.HELD);
        assertThat(rising(0.0075)).isCloseTo(0.375, within(1e-12));
        assertThat(rising(0.01)).isEqualTo(Criterion.RAISED);
        assertThat(rising(0.02)).isEqualTo(1);
        assertThat(rising(0.9)).isEqualTo(1);
    }

    @Test
    void scoreOfAFallingNumberIsAHalfWhereItRaisesAndAQuarterWhereItClears() {
        assertThat(falling(0)).isEqualTo(1);
        assertThat(falling(0.2)).isEqualTo(Criterion.RAISED);
        assertThat(falling(0.35)).isCloseTo(0.375, within(1e-12));
        assertThat(falling(0.5)).isEqualTo(Criterion.HELD);
        assertThat(falling(0.5000001)).isLessThan(Criterion.HELD);
    }

    @Test
    void fewerThanTheLeastCountScoreNothing() {
        assertThat(Criterion.atLeast("x", 1, 0.01, 0.005).of(14, 15).score()).isZero();
        assertThat(Criterion.atLeast("x", 1, 0.01, 0.005).of(15, 15).score()).isEqualTo(1);
    }

    @Test
    void suspicionIsAsStrongAsItsWeakestCriterionAndTellsIt() {
        Suspicion suspicion = Suspicion.of(
                Cause.RANDOM_LOSS,
                Criterion.atLeast("loss", 0.03, 0.01, 0.005),
                Criterion.atMost("standing", 0.35, 0.2, 0.5));
        Measure measure = Evidence.score(suspicion);

        assertThat(suspicion.score()).isCloseTo(0.375, within(1e-12));
        assertThat(measure.name()).isEqualTo("randomLossScore");
        assertThat(measure.base()).contains("least standing 0.3500").contains("raises at 0.2000, clears at 0.5000");
    }
}
