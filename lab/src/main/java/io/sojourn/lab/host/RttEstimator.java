// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/**
 * Round-trip time and retransmission timeout of one sender.
 *
 * <p>Source: RFC 6298, sections 2 and 5. Worked: samples of 100 and 120 ms give SRTT 102.5, RTTVAR 42.5, RTO 272.5 ms
 * before the floor.
 */
final class RttEstimator {
    private static final long INITIAL_RTO_NANOS = 1_000_000_000L;
    private static final long RTO_LIMIT_NANOS = 60_000_000_000L;

    private final long rtoFloorNanos;
    private final boolean floorOfVariance;
    private long srttNanos;
    private long varianceNanos;
    private long minNanos = Long.MAX_VALUE;
    private int backoff;

    /** @param rtoFloorNanos least timeout */
    RttEstimator(long rtoFloorNanos) {
        this(rtoFloorNanos, false);
    }

    /** @param floorOfVariance whether the floor is of what is added to the SRTT, as in Linux (tcp_rto_min) */
    RttEstimator(long rtoFloorNanos, boolean floorOfVariance) {
        this.rtoFloorNanos = rtoFloorNanos;
        this.floorOfVariance = floorOfVariance;
    }

    /** A sample that is surely of one sending (Karn's rule, or timestamps). Ends the backoff. */
    void sample(long rttNanos) {
        if (minNanos == Long.MAX_VALUE) {
            srttNanos = rttNanos;
            varianceNanos = rttNanos / 2;
        } else {
            // RFC 6298 (2.3): RTTVAR first, with the old SRTT.
            varianceNanos += (Math.abs(srttNanos - rttNanos) - varianceNanos) / 4;
            srttNanos += (rttNanos - srttNanos) / 8;
        }
        minNanos = Math.min(minNanos, rttNanos);
        backoff = 0;
    }

    /** RFC 6298 (5.5): the timer doubles. */
    void timedOut() {
        backoff = Math.min(backoff + 1, 16);
    }

    long timeoutNanos() {
        return Math.min(RTO_LIMIT_NANOS, Math.max(rtoFloorNanos, baseNanos()) << backoff);
    }

    private long baseNanos() {
        if (minNanos == Long.MAX_VALUE) {
            return INITIAL_RTO_NANOS;
        }
        return srttNanos + Math.max(floorOfVariance ? rtoFloorNanos : 0, 4 * varianceNanos);
    }

    /** 0 before the first sample. */
    long srttNanos() {
        return srttNanos;
    }

    /** Least sample; {@code Long.MAX_VALUE} before the first. */
    long minNanos() {
        return minNanos;
    }
}
