// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VirtualClockTest {
    private static final long MILLISECOND = 1_000_000;

    @Test
    void packetOf1514BytesAt20MbitTakes605600Nanos() {
        VirtualClock clock = clock(20_000_000);
        clock.wake(1_000);
        assertThat(clock.readyNanos()).isEqualTo(1_000);
        clock.charge(1514, 1_000);
        assertThat(clock.readyNanos()).isEqualTo(1_000 + 605_600);
    }

    @Test
    void remaindersAddUp() {
        VirtualClock clock = clock(3_000_000_000L);
        clock.wake(0);
        for (int i = 1; i <= 3_000; i++) {
            clock.charge(1, clock.readyNanos());
            // A byte takes 8/3 ns.
            assertThat(clock.readyNanos()).isEqualTo((8L * i + 2) / 3);
        }
    }

    @Test
    void timeInWhichNothingWaitedIsGone() {
        VirtualClock clock = clock(20_000_000);
        clock.wake(0);
        clock.charge(1514, 0);
        clock.wake(50 * MILLISECOND);
        clock.charge(1514, 50 * MILLISECOND);
        assertThat(clock.readyNanos()).isEqualTo(50 * MILLISECOND + 605_600);
    }

    @Test
    void latenessIsMadeUpForButNotMoreThanFourMilliseconds() {
        VirtualClock clock = clock(20_000_000);
        clock.wake(0);
        clock.charge(1514, MILLISECOND);
        assertThat(clock.readyNanos()).isEqualTo(605_600);
        clock.charge(1514, 100 * MILLISECOND);
        assertThat(clock.readyNanos()).isEqualTo(96 * MILLISECOND + 605_600);
    }

    @Test
    void onASlowLinkTwoFullPacketsAreMadeUpFor() {
        VirtualClock clock = new VirtualClock();
        clock.configure(1_000_000, 12_112_000);
        clock.wake(0);
        clock.charge(100, 20 * MILLISECOND);
        assertThat(clock.readyNanos()).isEqualTo(800_000);
    }

    @Test
    void whatWasLentIsNotPaidBack() {
        VirtualClock clock = clock(8_000_000);
        clock.wake(0);
        for (int i = 0; i < 50; i++) {
            clock.chargeLent(1000, i);
        }
        assertThat(clock.readyNanos()).isEqualTo(49 + MILLISECOND);
        clock.chargeLent(10, 50);
        assertThat(clock.readyNanos())
                .as("a short packet does not move it back")
                .isEqualTo(49 + MILLISECOND);
    }

    @Test
    void newRateGivesNothingAway() {
        VirtualClock clock = clock(8_000_000);
        clock.wake(0);
        clock.charge(1000, 0);
        clock.configure(80_000_000, 0);
        assertThat(clock.readyNanos()).isEqualTo(MILLISECOND);
    }

    @Test
    void noLengthAndNoRateOverflow() {
        VirtualClock clock = clock(1);
        clock.wake(0);
        clock.charge(Integer.MAX_VALUE, 0);
        assertThat(clock.readyNanos()).isEqualTo((1L << 30) * 8_000_000_000L);
        VirtualClock unlimited = clock(0);
        unlimited.wake(5);
        unlimited.charge(Integer.MAX_VALUE, 5);
        assertThat(unlimited.readyNanos()).isNegative();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void bytesInAnyIntervalAreAtMostOnePacketMoreThanTheRateAllows(long seed) {
        Random random = new Random(seed);
        long rate = 1_000_000L + random.nextInt(1_000_000_000);
        VirtualClock clock = clock(rate);
        long nowNanos = random.nextInt(1000);
        clock.wake(nowNanos);
        // Most over all intervals that end here of bits - rate * time: Kadane's, over departures.
        long worstNanobits = 0;
        long beforeNanos = nowNanos;
        for (int i = 0; i < 20_000; i++) {
            nowNanos = Math.max(nowNanos, clock.readyNanos());
            if (random.nextInt(20) == 0) {
                nowNanos += random.nextInt(1_000_000);
                clock.wake(nowNanos);
            }
            int lengthBytes = 40 + random.nextInt(1475);
            clock.charge(lengthBytes, nowNanos);
            worstNanobits = Math.max(0, worstNanobits - (nowNanos - beforeNanos) * rate);
            beforeNanos = nowNanos;
            // Before this packet: whole packets that left earlier, in excess of the time since.
            assertThat(worstNanobits).isLessThanOrEqualTo(rate);
            worstNanobits += lengthBytes * 8_000_000_000L;
        }
    }

    private static VirtualClock clock(long rate) {
        VirtualClock clock = new VirtualClock();
        clock.configure(rate, 0);
        return clock;
    }
}
