// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventsTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void eventsComeByTimeAndThoseOfOneTimeInTheOrderTheyWereAdded(long seed) {
        var random = new Random(seed);
        var events = new Events();
        List<long[]> expected = new ArrayList<>();
        List<long[]> happened = new ArrayList<>();
        Actor actor = (what, packet, nowNanos) -> happened.add(new long[] {nowNanos, what});
        for (int i = 0; i < 3_000; i++) {
            long at = random.nextInt(500);
            events.add(at, actor, i, null);
            expected.add(new long[] {at, i});
            if (i % 3 == 0) {
                // Some happen between, so that slots are used again.
                events.runUntil(
                        expected.stream().mapToLong(event -> event[0]).min().orElseThrow() + 1);
                expected.sort(Comparator.comparingLong(event -> event[0]));
                while (!happened.isEmpty()) {
                    assertThat(happened.remove(0)).isEqualTo(expected.remove(0));
                }
            }
        }
        expected.sort(Comparator.comparingLong(event -> event[0]));
        events.runUntil(500);
        assertThat(happened).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(happened.get(i)).isEqualTo(expected.get(i));
        }
        assertThat(events.happened()).isEqualTo(3_000);
        assertThat(events.nextNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void deadlineThatMovesOnRingsOnceAtItsLastTime() {
        var events = new Events();
        List<Long> rung = new ArrayList<>();
        var timer = new Timer(events, rung::add);
        timer.set(10);
        timer.set(30);
        timer.set(20);
        events.runUntil(100);
        assertThat(rung).containsExactly(20L);
        assertThat(timer.isSet()).isFalse();
    }

    @Test
    void deadlineThatComesForwardRingsThenAndAStoppedOneNever() {
        var events = new Events();
        List<Long> rung = new ArrayList<>();
        var timer = new Timer(events, rung::add);
        timer.set(30);
        timer.set(10);
        events.runUntil(20);
        assertThat(rung).containsExactly(10L);
        timer.set(40);
        timer.stop();
        events.runUntil(100);
        assertThat(rung).containsExactly(10L);
    }

    @Test
    void eventOfADeadlineThatCameForwardAddsNoOther() {
        var events = new Events();
        List<Long> rung = new ArrayList<>();
        var timer = new Timer(events, rung::add);
        timer.set(30);
        timer.set(10);
        events.runUntil(11);
        timer.set(40);
        events.runUntil(100);
        assertThat(rung).containsExactly(10L, 40L);
        assertThat(events.happened()).isEqualTo(3);
    }
}
