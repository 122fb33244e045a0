// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EstimatorsTest {
    private static final long MILLI = 1_000_000L;

    @Test
    void timeoutFollowsRfc6298() {
        RetransmissionTimer timer = new RetransmissionTimer();
        assertThat(timer.timeoutNanos()).isEqualTo(RetransmissionTimer.INITIAL_NANOS);

        timer.sample(100 * MILLI);
        assertThat(timer.timeoutNanos()).isEqualTo(300 * MILLI);

        timer.sample(120 * MILLI);
        assertThat(timer.smoothedNanos()).isEqualTo(102_500_000L);
        assertThat(timer.variationNanos()).isEqualTo(42_500_000L);
        assertThat(timer.timeoutNanos()).isEqualTo(272_500_000L);
    }

    @Test
    void backoffIsKeptUntilACleanSample() {
        RetransmissionTimer timer = new RetransmissionTimer();
        timer.sample(100 * MILLI);

        timer.expired();
        timer.expired();
        assertThat(timer.timeoutNanos()).isEqualTo(1_200 * MILLI);

        timer.sample(100 * MILLI);
        assertThat(timer.timeoutNanos()).isEqualTo(250 * MILLI);
    }

    @Test
    void jitterFollowsRfc3550() {
        InterarrivalJitter jitter = new InterarrivalJitter();
        long[] sent = {0, 20, 40, 60, 80};
        long[] received = {10, 30, 55, 70, 91};
        double[] expected = {0, 0, 0.3125, 0.6055, 0.6301};
        for (int i = 0; i < sent.length; i++) {
            jitter.packet(sent[i] * MILLI, received[i] * MILLI);
            assertThat(jitter.nanos() / MILLI).isCloseTo(expected[i], within(0.0001));
        }
    }

    @Test
    void delayVariationFollowsRfc3393() {
        InterarrivalJitter pairs = new InterarrivalJitter();
        assertThat(pairs.packet(0, 10 * MILLI)).isEqualTo(InterarrivalJitter.NONE);
        assertThat(pairs.packet(20 * MILLI, 30 * MILLI)).isZero();
        assertThat(pairs.packet(40 * MILLI, 55 * MILLI)).isEqualTo(5 * MILLI);
        assertThat(pairs.packet(60 * MILLI, 70 * MILLI)).isEqualTo(-5 * MILLI);
        assertThat(pairs.packet(80 * MILLI, 91 * MILLI)).isEqualTo(MILLI);
    }

    @Test
    void firstPacketOfATimestampAndItsFirstEchoGiveOneSample() {
        TimestampRtt rtt = new TimestampRtt();
        rtt.sent(5, 1_000 * MILLI, 77);
        rtt.sent(5, 1_000 * MILLI + 500_000, 78);

        assertThat(rtt.echoed(5, 1_030 * MILLI)).isEqualTo(30 * MILLI);
        assertThat(rtt.matchedMark()).isEqualTo(77);
        assertThat(rtt.echoed(5, 1_031 * MILLI)).isEqualTo(TimestampRtt.NONE);
    }

    @Test
    void timestampWithoutEchoIsForgottenAfterTenSeconds() {
        TimestampRtt rtt = new TimestampRtt();
        rtt.sent(5, 0, 0);
        rtt.sent(6, 1, 0);

        assertThat(rtt.echoed(5, 10_000 * MILLI)).isEqualTo(10_000 * MILLI);
        assertThat(rtt.echoed(6, 10_000 * MILLI + 2)).isEqualTo(TimestampRtt.NONE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyTimestampInOrderIsMatchedHoweverManyAreUnderWay(long seed) {
        Random random = new Random(seed);
        TimestampRtt rtt = new TimestampRtt();
        int echoed = 0;
        for (int i = 1; i < 6_000; i++) {
            rtt.sent(i, i * MILLI, i);
            // The round trip swells from nothing to 2 s.
            while (echoed < i - random.nextInt(1 + i / 3)) {
                echoed++;
                assertThat(rtt.echoed(echoed, i * MILLI)).isEqualTo((i - echoed) * MILLI);
            }
        }
    }

    @Test
    void medianOfAFewValuesIsExact() {
        MedianSampler sampler = new MedianSampler(64);
        for (long value : new long[] {9, 1, 5, 3}) {
            sampler.add(value);
        }
        assertThat(sampler.median()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void medianOfManyValuesIsWithinItsRankBound(long seed) {
        Random random = new Random(seed);
        MedianSampler sampler = new MedianSampler(128);
        int count = 1 + random.nextInt(20_000);
        for (int i = 0; i < count; i++) {
            sampler.add(i);
        }

        assertThat(sampler.size()).isLessThanOrEqualTo(128);
        // Of ascending values each is its own rank; of at least 64 kept, a rank is worth less than a 64th of them.
        assertThat((double) sampler.median()).isCloseTo((count - 1) / 2.0, within(1 + count / 64.0));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void ringKeepsOrderWhileItGrowsAndWraps(long seed) {
        Random random = new Random(seed);
        SegmentRing ring = new SegmentRing();
        long next = 0;
        long first = 0;
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(100) < 52 && !ring.isFull()) {
                ring.append(next, 10, 64, next, 0, (byte) 0);
                next += 10;
            } else if (ring.size() > 0) {
                ring.removeFirst();
                first += 10;
            }
            assertThat(ring.size() * 10L).isEqualTo(next - first);
            if (ring.size() > 0) {
                int any = random.nextInt(ring.size());
                assertThat(ring.start(any)).isEqualTo(first + 10L * any);
                assertThat(ring.sentNanos(any)).isEqualTo(ring.start(any));
                assertThat(ring.firstEndingAfter(first + 10L * any + 9)).isEqualTo(any);
                assertThat(ring.firstEndingAfter(first + 10L * any + 10)).isEqualTo(any + 1);
            }
        }
    }
}
