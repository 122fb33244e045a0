// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CongestionWindowTest {
    private static final int RECEIVE_WINDOW = 44;

    private final CongestionWindow window = new CongestionWindow(new Reno(), RECEIVE_WINDOW, 10);

    @Test
    void slowStartGrowsFromTenByTwoSegmentsAnAcknowledgmentAtMost() {
        assertThat(window.segments()).isEqualTo(10);
        grow(1);
        assertThat(window.segments()).isEqualTo(11);
        grow(5);
        assertThat(window.segments()).isEqualTo(13);
    }

    @Test
    void lossHalvesWhatWasInUseAndRecoveryEndsThereWhenAllSentByThenIsAcknowledged() {
        window.recover(30);
        assertThat(window.isOpen()).isFalse();
        assertThat(window.segments()).isEqualTo(5);

        grow(2);
        assertThat(window.segments()).isEqualTo(5);
        window.advanced(29);
        assertThat(window.isOpen()).isFalse();
        window.advanced(30);
        assertThat(window.isOpen()).isTrue();
        assertThat(window.segments()).isEqualTo(5);
    }

    @Test
    void windowBeyondTheReceiversIsNotInUse() {
        for (int i = 0; i < 50; i++) {
            grow(2);
        }
        window.recover(200);

        assertThat(window.segments()).isEqualTo(RECEIVE_WINDOW / 2);
    }

    @Test
    void rateIsReducedInStepsAndOnlyInRecovery() {
        window.reduceRate(1, true, 4);
        assertThat(window.segments()).isEqualTo(10);

        window.recover(30);
        window.reduceRate(1, true, 9);
        assertThat(window.segments()).isEqualTo(10);
    }

    @Test
    void thresholdIsHeldWhenTheSameDataTimesOutAgain() {
        for (int i = 0; i < 5; i++) {
            grow(2);
        }
        window.timedOut(30);
        window.timedOut(30);
        assertThat(window.segments()).isEqualTo(1);

        // Slow start to 10, half of the 20 in use at the first timeout; then one segment a window.
        for (int i = 0; i < 9; i++) {
            grow(1);
        }
        assertThat(window.segments()).isEqualTo(10);
        grow(1);
        assertThat(window.segments()).isEqualTo(10);
    }

    @Test
    void windowAfterATimeoutIsNotSetToTheThresholdWhenItsDataIsAcknowledged() {
        window.timedOut(30);
        grow(2);
        window.advanced(30);

        assertThat(window.isOpen()).isTrue();
        assertThat(window.segments()).isEqualTo(3);
    }

    private void grow(int acked) {
        window.grow(acked, 20_000_000L, 0);
    }
}
