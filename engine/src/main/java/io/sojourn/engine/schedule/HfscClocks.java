// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import java.math.BigInteger;

/**
 * A service curve under way: from what was served it tells when the curve grants the next packet (the deadline, eligible
 * and virtual curves of SIGCOMM'97 and their inverses).
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
    private static final long NANOBITS_PER_BYTE = 8_000_000_000L;
    /** Longest packet whose nanobits fit 63 bits with a remainder. */
    private static final int SHORT_BYTES = 1 << 29;

    private final HfscCurve curve;
    private final boolean isConvex;
    private final boolean isLine;
    private final long startRate;
    private final long rate;
    private final long offsetNanos;
    private final long offsetRemainder;

    private boolean isBegun;
    /** Clock of the first piece; stands still at the beginning when nothing is granted there. */
    private long startNanos;

    private long startRemainder;
    /** The first piece grants nothing and something was served. */
    private boolean isStartOver;
    /** Clock of the second piece. */
    private long nanos;

    private long remainder;

    HfscClocks(HfscCurve curve) {
        this.curve = curve;
        isConvex = curve.isConvex();
        isLine = curve.startRate() == curve.rate() || curve.startNanos() == 0;
        startRate = curve.startRate();
        rate = curve.rate();
        offsetNanos = isLine ? 0 : curve.offsetNanos();
        offsetRemainder = isLine ? 0 : curve.offsetRemainder();
    }

    /**
     * A new backlog begins: X(t) becomes min(X(t), w + S(t - now)). Of convex curves only one of the two is kept, as in ALTQ and
     * Linux (rtsc_min): the new one if it begins below, else the old one, which grants no later.
     */
    void restart(long nowNanos) {
        if (!isBegun || isConvex) {
            if (!isBegun || reached() - nowNanos <= 0) {
                begin(nowNanos);
            }
            return;
        }
        if (startNanos - nowNanos < 0) {
            startNanos = nowNanos;
            startRemainder = 0;
        }
        long ahead = nanos - (nowNanos + offsetNanos);
        if (ahead < 0 || (ahead == 0 && remainder < offsetRemainder)) {
            nanos = nowNanos + offsetNanos;
            remainder = offsetRemainder;
        }
    }

    void served(int lengthBytes) {
        if (!isLine) {
            serveStart(lengthBytes);
        }
        long nanobits = lengthBytes * NANOBITS_PER_BYTE + remainder;
        long passed = quotient(nanobits, rate, lengthBytes);
        nanos += passed;
        remainder = nanobits - passed * rate;
    }

    /** When what was served is granted. */
    long reached() {
        return combined(ceiling(startNanos, startRemainder), ceiling(nanos, remainder));
    }

    /** When what was served and {@code lengthBytes} more is granted. */
    long reachedAfter(int lengthBytes) {
        long second = after(nanos, remainder, rate, lengthBytes);
        if (isLine || (isConvex && startRate == 0)) {
            return second;
        }
        long first = after(startNanos, startRemainder, startRate, lengthBytes);
        return (first - second > 0) ^ isConvex ? first : second;
    }

    /**
     * When serving more may begin so that deadlines can be kept later on: {@link #reached}, or for a convex curve the line
     * of its second rate from its beginning.
     */
    long eligible() {
        return isConvex ? ceiling(nanos - offsetNanos, remainder - offsetRemainder) : reached();
    }

    /** Moves the curve: all of it is granted so much later. */
    void delay(long delayNanos) {
        startNanos += delayNanos;
        nanos += delayNanos;
    }

    /** As if nothing had ever been served. */
    void forget() {
        isBegun = false;
    }

    /** Carries on another curve: as much ahead or behind of a fresh one, in bits, as that one is. */
    void carryOn(HfscClocks before, long nowNanos) {
        if (!before.isBegun) {
            return;
        }
        if (isConvex != before.isConvex || isLine != before.isLine) {
            begin(later(before.reached(), nowNanos));
            return;
        }
        isBegun = true;
        isStartOver = before.isStartOver;
        startNanos = before.startNanos;
        startRemainder = curve.equals(before.curve) ? before.startRemainder : 0;
        nanos = before.nanos;
        remainder = before.remainder;
        if (!curve.equals(before.curve)) {
            long aheadNanos = before.nanos - (nowNanos + before.offsetNanos);
            BigInteger bits = BigInteger.valueOf(aheadNanos).multiply(BigInteger.valueOf(before.rate));
            nanos = nowNanos
                    + offsetNanos
                    + bits.divide(BigInteger.valueOf(rate)).longValue();
            remainder = 0;
        }
    }

    private void begin(long nowNanos) {
        isBegun = true;
        isStartOver = false;
        startNanos = nowNanos;
        startRemainder = 0;
        nanos = nowNanos + offsetNanos;
        remainder = offsetRemainder;
    }

    private void serveStart(int lengthBytes) {
        if (startRate == 0) {
            isStartOver = true;
            return;
        }
        long nanobits = lengthBytes * NANOBITS_PER_BYTE + startRemainder;
        long passed = quotient(nanobits, startRate, lengthBytes);
        startNanos += passed;
        startRemainder = nanobits - passed * startRate;
    }

    private long combined(long first, long second) {
        if (isLine || isStartOver) {
            return second;
        }
        return (first - second > 0) ^ isConvex ? first : second;
    }

    private static long after(long nanos, long remainder, long rate, int lengthBytes) {
        long nanobits = lengthBytes * NANOBITS_PER_BYTE + remainder;
        long passed = quotient(nanobits, rate, lengthBytes);
        return ceiling(nanos + passed, nanobits - passed * rate);
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
