// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicerTest {
    @Test
    void constantFourMbitIntoTwoMbitLosesFromPacket159And1921OfAll4000() {
        var policer = new Policer(2_000_000, 100_000);
        int firstDrop = -1;
        for (int i = 0; i < 4_000; i++) {
            Decision decision = policer.offer(i, 1_250, i * 2_500_000L);
            firstDrop = firstDrop < 0 && decision.isDrop() ? i : firstDrop;
        }
        ConditionerCounters counters = policer.counters();
        assertThat(firstDrop).isEqualTo(159);
        assertThat(counters.droppedPackets(Decision.DROP_POLICED)).isEqualTo(1_921);
        assertThat(counters.droppedBytes()).isEqualTo(1_921 * 1_250);
        assertThat(counters.sentPackets()).isEqualTo(2_079);
        assertThat(counters.offeredPackets()).isEqualTo(4_000);
        assertThat(counters.backlogPeakPackets()).isZero();
    }

    @Test
    void burstsOfTwoHundredEveryHalfSecondLose4040From88On() {
        var policer = new Policer(2_000_000, 100_000);
        int firstDrop = -1;
        for (int i = 0; i < 40 * 200; i++) {
            long nowNanos = (i / 200L) * 500_000_000L + (i % 200L) * 500_000L;
            Decision decision = policer.offer(i, 1_250, nowNanos);
            firstDrop = firstDrop < 0 && decision.isDrop() ? i : firstDrop;
        }
        assertThat(firstDrop).isEqualTo(88);
        assertThat(policer.counters().droppedPackets()).isEqualTo(4_040);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void bytesPassedInAnyIntervalNeverExceedDepthPlusRateTimesLength(long seed) {
        var random = new Random(seed);
        long rate = random.nextLong(1_000_000, 20_000_000);
        long depth = random.nextLong(3_000, 103_000);
        var policer = new Policer(rate, depth);
        // Excess over the rate since the best start so far: the interval of greatest excess, found in one pass.
        double excessBytes = 0;
        double worstBytes = 0;
        long now = 0;
        for (int i = 0; i < 50_000; i++) {
            long gap = random.nextLong(random.nextInt(1_000) == 0 ? 1_000_000_000L : 400_000L);
            now += gap;
            excessBytes = Math.max(0, excessBytes - gap * (double) rate / 8e9);
            int length = 60 + random.nextInt(1_455);
            if (policer.offer(i, length, now) == Decision.FORWARD) {
                excessBytes += length;
                worstBytes = Math.max(worstBytes, excessBytes);
            }
        }
        assertThat(worstBytes).isLessThanOrEqualTo(depth + 1e-6).isGreaterThan(depth * 0.9);
        assertThat(policer.counters().droppedPackets()).isPositive();
    }

    @Test
    void levelAtALossIsWhatThePacketDidNotFit() {
        List<Long> levels = new ArrayList<>();
        var policer = new Policer(
                new TokenBucket(8_000_000, 2_000), (level, now) -> levels.add(level), new ConditionerCounters());
        assertThat(policer.offer(1, 1_500, 0)).isEqualTo(Decision.FORWARD);
        assertThat(policer.offer(2, 1_500, 0)).isEqualTo(Decision.DROP_POLICED);
        assertThat(policer.offer(3, 400, 0)).isEqualTo(Decision.FORWARD);
        assertThat(policer.offer(4, 1_500, 7_000)).isEqualTo(Decision.DROP_POLICED);
        assertThat(levels).containsExactly(500L, 107L);
        assertThat(policer.lastTokenLevelBytes()).isEqualTo(107);
    }

    @Test
    void nothingEverWaits() {
        var policer = new Policer(8_000, 1_500);
        policer.offer(1, 1_500, 0);
        policer.offer(2, 1_500, 0);
        assertThat(policer.poll(Long.MAX_VALUE)).isEqualTo(Conditioner.NONE);
        assertThat(policer.nextReleaseNanos(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(policer.backlogPackets() + policer.backlogBytes()).isZero();
    }

    @Test
    void loweredRateHoldsFromTheChangeOn() {
        var policer = new Policer(8_000_000, 1_000);
        policer.offer(1, 1_000, 0);
        policer.reconfigure(4_000_000, 1_000, 0);
        assertThat(policer.offer(2, 1_000, 1_999_999)).isEqualTo(Decision.DROP_POLICED);
        assertThat(policer.offer(3, 1_000, 2_000_000)).isEqualTo(Decision.FORWARD);
    }

    @Test
    void refusesANegativeHandleOrAnEmptyPacket() {
        var policer = new Policer(8_000, 1_500);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policer.offer(-1, 1, 0))
                .withMessageContaining("handle=-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policer.offer(1, 0, 0))
                .withMessageContaining("lengthBytes=0");
        assertThat(policer.counters().offeredPackets()).isZero();
    }
}
