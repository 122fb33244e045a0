// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HfscClocksTest {
    private static final long MILLISECOND = 1_000_000;
    /** Somewhere in an array. */
    private static final int AT = 5;

    private static HfscClocks clocks(HfscCurve curve) {
        HfscClocks clocks = new HfscClocks(new long[AT + HfscClocks.WORDS]);
        clocks.set(AT, curve);
        return clocks;
    }

    /** tc-hfsc(7) curve (2 Mbit/s, 10 ms, 500 kbit/s): 20 000 bits in the first 10 ms, then 500 bits a millisecond. */
    @Test
    void threePacketsOf1500BytesHaveDeadlinesAt6And18And42Milliseconds() {
        HfscClocks clocks = clocks(new HfscCurve(2_000_000, 10 * MILLISECOND, 500_000));
        clocks.restart(AT, 0);
        long[] deadlines = {6 * MILLISECOND, 18 * MILLISECOND, 42 * MILLISECOND};
        long eligible = 0;
        for (long deadline : deadlines) {
            assertThat(clocks.eligible(AT)).isEqualTo(eligible);
            assertThat(clocks.reachedAfter(AT, 1500)).isEqualTo(deadline);
            clocks.served(AT, 1500);
            eligible = deadline;
        }
    }

    @Test
    void packetOfConvexCurveIsEligibleBeforeTheCurveGrantsAnything() {
        HfscClocks clocks = clocks(new HfscCurve(0, 10 * MILLISECOND, 1_000_000));
        clocks.restart(AT, 0);
        assertThat(clocks.eligible(AT)).isZero();
        assertThat(clocks.reached(AT)).isZero();
        assertThat(clocks.reachedAfter(AT, 1000)).isEqualTo(18 * MILLISECOND);
        clocks.served(AT, 1000);
        assertThat(clocks.eligible(AT)).isEqualTo(8 * MILLISECOND);
        assertThat(clocks.reachedAfter(AT, 1000)).isEqualTo(26 * MILLISECOND);
    }

    @Test
    void convexCurveStartsAnewOnlyOnceItGrantedWhatWasServed() {
        HfscClocks clocks = clocks(new HfscCurve(100_000, 10 * MILLISECOND, 1_000_000));
        clocks.restart(AT, 0);
        clocks.served(AT, 1000);
        assertThat(clocks.reached(AT)).isEqualTo(17 * MILLISECOND);
        clocks.restart(AT, 17 * MILLISECOND - 1);
        assertThat(clocks.reached(AT)).isEqualTo(17 * MILLISECOND);
        assertThat(clocks.eligible(AT)).isEqualTo(8 * MILLISECOND);
        clocks.restart(AT, 17 * MILLISECOND);
        assertThat(clocks.eligible(AT)).isEqualTo(17 * MILLISECOND);
        assertThat(clocks.reachedAfter(AT, 125)).isEqualTo(27 * MILLISECOND);
    }

    @Test
    void burstComesBackOnlyAsFastAsTheSecondRateLeavesRoom() {
        HfscClocks clocks = clocks(new HfscCurve(2_000_000, 10 * MILLISECOND, 500_000));
        clocks.restart(AT, 0);
        clocks.served(AT, 1500);
        // 2000 bits of room at 12 ms, 4000 at 16 ms: the lines cross where 1.5 Mbit/s have used the room.
        clocks.restart(AT, 12 * MILLISECOND);
        assertThat(clocks.reachedAfter(AT, 1500)).isEqualTo(18 * MILLISECOND);
        clocks.restart(AT, 16 * MILLISECOND);
        assertThat(clocks.reachedAfter(AT, 1500)).isEqualTo(22 * MILLISECOND);
        assertThat(clocks.reachedAfter(AT, 3000)).isEqualTo(42 * MILLISECOND);
    }

    @Test
    void longestPacketAtTheLowestRateIsExact() {
        HfscClocks clocks = clocks(new HfscCurve(1000, 0, 1000));
        clocks.restart(AT, 0);
        clocks.served(AT, Integer.MAX_VALUE);
        clocks.served(AT, Integer.MAX_VALUE);
        assertThat(clocks.reached(AT)).isEqualTo(Integer.MAX_VALUE * 2L * 8_000_000);
    }

    /** Against the definition: X(t) is the least over all new backlogs s of w(s) + S(t - s), counted without rounding. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void minimumOfConcaveCurvesIsExactToOneNanosecond(long seed) {
        Random random = new Random(seed);
        long rate = 1000L + random.nextInt(10_000_000);
        HfscCurve curve = new HfscCurve(rate + random.nextInt(50_000_000), random.nextInt(50_000_000), rate);
        HfscClocks clocks = clocks(curve);
        List<long[]> backlogs = new ArrayList<>();
        long nowNanos = 0;
        long servedBytes = 0;
        for (int step = 0; step < 300; step++) {
            if (step == 0 || random.nextInt(3) == 0) {
                nowNanos += random.nextInt(100_000_000);
                clocks.restart(AT, nowNanos);
                backlogs.add(new long[] {nowNanos, servedBytes});
            }
            int lengthBytes = 40 + random.nextInt(3000);
            long toldNanos = clocks.reachedAfter(AT, lengthBytes);
            assertThat(isGranted(curve, backlogs, toldNanos, servedBytes + lengthBytes))
                    .isTrue();
            assertThat(isGranted(curve, backlogs, toldNanos - 1, servedBytes + lengthBytes))
                    .isFalse();
            if (random.nextBoolean()) {
                clocks.served(AT, lengthBytes);
                servedBytes += lengthBytes;
            }
        }
    }

    private static boolean isGranted(HfscCurve curve, List<long[]> backlogs, long atNanos, long bytes) {
        for (long[] backlog : backlogs) {
            BigInteger wanted = BigInteger.valueOf(bytes - backlog[1]).multiply(BigInteger.valueOf(8_000_000_000L));
            if (atNanos < backlog[0] || curve.nanobits(atNanos - backlog[0]).compareTo(wanted) < 0) {
                return false;
            }
        }
        return true;
    }
}
