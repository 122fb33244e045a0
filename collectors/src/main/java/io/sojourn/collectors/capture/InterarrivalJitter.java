// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

/**
 * RFC 3550 section 6.4.1: D = (R_j - R_i) - (S_j - S_i), J += (|D| - J)/16, over consecutive packets.
 *
 * <p>Example (ms): S 0, 20, 40, 60, 80 and R 10, 30, 55, 70, 91 give J 0, 0.3125, 0.6055, 0.6301 and
 * D 0, 5, -5, 1. A constant difference of
 * the two clocks cancels; a packet that is missing or out of order is the caller's to leave out.
 */
final class InterarrivalJitter {
    /** The first packet has none before it. */
    static final long NONE = Long.MIN_VALUE;

    private boolean started;
    private long lastTransitNanos;
    private double jitterNanos;

    /**
     * @param sentNanos by the sender's clock, whatever its start
     * @return D: the packet's delay less that of the one before, which RFC 3393 calls IPDV; or {@link #NONE}
     */
    long packet(long sentNanos, long receivedNanos) {
        long transit = receivedNanos - sentNanos;
        long difference = started ? transit - lastTransitNanos : NONE;
        if (started) {
            jitterNanos += (Math.abs(difference) - jitterNanos) / 16;
        }
        started = true;
        lastTransitNanos = transit;
        return difference;
    }

    double nanos() {
        return jitterNanos;
    }
}
