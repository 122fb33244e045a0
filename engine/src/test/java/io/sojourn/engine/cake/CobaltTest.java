// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class CobaltTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long RTT = 100 * MILLISECOND;

    private final Cobalt.State state = new Cobalt.State();
    private final Cobalt cobalt = new Cobalt(RTT, 20_000_000, 1514, 7);

    @Test
    void targetAndIntervalGrowOnSlowLinksOnly() {
        Cobalt slow = new Cobalt(RTT, 1_000_000, 1514, 1);
        assertThat(slow.targetNanos()).isEqualTo(18_168_000);
        assertThat(slow.intervalNanos()).isEqualTo(113_168_000);
        assertThat(cobalt.targetNanos()).isEqualTo(5_000_000);
        assertThat(cobalt.intervalNanos()).isEqualTo(100_000_000);
        Cobalt slowest = new Cobalt(RTT, 220_000, 1514, 1);
        assertThat(slowest.targetNanos()).isEqualTo(82_581_817);
        assertThat(slowest.intervalNanos()).isEqualTo(177_581_817);
    }

    @Test
    void intervalIsAtLeastTwiceTheTarget() {
        Cobalt slow = new Cobalt(MILLISECOND, 1_000_000, 1514, 1);
        assertThat(slow.targetNanos()).isEqualTo(18_168_000);
        assertThat(slow.intervalNanos()).isEqualTo(36_336_000);
    }

    @Test
    void firstSignalComesOneIntervalAfterTheTargetWasExceededThenFaster() {
        List<Long> drops = new ArrayList<>();
        for (long now = 0; now <= 400 * MILLISECOND; now += 10_000) {
            if (cobalt.verdict(state, 20 * MILLISECOND, false, now) == Cobalt.DROP) {
                drops.add(now / 10_000);
            }
        }
        // 100 ms, then 100 ms / sqrt(2), / sqrt(3), ... after the one before, on a grid of 10 us.
        assertThat(drops).startsWith(10_000L, 17_072L, 22_845L, 27_845L, 32_317L, 36_400L);
    }

    @Test
    void signalIsDueExactlyAfterTheInterval() {
        assertThat(cobalt.verdict(state, 5 * MILLISECOND + 1, true, 0)).isEqualTo(Cobalt.PASS);
        assertThat(cobalt.verdict(state, 5 * MILLISECOND + 1, true, RTT - 1)).isEqualTo(Cobalt.PASS);
        assertThat(cobalt.verdict(state, 5 * MILLISECOND + 1, true, RTT)).isEqualTo(Cobalt.MARK);
    }

    @Test
    void sojournOfTheTargetItselfIsGood() {
        for (long now = 0; now < 1000 * MILLISECOND; now += MILLISECOND) {
            assertThat(cobalt.verdict(state, 5 * MILLISECOND, false, now)).isEqualTo(Cobalt.PASS);
        }
    }

    @Test
    void sojournHasToExceedFourFullPacketsToo() {
        Cobalt fast = new Cobalt(MILLISECOND, 12_112_000, 1514, 1);
        assertThat(fast.targetNanos()).isEqualTo(1_500_000);
        assertThat(firstDropMillis(fast, 4 * MILLISECOND)).isEqualTo(-1);
        assertThat(firstDropMillis(fast, 4 * MILLISECOND + 1)).isEqualTo(3);
    }

    @Test
    void frequencyFallsAsItRose() {
        long now = 0;
        while (state.signals < 10) {
            cobalt.verdict(state, 20 * MILLISECOND, false, now);
            now += 100_000;
        }
        int before = state.signals;
        for (int i = 0; i < 20_000 && state.signals > 0; i++) {
            assertThat(cobalt.verdict(state, 0, false, now)).isEqualTo(Cobalt.PASS);
            assertThat(before - state.signals).isBetween(0, 1);
            before = state.signals;
            now += 100_000;
        }
        assertThat(state.signals).isZero();
        // Sum of interval / sqrt(count) from 9 down to 1, and one more.
        assertThat(now).isBetween(900 * MILLISECOND, 1_300 * MILLISECOND);
    }

    @Test
    void signalsMissedWhileNothingLeftAreNotMadeUpFor() {
        for (long now = 0; now < 300 * MILLISECOND; now += MILLISECOND) {
            cobalt.verdict(state, 20 * MILLISECOND, true, now);
        }
        int marks = 0;
        for (int i = 0; i < 50; i++) {
            marks += cobalt.verdict(state, 20 * MILLISECOND, true, 10_000 * MILLISECOND + i * 1_000L);
        }
        assertThat(marks).isEqualTo(2 * Cobalt.MARK);
    }

    @Test
    void blueRisesBy256thAndFallsBy4096thOncePerTarget() {
        cobalt.overflowed(state, 0);
        cobalt.overflowed(state, 5 * MILLISECOND);
        assertThat(state.dropOdds).isEqualTo(Cobalt.CERTAIN / 256);
        cobalt.overflowed(state, 5 * MILLISECOND + 1);
        assertThat(state.dropOdds).isEqualTo(2 * Cobalt.CERTAIN / 256);
        cobalt.emptied(state, 10 * MILLISECOND + 1);
        assertThat(state.dropOdds).isEqualTo(2 * Cobalt.CERTAIN / 256);
        cobalt.emptied(state, 10 * MILLISECOND + 2);
        assertThat(state.dropOdds).isEqualTo(2 * Cobalt.CERTAIN / 256 - Cobalt.CERTAIN / 4096);
    }

    @Test
    void blueIsAtMostCertainAndForgetsWhileNobodyLooks() {
        for (long i = 1; i <= 1000; i++) {
            cobalt.overflowed(state, i * 6 * MILLISECOND);
        }
        assertThat(state.dropOdds).isEqualTo(Cobalt.CERTAIN);
        cobalt.resumed(state, 6_000 * MILLISECOND + 4095 * 5 * MILLISECOND);
        assertThat(state.dropOdds).isEqualTo(Cobalt.CERTAIN / 4096);
        cobalt.resumed(state, 1_000_000 * MILLISECOND);
        assertThat(state.dropOdds).isZero();
    }

    @Test
    void blueDropsItsShareWhateverThePacketsEcnField() {
        state.dropOdds = Cobalt.CERTAIN / 4;
        int drops = 0;
        for (int i = 0; i < 100_000; i++) {
            drops += (cobalt.verdict(state, 0, true, i) & Cobalt.DROP) / Cobalt.DROP;
        }
        assertThat(drops).isBetween(24_500, 25_500);
    }

    @Test
    void gapsAreTheIntervalOverTheRoot() {
        for (int count : new int[] {1, 2, 3, 4, 16, 100, 1023, 4096}) {
            assertThat(cobalt.gapNanos(count)).isCloseTo((long) (RTT / Math.sqrt(count)), Offset.offset(1L));
        }
        for (int count = 4097; count < 1 << 20; count += 37) {
            double exact = RTT / Math.sqrt(count);
            assertThat((double) cobalt.gapNanos(count)).isBetween(exact - 1, exact * (1 + 1 / 2000.0));
        }
        assertThat(cobalt.gapNanos(0)).isEqualTo(RTT);
        assertThat(new Cobalt(1_000_000_000_000L, 0, 1514, 1).gapNanos(4)).isEqualTo(500_000_000_000L);
    }

    @Test
    void flowIsForgottenOneIntervalAfterItsLastPacket() {
        cobalt.verdict(state, 0, true, 50);
        assertThat(cobalt.isAtRest(state, 50 + RTT - 1)).isFalse();
        assertThat(cobalt.isAtRest(state, 50 + RTT)).isTrue();
    }

    private static long firstDropMillis(Cobalt cobalt, long sojournNanos) {
        Cobalt.State state = new Cobalt.State();
        for (long now = 0; now < 1000 * MILLISECOND; now += MILLISECOND) {
            if (cobalt.verdict(state, sojournNanos, false, now) != Cobalt.PASS) {
                return now / MILLISECOND;
            }
        }
        return -1;
    }
}
