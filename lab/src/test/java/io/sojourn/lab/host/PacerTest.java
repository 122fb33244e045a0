// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.net.Events;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacerTest {
    private static final long GAP = 1_000_001L;

    private final Events events = new Events();
    private final List<Long> woken = new ArrayList<>();
    private final Pacer pacer = new Pacer(events, woken::add);

    @Test
    void firstTenSegmentsLeaveAtOnceAndTheNextOnesAGapApartToTheNanosecond() {
        leave(10, 0);
        assertThat(pacer.mayLeave(0)).isTrue();
        pacer.left(GAP, 0);

        assertThat(pacer.mayLeave(GAP - 1)).isFalse();
        assertThat(pacer.mayLeave(GAP)).isTrue();
    }

    @Test
    void segmentThatLeftLateShortensTheNextGapByAsMuch() {
        leave(11, 0);
        pacer.left(GAP, GAP + 300);

        assertThat(pacer.nextNanos()).isEqualTo(2 * GAP);
    }

    @Test
    void lateSegmentShortensTheNextGapByHalfAtMost() {
        leave(11, 0);
        pacer.left(GAP, 10 * GAP);

        assertThat(pacer.nextNanos()).isEqualTo(10 * GAP + GAP - GAP / 2);
    }

    @Test
    void senderIsWokenWhenTheSegmentThatWaitsMayLeave() {
        leave(11, 0);
        pacer.mayLeave(5);
        events.runUntil(10 * GAP);

        assertThat(woken).containsExactly(GAP);
    }

    @Test
    void withoutARateNothingWaits() {
        for (int i = 0; i < 20; i++) {
            pacer.left(0, 7);
        }

        assertThat(pacer.mayLeave(7)).isTrue();
    }

    private void leave(int segments, long nowNanos) {
        for (int i = 0; i < segments; i++) {
            pacer.left(GAP, nowNanos);
        }
    }
}
