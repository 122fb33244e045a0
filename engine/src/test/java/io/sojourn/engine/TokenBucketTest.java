// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketTest {
    private static final long RATE = 20_000_000;
    private static final int FRAME_BYTES = 1514;

    @Test
    void fullBucketOf625000BytesPasses412FullFramesAtOnce() {
        var bucket = new TokenBucket(RATE, 625_000);
        int passed = 0;
        while (bucket.conforms(FRAME_BYTES, 5)) {
            passed++;
        }
        assertThat(passed).isEqualTo(412);
        assertThat(bucket.levelBytes(5)).isEqualTo(625_000 - 412 * FRAME_BYTES);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1_000_000_000_000_000L, Long.MAX_VALUE / 2})
    void packetConformsAtTheFirstNanosecondItsCreditIsCompleteWhereverTheClockBegins(long startNanos) {
        var bucket = new TokenBucket(RATE, FRAME_BYTES);
        assertThat(bucket.conforms(FRAME_BYTES, startNanos)).isTrue();
        assertThat(bucket.nanosUntil(FRAME_BYTES, startNanos)).isEqualTo(605_600);
        assertThat(bucket.conforms(FRAME_BYTES, startNanos + 605_599)).isFalse();
        assertThat(bucket.conforms(FRAME_BYTES, startNanos + 605_600)).isTrue();
    }

    @Test
    void waitIsRoundedUpWhenTheRateDoesNotDivideTheCredit() {
        var bucket = new TokenBucket(3_000_000, FRAME_BYTES);
        assertThat(bucket.conforms(FRAME_BYTES, 0)).isTrue();
        // One byte is 8e9 nanobits: 2666.67 ns at 3 Mbit/s.
        assertThat(bucket.nanosUntil(1, 0)).isEqualTo(2667);
        assertThat(bucket.conforms(1, 2666)).isFalse();
        assertThat(bucket.conforms(1, 2667)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void askingOftenNeitherEarnsNorLosesCredit(long seed) {
        var random = new Random(seed);
        var asked = new TokenBucket(7_777_777, 50_000);
        var left = new TokenBucket(7_777_777, 50_000);
        assertThat(asked.conforms(50_000, 0)).isTrue();
        assertThat(left.conforms(50_000, 0)).isTrue();
        long now = 0;
        for (int i = 0; i < 10_000; i++) {
            now += random.nextInt(2_000);
            asked.levelBytes(now);
        }
        assertThat(asked.nanosUntil(50_000, now)).isEqualTo(left.nanosUntil(50_000, now));
    }

    @Test
    void creditStopsAtTheDepthAfterAnyIdleTimeAtAnyRate() {
        var bucket = new TokenBucket(TokenBucket.RATE_LIMIT_BITS_PER_SECOND, TokenBucket.DEPTH_LIMIT_BYTES);
        assertThat(bucket.conforms(1 << 30, 0)).isTrue();
        assertThat(bucket.levelBytes(Long.MAX_VALUE)).isEqualTo(1L << 30);
    }

    @Test
    void creditIsFullAtTheNanosecondThatCompletesItNotBefore() {
        var bucket = new TokenBucket(8, 1);
        assertThat(bucket.conforms(1, 0)).isTrue();
        assertThat(bucket.levelBytes(999_999_999)).isZero();
        assertThat(bucket.levelBytes(1_000_000_000)).isEqualTo(1);
    }

    @Test
    void packetLongerThanTheDepthNeverConforms() {
        var bucket = new TokenBucket(RATE, FRAME_BYTES - 1);
        assertThat(bucket.nanosUntil(FRAME_BYTES, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(bucket.conforms(FRAME_BYTES, 0)).isFalse();
        assertThat(bucket.conforms(Integer.MAX_VALUE, 0)).isFalse();
        assertThat(bucket.levelBytes(0)).isEqualTo(FRAME_BYTES - 1);
    }

    /** Credit by the definition, min(depth, credit + rate x time), in integers of any size. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void levelIsThatOfTheDefinitionAtAnyRateDepthAndGap(long seed) {
        var random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            long rate = 1 + random.nextLong(TokenBucket.RATE_LIMIT_BITS_PER_SECOND >> random.nextInt(40));
            int depth = 1 + random.nextInt(1 << (1 + random.nextInt(30)));
            long fillNanos = depth * 8_000_000_000L / rate;
            var bucket = new TokenBucket(rate, depth);
            BigInteger full = BigInteger.valueOf(depth * 8_000_000_000L);
            BigInteger credit = full;
            long now = random.nextLong() >> 2;
            assertThat(bucket.levelBytes(now)).isEqualTo(depth);
            for (int step = 0; step < 50; step++) {
                long gap = step % 3 == 0 ? fillNanos + random.nextInt(3) : random.nextLong(fillNanos + 2);
                now += gap;
                credit = full.min(credit.add(BigInteger.valueOf(gap).multiply(BigInteger.valueOf(rate))));
                int length = 1 + random.nextInt(depth);
                BigInteger left = credit.subtract(BigInteger.valueOf(length * 8_000_000_000L));
                assertThat(bucket.covers(length, now)).isEqualTo(left.signum() >= 0);
                assertThat(bucket.conforms(length, now)).isEqualTo(left.signum() >= 0);
                credit = left.signum() >= 0 ? left : credit;
                assertThat(bucket.levelBytes(now)).isEqualTo(credit.longValueExact() / 8_000_000_000L);
            }
        }
    }

    @Test
    void newRateEarnsFromTheChangeOnAndDepthOnlyTakesAway() {
        var bucket = new TokenBucket(8_000, 1_000);
        assertThat(bucket.conforms(1_000, 0)).isTrue();
        bucket.reconfigure(16_000, 2_000, 500_000_000);
        assertThat(bucket.levelBytes(500_000_000)).isEqualTo(500);
        assertThat(bucket.levelBytes(1_000_000_000)).isEqualTo(1_500);
        bucket.reconfigure(16_000, 100, 1_000_000_000);
        bucket.reconfigure(16_000, 2_000, 1_000_000_000);
        assertThat(bucket.levelBytes(1_000_000_000)).isEqualTo(100);
    }

    @Test
    void refusesARateOrDepthOutsideItsRangeNamingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TokenBucket(0, 1))
                .withMessage("rateBitsPerSecond=0 is not from 1 to 1000000000000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TokenBucket(1, 0))
                .withMessage("depthBytes=0 is not from 1 to 1073741824");
    }
}
