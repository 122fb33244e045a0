// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShaperTest {
    private static final int FRAME_BYTES = 1_514;

    private static Shaper shaper(long rate, long depth, QueueLimit limit) {
        return new Shaper(new ShaperSettings(rate, depth, limit), SojournRecorder.NONE);
    }

    @Test
    void waitingFrameLeavesAtTheNanosecondItsCreditIsComplete() {
        var shaper = shaper(20_000_000, FRAME_BYTES, QueueLimit.ofPackets(200));
        assertThat(shaper.offer(1, FRAME_BYTES, 0)).isEqualTo(Decision.FORWARD);
        assertThat(shaper.offer(2, FRAME_BYTES, 0)).isEqualTo(Decision.QUEUE);
        assertThat(shaper.offer(3, FRAME_BYTES, 10)).isEqualTo(Decision.QUEUE);
        assertThat(shaper.nextReleaseNanos(10)).isEqualTo(605_600);
        assertThat(shaper.poll(605_599)).isEqualTo(Conditioner.NONE);
        assertThat(shaper.poll(605_600)).isEqualTo(2);
        assertThat(shaper.poll(605_600)).isEqualTo(Conditioner.NONE);
        assertThat(shaper.nextReleaseNanos(605_600)).isEqualTo(1_211_200);
    }

    @Test
    void smallPacketThatWouldFitDoesNotPassTheOneThatWaits() {
        var shaper = shaper(8_000_000, 2_000, QueueLimit.ofPackets(10));
        shaper.offer(1, 1_500, 0);
        assertThat(shaper.offer(2, 1_500, 0)).isEqualTo(Decision.QUEUE);
        assertThat(shaper.offer(3, 100, 0)).isEqualTo(Decision.QUEUE);
        assertThat(shaper.poll(1_000_000)).isEqualTo(2);
        assertThat(shaper.poll(1_000_000)).isEqualTo(Conditioner.NONE);
        assertThat(shaper.poll(1_100_000)).isEqualTo(3);
    }

    @Test
    void packetPastTheLimitOfPacketsIsDroppedFromTheTail() {
        var shaper = shaper(20_000_000, FRAME_BYTES, QueueLimit.ofPackets(83));
        for (int i = 0; i < 84; i++) {
            assertThat(shaper.offer(i, FRAME_BYTES, 0).isDrop()).isFalse();
        }
        assertThat(shaper.offer(84, FRAME_BYTES, 0)).isEqualTo(Decision.DROP_TAIL);
        assertThat(shaper.backlogPackets()).isEqualTo(83);
        assertThat(shaper.counters().backlogPeakBytes()).isEqualTo(83 * FRAME_BYTES);
    }

    @Test
    void limitOfBytesCountsTheWholePacket() {
        var shaper = shaper(8_000, 1_500, QueueLimit.ofBytes(3_000));
        shaper.offer(1, 1_500, 0);
        assertThat(shaper.offer(2, 1_500, 0)).isEqualTo(Decision.QUEUE);
        assertThat(shaper.offer(3, 1_501 - 1, 0)).isEqualTo(Decision.QUEUE);
        assertThat(shaper.offer(4, 1, 0)).isEqualTo(Decision.DROP_TAIL);
        assertThat(shaper.counters().droppedBytes(Decision.DROP_TAIL)).isEqualTo(1);
    }

    @Test
    void bothLimitsHoldAtOnce() {
        var shaper = shaper(8_000, 1_500, new QueueLimit(2, 1_000));
        shaper.offer(0, 1_500, 0);
        assertThat(shaper.offer(1, 10, 0)).isEqualTo(Decision.QUEUE);
        assertThat(shaper.offer(2, 991, 0)).isEqualTo(Decision.DROP_TAIL);
        assertThat(shaper.offer(3, 990, 0)).isEqualTo(Decision.QUEUE);
        assertThat(shaper.offer(4, 1, 0)).isEqualTo(Decision.DROP_TAIL);
    }

    @Test
    void packetLongerThanTheBucketIsDroppedAndBlocksNobody() {
        var shaper = shaper(8_000_000, 1_500, QueueLimit.ofPackets(10));
        assertThat(shaper.offer(1, 1_501, 0)).isEqualTo(Decision.DROP_POLICED);
        assertThat(shaper.offer(2, 1_500, 0)).isEqualTo(Decision.FORWARD);
    }

    @Test
    void everySentPacketHasItsSojournAndEachTenthOfASecondItsFloor() {
        var meter = new SojournMeter();
        var shaper = new Shaper(new ShaperSettings(8_000_000, 1_000, QueueLimit.ofPackets(10)), meter);
        shaper.offer(1, 1_000, 0);
        shaper.offer(2, 1_000, 0);
        shaper.offer(3, 1_000, 400_000);
        shaper.poll(1_000_000);
        shaper.poll(2_500_000);
        assertThat(meter.sojourns().count()).isEqualTo(3);
        assertThat(meter.sojourns().sum()).isEqualTo(1_000_000 + 2_100_000);
        meter.floor().closeBefore(99_999_999);
        assertThat(meter.floor().floors().count()).isZero();
        meter.floor().closeBefore(100_000_000);
        assertThat(meter.floor().floors().count()).isEqualTo(1);
        assertThat(meter.floor().floors().max()).isZero();
    }

    @Test
    void pollMadeLateLosesNoCreditUntilTheBucketIsFull() {
        var shaper = shaper(8_000_000, 3_000, QueueLimit.ofPackets(10));
        shaper.offer(0, 3_000, 0);
        for (int i = 1; i <= 4; i++) {
            shaper.offer(i, 1_000, 0);
        }
        assertThat(List.of(shaper.poll(3_000_000), shaper.poll(3_000_000), shaper.poll(3_000_000)))
                .containsExactly(1L, 2L, 3L);
        assertThat(shaper.poll(3_000_000)).isEqualTo(Conditioner.NONE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyTrafficLeavesInOrderWithinTheBoundAndAsEarlyAsItsCreditAllows(long seed) {
        var random = new Random(seed);
        long rate = random.nextLong(1_000_000, 15_000_000);
        long depth = random.nextLong(1_514, 21_514);
        var shaper = shaper(rate, depth, QueueLimit.ofPackets(1 + random.nextInt(300)));
        var expected = new Expected(shaper, rate, depth);
        long now = 0;
        for (int i = 0; i < 30_000; i++) {
            now += random.nextInt(500) == 0 ? 300_000_000L : random.nextInt(600_000);
            expected.pollUntil(now);
            expected.offer(i, 60 + random.nextInt(1_455), now);
        }
        expected.pollUntil(Long.MAX_VALUE - 1);
        ConditionerCounters counters = shaper.counters();
        assertThat(expected.worstExcessBytes).isLessThanOrEqualTo(depth + 1e-6).isGreaterThan(depth * 0.9);
        assertThat(expected.waiting).isEmpty();
        assertThat(counters.offeredPackets()).isEqualTo(counters.sentPackets() + counters.droppedPackets());
        assertThat(counters.offeredBytes()).isEqualTo(counters.sentBytes() + counters.droppedBytes());
        assertThat(counters.droppedPackets()).isPositive();
    }

    /** What a shaper owes: order, bound, and no rest while something waits and has credit. */
    private static final class Expected {
        private final Shaper shaper;
        private final ArrayDeque<Long> waiting = new ArrayDeque<>();
        private final List<Integer> lengths = new ArrayList<>();
        private final TokenBucket twin;
        private final long rate;
        private double excessBytes;
        private double worstExcessBytes;
        private long lastSentNanos;
        private long clockNanos;

        Expected(Shaper shaper, long rate, long depth) {
            this.shaper = shaper;
            this.rate = rate;
            twin = new TokenBucket(rate, depth);
        }

        void offer(int handle, int length, long now) {
            clockNanos = now;
            lengths.add(length);
            Decision decision = shaper.offer(handle, length, now);
            boolean credit = twin.nanosUntil(length, now) == 0;
            assertThat(decision == Decision.FORWARD).isEqualTo(waiting.isEmpty() && credit);
            if (decision == Decision.FORWARD) {
                sent(handle, now);
            } else if (decision == Decision.QUEUE) {
                waiting.add((long) handle);
            }
        }

        void pollUntil(long now) {
            for (long due = shaper.nextReleaseNanos(clockNanos); due <= now; due = shaper.nextReleaseNanos(due)) {
                if (due > clockNanos) {
                    assertThat(shaper.poll(due - 1)).isEqualTo(Conditioner.NONE);
                }
                clockNanos = due;
                long handle = shaper.poll(due);
                assertThat(handle).isEqualTo(waiting.remove());
                sent((int) handle, due);
            }
        }

        private void sent(int handle, long now) {
            int length = lengths.get(handle);
            assertThat(twin.conforms(length, now)).isTrue();
            excessBytes = Math.max(0, excessBytes - (now - lastSentNanos) * (double) rate / 8e9) + length;
            worstExcessBytes = Math.max(worstExcessBytes, excessBytes);
            lastSentNanos = now;
        }
    }
}
