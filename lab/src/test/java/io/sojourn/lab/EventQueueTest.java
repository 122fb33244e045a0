// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventQueueTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void eventsComeByTimeAndThoseOfOneTimeInTheOrderTheyWereAdded(long seed) {
        var random = new Random(seed);
        var events = new EventQueue();
        List<long[]> expected = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            long at = random.nextInt(500);
            events.add(at, i % 7, i % 5, i, -i);
            expected.add(new long[] {at, i});
        }
        expected.sort(Comparator.comparingLong(event -> event[0]));
        for (long[] event : expected) {
            assertThat(events.next()).isTrue();
            assertThat(events.atNanos()).isEqualTo(event[0]);
            assertThat(events.first()).isEqualTo(event[1]);
            assertThat(events.second()).isEqualTo(-event[1]);
            assertThat(events.kind()).isEqualTo((int) (event[1] % 7));
            assertThat(events.flow()).isEqualTo((int) (event[1] % 5));
        }
        assertThat(events.next()).isFalse();
    }

    @Test
    void deadlineThatMovesOnFiresOnceAtItsLastTime() {
        var events = new EventQueue();
        var timer = new Timer(events, 1, 0);
        timer.set(10);
        timer.set(30);
        timer.set(20);
        List<Long> fired = new ArrayList<>();
        while (events.next()) {
            if (timer.isDue(events.atNanos())) {
                fired.add(events.atNanos());
            }
        }
        assertThat(fired).containsExactly(20L);
        assertThat(timer.isSet()).isFalse();
    }

    @Test
    void deadlineThatComesForwardFiresThenAndAStoppedOneNever() {
        var events = new EventQueue();
        var timer = new Timer(events, 1, 0);
        timer.set(30);
        timer.set(10);
        assertThat(events.next()).isTrue();
        assertThat(timer.isDue(events.atNanos())).isTrue();
        timer.set(40);
        timer.stop();
        while (events.next()) {
            assertThat(timer.isDue(events.atNanos())).isFalse();
        }
    }

    @Test
    void eventOfADeadlineThatCameForwardAddsNoOther() {
        var events = new EventQueue();
        var timer = new Timer(events, 1, 0);
        timer.set(30);
        timer.set(10);
        int count = 0;
        int fired = 0;
        for (; events.next(); count++) {
            if (timer.isDue(events.atNanos()) && fired++ == 0) {
                timer.set(40);
            }
        }
        assertThat(fired).isEqualTo(2);
        assertThat(count).isEqualTo(3);
    }
}
