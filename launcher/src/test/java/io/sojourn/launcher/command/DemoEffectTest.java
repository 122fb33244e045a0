// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.QueueWindow;
import io.sojourn.testkit.Windows;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoEffectTest {
    @Test
    void halfOfTheLossIsLessAndMoreThanHalfIsNot() {
        assertThat(policed(1_000, 100, 1_000, 47).losesLess()).isTrue();
        assertThat(policed(1_000, 100, 1_000, 48).losesLess()).isFalse();
    }

    @Test
    void lessLossAtTheCostOfGoodputIsNoCure() {
        assertThat(policed(1_000, 100, 980, 0).losesLess()).isTrue();
        assertThat(policed(1_000, 100, 979, 0).losesLess()).isFalse();
    }

    @Test
    void halfOfTheTimeIsFasterUnlessGoodputGoes() {
        assertThat(waiting(1_000, 200_000, 950, 99_000).isFaster()).isTrue();
        assertThat(waiting(1_000, 200_000, 1_000, 103_000).isFaster()).isFalse();
        assertThat(waiting(1_000, 200_000, 949, 99_000).isFaster()).isFalse();
    }

    private static DemoEffect policed(long sentBefore, long lostBefore, long sentAfter, long lostAfter) {
        return effect(
                Windows.queue("n", "q").sent(sentBefore).policed(lostBefore).build(),
                Windows.queue("n", "q").sent(sentAfter).policed(lostAfter).build());
    }

    private static DemoEffect waiting(long sentBefore, long microsBefore, long sentAfter, long microsAfter) {
        return effect(
                Windows.queue("n", "q").sent(sentBefore).rttMicros(microsBefore).build(),
                Windows.queue("n", "q").sent(sentAfter).rttMicros(microsAfter).build());
    }

    private static DemoEffect effect(QueueWindow before, QueueWindow after) {
        return new DemoEffect(List.of(before), List.of(after));
    }
}
