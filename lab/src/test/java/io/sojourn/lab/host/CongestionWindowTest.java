// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.plan.TcpSettings;
import org.junit.jupiter.api.Test;

class CongestionWindowTest {
    private static final int RECEIVE_WINDOW = 44;

    private final CongestionWindow window = window(false);

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
        window.acknowledged(new SendWindow.Progress(1, 0, true, 5, 4), 0);
        assertThat(window.segments()).isEqualTo(10);

        window.recover(30);
        window.acknowledged(new SendWindow.Progress(1, 0, true, 10, 9), 0);
        assertThat(window.segments()).isEqualTo(10);
    }

    @Test
    void thresholdIsHeldWhenTheSameDataTimesOutAgain() {
        for (int i = 0; i < 5; i++) {
            grow(2);
        }
        window.timedOut(30, 10, 0, 0);
        window.timedOut(30, 10, 0, 0);
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
        window.timedOut(30, 10, 0, 0);
        grow(2);
        window.advanced(30);

        assertThat(window.isOpen()).isTrue();
        assertThat(window.segments()).isEqualTo(3);
    }

    @Test
    void withoutPacingSegmentsLeaveAtOnce() {
        assertThat(window.gapNanos(20_000_000L)).isZero();
    }

    @Test
    void pacedWindowLeavesInHalfARoundTripWhileItIsBelowHalfTheThresholdAndInFiveSixthsAbove() {
        CongestionWindow paced = window(true);
        // 10 segments at 2.0 windows a round trip of 20 ms.
        assertThat(paced.gapNanos(20_000_000L)).isEqualTo(1_000_000L);

        paced.recover(30);
        paced.advanced(30);
        // 5 segments at 1.2 windows a round trip.
        assertThat(paced.gapNanos(20_000_000L)).isEqualTo(3_333_333L);
    }

    private static CongestionWindow window(boolean paced) {
        TcpSettings settings = TcpSettings.linux(TcpSettings.Algorithm.RENO)
                .withWindowSegments(RECEIVE_WINDOW)
                .withPacing(paced);
        return new CongestionWindow(new Reno(), settings);
    }

    @Test
    void undoGivesBackWindowAndThresholdFromBeforeTheLoss() {
        for (int i = 0; i < 5; i++) {
            grow(2);
        }
        window.recover(30);
        window.advanced(30);
        assertThat(window.segments()).isEqualTo(10);
        window.undo();
        assertThat(window.segments()).isEqualTo(20);
        // Slow start goes on.
        grow(2);
        assertThat(window.segments()).isEqualTo(22);
    }

    @Test
    void undoGivesBackWholeSegments() {
        window.recover(30);
        window.advanced(30);
        for (int i = 0; i < 4; i++) {
            grow(1);
        }
        // 5.75 segments.
        window.recover(60);
        window.undo();
        grow(1);
        grow(1);
        assertThat(window.segments()).isEqualTo(5);
    }

    @Test
    void undoOfATimeoutEndsItsSlowStart() {
        for (int i = 0; i < 5; i++) {
            grow(2);
        }
        window.timedOut(30, 0, 0, 0);
        window.timedOut(30, 0, 0, 0);
        window.undo();
        assertThat(window.isOpen()).isTrue();
        assertThat(window.segments()).isEqualTo(20);
    }

    @Test
    void idleTimeHalvesTheWindowForEachTimeoutPassedDownToTheInitialOne() {
        for (int i = 0; i < 15; i++) {
            grow(2);
        }
        assertThat(window.segments()).isEqualTo(40);
        window.idle(100, 100);
        assertThat(window.segments()).isEqualTo(40);
        window.idle(101, 100);
        assertThat(window.segments()).isEqualTo(20);
        window.idle(1_000, 100);
        assertThat(window.segments()).isEqualTo(10);
        window.timedOut(30, 0, 0, 0);
        window.idle(1_000, 100);
        assertThat(window.segments()).isEqualTo(1);
    }

    private void grow(int acked) {
        window.grow(acked, 20_000_000L, 0);
    }
}
