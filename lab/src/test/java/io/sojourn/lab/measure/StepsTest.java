// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepsTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    @Test
    void stepsOfThirtySecondsAre300Of100Millis() {
        assertThat(Steps.covering(0, 30 * SECOND, 100 * MILLI, 600)).isEqualTo(new Steps(0, 100 * MILLI, 300));
    }

    @Test
    void stepDoublesUntilThereAreFewEnough() {
        assertThat(Steps.covering(0, 60 * SECOND, 100 * MILLI, 600)).isEqualTo(new Steps(0, 100 * MILLI, 600));
        assertThat(Steps.covering(0, 60 * SECOND + 1, 100 * MILLI, 600)).isEqualTo(new Steps(0, 200 * MILLI, 301));
        assertThat(Steps.covering(0, 3600 * SECOND, 100 * MILLI, 600)).isEqualTo(new Steps(0, 6400 * MILLI, 563));
    }

    @Test
    void timesOutsideAreBeforeTheFirstAndAfterTheLast() {
        Steps steps = new Steps(SECOND, 5 * MILLI, 2);

        assertThat(steps.at(SECOND - 1)).isEqualTo(-1);
        assertThat(steps.at(SECOND)).isZero();
        assertThat(steps.at(SECOND + 5 * MILLI - 1)).isZero();
        assertThat(steps.at(SECOND + 5 * MILLI)).isEqualTo(1);
        assertThat(steps.at(SECOND + 10 * MILLI)).isEqualTo(2);
        assertThat(steps.at(90 * SECOND)).isEqualTo(2);
    }

    @Test
    void middleOfTheThirdStepOf100MillisIsAQuarterOfASecond() {
        assertThat(new Steps(0, 100 * MILLI, 3).seconds(2)).isEqualTo(0.25);
    }

    @Test
    void sumsAreOfTheStepAlone() {
        Sums sums = new Sums(new Steps(10, 10, 3));
        sums.add(100, 9);
        sums.add(1, 10);
        sums.add(2, 19);
        sums.add(4, 39);
        sums.add(100, 40);

        assertThat(sums.sum(0)).isEqualTo(3);
        assertThat(sums.sum(1)).isZero();
        assertThat(sums.sum(2)).isEqualTo(4);
        assertThat(sums.total()).isEqualTo(7);
    }

    @Test
    void envelopeKeepsThePeakOfAMillionValues() {
        Envelope envelope = new Envelope(new Steps(0, 1_000_000, 2));
        for (int i = 0; i < 1_000_000; i++) {
            envelope.add(i == 777_777 ? 340 : 5, i);
        }

        assertThat(envelope.least(0)).isEqualTo(5);
        assertThat(envelope.greatest(0)).isEqualTo(340);
        assertThat(envelope.isEmpty(1)).isTrue();
        assertThat(envelope.peak()).isEqualTo(340);
    }

    @Test
    void envelopeWithoutAValuePeaksAtZero() {
        assertThat(new Envelope(new Steps(0, 1, 1)).peak()).isZero();
    }

    @Test
    void levelStaysInStepsWithoutAChange() {
        Level level = new Level(new Steps(10, 10, 5));
        level.set(7, 5);
        level.set(3, 25);
        level.set(9, 26);
        Envelope envelope = level.untilEnd();

        assertThat(envelope.least(0)).isEqualTo(7);
        assertThat(envelope.greatest(0)).isEqualTo(7);
        assertThat(envelope.least(1)).isEqualTo(3);
        assertThat(envelope.greatest(1)).isEqualTo(9);
        assertThat(envelope.least(2)).isEqualTo(9);
        assertThat(envelope.greatest(4)).isEqualTo(9);
    }

    @Test
    void levelIsZeroBeforeItsFirstChange() {
        Level level = new Level(new Steps(0, 10, 2));
        level.set(5, 15);

        assertThat(level.untilEnd().greatest(0)).isZero();
        assertThat(level.untilEnd().least(1)).isZero();
    }
}
