// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {
    private final Backoff backoff = new Backoff();

    @Test
    void waitsAQuarterSecondThenTwiceAsLongEachTimeAndNeverMoreThanFifteenSeconds() {
        for (long waitMillis : new long[] {250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000}) {
            backoff.failed(1_000_000);
            assertThat(backoff.isDue(1_000_000 + waitMillis - 1)).isFalse();
            assertThat(backoff.isDue(1_000_000 + waitMillis)).isTrue();
        }
    }

    @Test
    void isDueAtOnceBeforeTheFirstFailureAndAfterASuccess() {
        assertThat(backoff.isDue(0)).isTrue();
        backoff.failed(0);
        backoff.succeeded();
        assertThat(backoff.isDue(0)).isTrue();
    }

    @Test
    void aClockSetBackFarDoesNotHoldItUp() {
        backoff.failed(1_000_000);
        assertThat(backoff.isDue(1_000_000 - 86_400_000)).isTrue();
    }
}
