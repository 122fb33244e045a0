// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import java.math.BigInteger;

/**
 * A service curve of two pieces: {@code startRate} for the first {@code startNanos}, {@code rate} from then on. Concave
 * when it starts faster (short delay), convex when it starts slower.
 *
 * <p>Source: Stoica, Zhang and Ng, "A Hierarchical Fair Service Curve Algorithm for Link-Sharing, Real-Time and Priority
 * Services", SIGCOMM'97; tc-hfsc(7): m1, d, m2.
 *
 * @param startRate m1, 0 to 10^12 bit/s
 * @param startNanos d, 0 to 10^9
 * @param rate m2, 1000 to 10^12 bit/s
 */
record HfscCurve(long startRate, long startNanos, long rate) {

    /** What it grants from its beginning to {@code nanos}, in nanobits (10<sup>-9</sup> bit). Exact. */
    BigInteger nanobits(long nanos) {
        return product(startRate, Math.min(nanos, startNanos)).add(product(rate, Math.max(0, nanos - startNanos)));
    }

    /** Starts slower than it goes on. */
    boolean isConvex() {
        return startRate < rate;
    }

    /** The lower of its rates that is more than nothing, in bit/s. */
    long leastRate() {
        return startRate == 0 ? rate : Math.min(startRate, rate);
    }

    /**
     * When the line of the second piece, drawn back, would have begun at nothing, after the beginning of the curve: d (m2 -
     * m1) / m2, rounded down; before it when the curve is concave.
     */
    long offsetNanos() {
        return offset()[0].longValueExact();
    }

    /** What {@link #offsetNanos} leaves out, in parts of 1 / rate of a nanosecond. */
    long offsetRemainder() {
        return offset()[1].longValueExact();
    }

    private BigInteger[] offset() {
        BigInteger ahead = product(startNanos, rate - startRate);
        BigInteger divisor = BigInteger.valueOf(rate);
        BigInteger remainder = ahead.mod(divisor);
        return new BigInteger[] {ahead.subtract(remainder).divide(divisor), remainder};
    }

    private static BigInteger product(long one, long other) {
        return BigInteger.valueOf(one).multiply(BigInteger.valueOf(other));
    }
}
