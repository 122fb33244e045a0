// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import static io.sojourn.engine.queue.UpdateClock.NONE_DUE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateClockTest {
    private final UpdateClock clock = new UpdateClock(10);

    @ParameterizedTest
    @ValueSource(longs = {0, -1_000_000_000_000L, Long.MAX_VALUE / 2})
    void updatesComeOneEachPeriodFromTheFirstCallOnHoweverLateTheyAreAskedFor(long start) {
        assertThat(clock.due(start)).isEqualTo(NONE_DUE);
        assertThat(clock.due(start + 9)).isEqualTo(NONE_DUE);
        assertThat(clock.due(start + 10)).isEqualTo(start + 10);
        assertThat(clock.due(start + 10)).isEqualTo(NONE_DUE);
        assertThat(clock.due(start + 39)).isEqualTo(start + 20);
        assertThat(clock.due(start + 39)).isEqualTo(start + 30);
        assertThat(clock.due(start + 39)).isEqualTo(NONE_DUE);
        assertThat(clock.due(start + 40)).isEqualTo(start + 40);
    }

    @Test
    void afterYearsOnlyTheLast1024AreMadeUpFor() {
        assertThat(clock.due(0)).isEqualTo(NONE_DUE);
        long late = Long.MAX_VALUE / 2;
        long first = clock.due(late);
        int count = 1;
        while (clock.due(late) != NONE_DUE) {
            count++;
        }
        assertThat(count).isEqualTo(UpdateClock.CATCH_UP_LIMIT);
        assertThat(first).isEqualTo(late / 10 * 10 - 1023 * 10);
    }

    @Test
    void shorterPeriodHoldsAtOnce() {
        assertThat(clock.due(0)).isEqualTo(NONE_DUE);
        clock.setPeriod(3, 1);
        assertThat(clock.due(4)).isEqualTo(4);
    }
}
