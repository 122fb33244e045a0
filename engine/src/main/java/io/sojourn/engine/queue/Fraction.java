// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

/** Probabilities and weights from 0 to 1 in units of 2<sup>-56</sup> (1.4e-17): finer than a {@code double} near 1. */
final class Fraction {
    static final int BITS = 56;
    static final long ONE = 1L << BITS;
    /** What {@link io.sojourn.engine.Unit#RATIO} is parts of. */
    static final long PARTS = 1_000_000_000;

    private Fraction() {}

    /** Rounded down to a unit. {@code parts} of 10^9, 0 to 100 * 10^9. */
    static long ofParts(long parts) {
        long high = (parts % PARTS) << 33;
        return ((parts / PARTS) << BITS) + ((high / PARTS) << 23) + ((high % PARTS) << 23) / PARTS;
    }

    /** {@code a * b}, rounded down to a unit; both at most {@link #ONE}. */
    static long times(long a, long b) {
        return scaled(a, b, BITS);
    }

    /** {@code a * b / 2^shift}, rounded down; the result has to fit. */
    static long scaled(long a, long b, int shift) {
        return (Math.multiplyHigh(a, b) << (Long.SIZE - shift)) | ((a * b) >>> shift);
    }

    /** {@code base^exponent} in at most 63 steps; at most {@code 2 * exponent} units too low. */
    static long power(long base, long exponent) {
        long result = ONE;
        long square = base;
        for (long rest = exponent; rest > 0 && result > 0; rest >>= 1) {
            if ((rest & 1) == 1) {
                result = times(result, square);
            }
            square = times(square, square);
        }
        return result;
    }
}
