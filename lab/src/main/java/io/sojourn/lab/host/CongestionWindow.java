// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/**
 * How many segments a sender may have on the way, in three states.
 *
 * <ul>
 *   <li>Open: slow start below the threshold, congestion avoidance above it (RFC 5681, section 3.1).
 *   <li>Recovering from a loss (RFC 6675), until what was sent by then is acknowledged: it does not grow, and with RACK it
 *       comes down in steps, see {@link RateReduction}.
 *   <li>Timed out, until what was sent by then is acknowledged: slow start from one segment.
 * </ul>
 */
final class CongestionWindow {
    private static final int SLOW_START_LIMIT = 2; // RFC 3465, L = 2

    private final CongestionControl control;
    private final int receiveWindowSegments;
    private final RateReduction reduction = new RateReduction();
    private double segments;
    private double slowStartThreshold = Double.MAX_VALUE;
    private boolean recovering;
    private boolean timedOut;
    private long recoveryPoint;

    /** @param initialSegments RFC 6928 */
    CongestionWindow(CongestionControl control, int receiveWindowSegments, int initialSegments) {
        this.control = control;
        this.receiveWindowSegments = receiveWindowSegments;
        this.segments = initialSegments;
    }

    /** Whole segments. */
    int segments() {
        return (int) segments;
    }

    boolean isOpen() {
        return !recovering && !timedOut;
    }

    /** A round-trip time may end slow start. */
    void watchSlowStart(long rttNanos, boolean newRound) {
        if (control.endsSlowStart(segments, rttNanos, newRound) && segments < slowStartThreshold) {
            slowStartThreshold = segments;
        }
    }

    /** Everything before a segment is acknowledged: that may end a recovery. */
    void advanced(long unacknowledged) {
        if (!isOpen() && unacknowledged >= recoveryPoint) {
            segments = recovering ? slowStartThreshold : segments;
            recovering = false;
            timedOut = false;
        }
    }

    void grow(int acked, long srttNanos, long nowNanos) {
        if (!recovering) {
            segments = segments < slowStartThreshold
                    ? segments + Math.min(acked, SLOW_START_LIMIT)
                    : control.grown(segments, acked, srttNanos, nowNanos);
        }
    }

    /**
     * RFC 6675, section 5, step 4: threshold and window go down, and recovery lasts to what was sent by now.
     *
     * @param next first segment not sent yet
     */
    void recover(long next) {
        double before = segments;
        reduce();
        reduction.begin(before, segments);
        recoveryPoint = next;
        recovering = true;
    }

    /** Threshold and window go down at once. */
    void reduce() {
        slowStartThreshold = reduced(false);
        segments = slowStartThreshold;
    }

    /** One step down of a recovery. */
    void reduceRate(int delivered, boolean progress, int pipe) {
        if (recovering) {
            segments = reduction.window(delivered, progress, pipe);
        }
    }

    void sent() {
        reduction.sent();
    }

    /** @param next first segment not sent yet */
    void timedOut(long next) {
        if (!timedOut) {
            // RFC 5681, section 3.1: the threshold is held when the same data times out again.
            slowStartThreshold = reduced(true);
        }
        segments = 1;
        recovering = false;
        timedOut = true;
        recoveryPoint = next;
    }

    private double reduced(boolean afterTimeout) {
        return control.reduced(Math.min(segments, receiveWindowSegments), afterTimeout);
    }
}
