// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import java.math.BigInteger;

/**
 * Service curves under way: from what was served each tells when it grants the next packet (the deadline, eligible and
 * virtual curves of SIGCOMM'97 and their inverses). A curve is {@value #WORDS} words of an array, named by where it begins;
 * a straight line needs only the last four.
 *
 * <p>A concave curve of two pieces is the lower of two lines, a convex one the higher. So it is kept as two clocks, one a
 * line: the time at which that line reaches what was served. Serving moves each on by length / rate; the inverse is the
 * later of the two (convex: the earlier). Of two concave curves of the same rates the minimum is again of that kind, each
 * line being the lower of two parallel ones, so the paper's update at a new backlog is one comparison a clock.
 *
 * <p>Exact: a clock is whole nanoseconds and a remainder in parts of 1 / rate, and nothing is lost however much is served.
 * Times told are rounded up, late by less than 1 ns. Times are compared by their difference and may wrap, so they may be
 * virtual times, which run faster than real ones.
 */
final class HfscClocks {
    /** Words of a curve. */
    static final int WORDS = 9;

    private static final long NANOBITS_PER_BYTE = 8_000_000_000L;
    /** Longest packet whose nanobits fit 63 bits with a remainder. */
    private static final int SHORT_BYTES = 1 << 29;

    private static final int OFFSET_NANOS = 0;
    private static final int OFFSET_REMAINDER = 1;
    private static final int START_RATE = 2;
    /** Clock of the first piece; stands still at the beginning when nothing is granted there. */
    private static final int START_NANOS = 3;

    private static final int START_REMAINDER = 4;
    private static final int FLAGS = 5;
    private static final int RATE = 6;
    /** Clock of the second piece. */
    private static final int NANOS = 7;

    private static final int REMAINDER = 8;

    private static final int IS_LINE = 1;
    private static final int IS_CONVEX = 1 << 1;
    private static final int IS_BEGUN = 1 << 2;
    /** The first piece grants nothing and something was served. */
    private static final int IS_START_OVER = 1 << 3;

    private final long[] words;

    HfscClocks(long[] words) {
        this.words = words;
    }

    /** Puts a curve of which nothing was served yet at this place. */
    void set(int at, HfscCurve curve) {
        boolean isLine = curve.startRate() == curve.rate() || curve.startNanos() == 0;
        words[at + OFFSET_NANOS] = isLine ? 0 : curve.offsetNanos();
        words[at + OFFSET_REMAINDER] = isLine ? 0 : curve.offsetRemainder();
        words[at + START_RATE] = curve.startRate();
        words[at + FLAGS] = (isLine ? IS_LINE : 0) | (curve.isConvex() ? IS_CONVEX : 0);
        words[at + RATE] = curve.rate();
    }

    /**
     * A new backlog begins: X(t) becomes min(X(t), w + S(t - now)). Of convex curves only one of the two is kept, as in ALTQ and
     * Linux (rtsc_min): the new one if it begins below, else the old one, which grants no later.
     */
    void restart(int at, long nowNanos) {
        if (!is(at, IS_BEGUN) || is(at, IS_CONVEX)) {
            if (!is(at, IS_BEGUN) || reached(at) - nowNanos <= 0) {
                begin(at, nowNanos);
            }
            return;
        }
        long offsetNanos = 0;
        long offsetRemainder = 0;
        if (!is(at, IS_LINE)) {
            offsetNanos = words[at + OFFSET_NANOS];
            offsetRemainder = words[at + OFFSET_REMAINDER];
            if (words[at + START_NANOS] - nowNanos < 0) {
                words[at + START_NANOS] = nowNanos;
                words[at + START_REMAINDER] = 0;
            }
        }
        long ahead = words[at + NANOS] - (nowNanos + offsetNanos);
        if (ahead < 0 || (ahead == 0 && words[at + REMAINDER] < offsetRemainder)) {
            words[at + NANOS] = nowNanos + offsetNanos;
            words[at + REMAINDER] = offsetRemainder;
        }
    }

    void served(int at, int lengthBytes) {
        if (!is(at, IS_LINE)) {
            serveStart(at, lengthBytes);
        }
        advance(at + NANOS, words[at + RATE], lengthBytes);
    }

    /** When what was served is granted. */
    long reached(int at) {
        long second = ceiling(words[at + NANOS], words[at + REMAINDER]);
        if (is(at, IS_LINE | IS_START_OVER)) {
            return second;
        }
        return combined(at, ceiling(words[at + START_NANOS], words[at + START_REMAINDER]), second);
    }

    /** When what was served and {@code lengthBytes} more is granted. */
    long reachedAfter(int at, int lengthBytes) {
        long second = after(at + NANOS, words[at + RATE], lengthBytes);
        long startRate = words[at + START_RATE];
        if (is(at, IS_LINE) || (is(at, IS_CONVEX) && startRate == 0)) {
            return second;
        }
        return combined(at, after(at + START_NANOS, startRate, lengthBytes), second);
    }

    /**
     * When serving more may begin so that deadlines can be kept later on: {@link #reached}, or for a convex curve the line
     * of its second rate from its beginning.
     */
    long eligible(int at) {
        return is(at, IS_CONVEX)
                ? ceiling(
                        words[at + NANOS] - words[at + OFFSET_NANOS],
                        words[at + REMAINDER] - words[at + OFFSET_REMAINDER])
                : reached(at);
    }

    /** Moves the curve: all of it is granted so much later. */
    void delay(int at, long delayNanos) {
        words[at + START_NANOS] += delayNanos;
        words[at + NANOS] += delayNanos;
    }

    /** As if nothing had ever been served. */
    void forget(int at) {
        words[at + FLAGS] &= ~IS_BEGUN;
    }

    /** Carries on another curve: as much ahead or behind of a fresh one, in bits, as that one is. */
    void carryOn(int at, HfscClocks before, int beforeAt, long nowNanos) {
        if (!before.is(beforeAt, IS_BEGUN)) {
            return;
        }
        if (is(at, IS_CONVEX) != before.is(beforeAt, IS_CONVEX) || is(at, IS_LINE) != before.is(beforeAt, IS_LINE)) {
            begin(at, later(before.reached(beforeAt), nowNanos));
            return;
        }
        boolean isSame = isSameCurve(at, before, beforeAt);
        words[at + FLAGS] |= IS_BEGUN | (before.words[beforeAt + FLAGS] & IS_START_OVER);
        words[at + START_NANOS] = before.words[beforeAt + START_NANOS];
        words[at + START_REMAINDER] = isSame ? before.words[beforeAt + START_REMAINDER] : 0;
        words[at + NANOS] = isSame ? before.words[beforeAt + NANOS] : converted(at, before, beforeAt, nowNanos);
        words[at + REMAINDER] = isSame ? before.words[beforeAt + REMAINDER] : 0;
    }

    private boolean isSameCurve(int at, HfscClocks other, int otherAt) {
        return words[at + RATE] == other.words[otherAt + RATE]
                && words[at + START_RATE] == other.words[otherAt + START_RATE]
                && words[at + OFFSET_NANOS] == other.words[otherAt + OFFSET_NANOS]
                && words[at + OFFSET_REMAINDER] == other.words[otherAt + OFFSET_REMAINDER];
    }

    private long converted(int at, HfscClocks before, int beforeAt, long nowNanos) {
        long aheadNanos = before.words[beforeAt + NANOS] - (nowNanos + before.words[beforeAt + OFFSET_NANOS]);
        BigInteger bits = BigInteger.valueOf(aheadNanos).multiply(BigInteger.valueOf(before.words[beforeAt + RATE]));
        return nowNanos
                + words[at + OFFSET_NANOS]
                + bits.divide(BigInteger.valueOf(words[at + RATE])).longValue();
    }

    private void begin(int at, long nowNanos) {
        words[at + FLAGS] = (words[at + FLAGS] & ~IS_START_OVER) | IS_BEGUN;
        words[at + START_NANOS] = nowNanos;
        words[at + START_REMAINDER] = 0;
        words[at + NANOS] = nowNanos + words[at + OFFSET_NANOS];
        words[at + REMAINDER] = words[at + OFFSET_REMAINDER];
    }

    private void serveStart(int at, int lengthBytes) {
        if (words[at + START_RATE] == 0) {
            words[at + FLAGS] |= IS_START_OVER;
        } else {
            advance(at + START_NANOS, words[at + START_RATE], lengthBytes);
        }
    }

    private boolean is(int at, int flags) {
        return (words[at + FLAGS] & flags) != 0;
    }

    /** Of a concave curve the later of the two, of a convex one the earlier. */
    private long combined(int at, long first, long second) {
        return (first - second > 0) ^ is(at, IS_CONVEX) ? first : second;
    }

    /** Moves on the clock at {@code clockAt}, nanoseconds and remainder, by length / rate. */
    private void advance(int clockAt, long rate, int lengthBytes) {
        long nanobits = lengthBytes * NANOBITS_PER_BYTE + words[clockAt + 1];
        long passed = quotient(nanobits, rate, lengthBytes);
        words[clockAt] += passed;
        words[clockAt + 1] = nanobits - passed * rate;
    }

    private long after(int clockAt, long rate, int lengthBytes) {
        long nanobits = lengthBytes * NANOBITS_PER_BYTE + words[clockAt + 1];
        long passed = quotient(nanobits, rate, lengthBytes);
        return ceiling(words[clockAt] + passed, nanobits - passed * rate);
    }

    /** 2^31 bytes are 1.72 * 10^19 nanobits, less than 2^64: unsigned they fit. */
    private static long quotient(long nanobits, long rate, int lengthBytes) {
        return lengthBytes < SHORT_BYTES ? nanobits / rate : Long.divideUnsigned(nanobits, rate);
    }

    private static long ceiling(long nanos, long remainder) {
        return remainder > 0 ? nanos + 1 : nanos;
    }

    static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }
}
