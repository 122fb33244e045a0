// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CounterDeltaTest {
    private final CounterDelta delta = new CounterDelta();

    @Test
    void firstReadingIsOnlyABase() {
        assertThat(delta.next(1_000_000)).isZero();
        assertThat(delta.next(1_000_700)).isEqualTo(700);
    }

    @Test
    void smallerTotalWasResetAndCountsFromZero() {
        delta.next(1000);

        assertThat(delta.next(30)).isEqualTo(30);
        assertThat(delta.resets()).isEqualTo(1);
        assertThat(delta.next(50)).isEqualTo(20);
    }

    @Test
    void equalTotalIsNoReset() {
        delta.next(1000);

        assertThat(delta.next(1000)).isZero();
        assertThat(delta.resets()).isZero();
    }

    @Test
    void restartCountsFromZeroEvenWhenTheNewTotalIsLarger() {
        delta.next(1000);
        delta.restart();

        assertThat(delta.next(1500)).isEqualTo(1500);
        assertThat(delta.restarts()).isEqualTo(1);
        assertThat(delta.resets()).isZero();
    }

    @Test
    void restartBeforeTheFirstReadingChangesNothing() {
        delta.restart();

        assertThat(delta.next(1500)).isZero();
        assertThat(delta.restarts()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void differencesAddUpToWhatWasCountedWhenEachResetIsReadAtZero(long seed) {
        Random random = new Random(seed);
        delta.next(0);
        long total = 0;
        long counted = 0;
        long summed = 0;
        for (int i = 0; i < 1000; i++) {
            if (random.nextInt(50) == 0) {
                total = 0;
                summed += delta.next(total);
            }
            long more = random.nextInt(2000);
            total += more;
            counted += more;
            summed += delta.next(total);
        }
        assertThat(summed).isEqualTo(counted);
    }
}
