// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

/**
 * Presumes the sending before a retransmission lost, and takes it back when the retransmission proves spurious: the receiver
 * reports that it got the bytes twice (DSACK, RFC 2883), or acknowledges them with an older timestamp than the
 * retransmission's (Eifel, RFC 3522), or sooner after it than a round trip takes. Receivers do not report every duplicate.
 *
 * <p>One kind of spurious retransmission leaves no such trace: when it overtakes a reordered original, that arrives with an
 * older timestamp and is discarded (PAWS, RFC 7323 section 5) mostly without a report. So while at least a quarter of a
 * flow's latest retransmissions, and at least {@value #PROVEN_LEAST}, have proven spurious, a loss is believed only when the
 * segment was sent again later than the spread of the round-trip times after its first sending. Real losses repaired faster
 * than that are then missed.
 *
 * <p>A loss counts in the flow once no report has come for max(0.5 s, 2 RTT), at most 4 s. Loss trails show it at once, since
 * they lag as much.
 */
final class Resends {
    private static final long LEAST_HOLD_NANOS = 500_000_000L;
    private static final long LONGEST_HOLD_NANOS = LossHistory.LAG_MILLIS * 1_000_000L;

    private static final int PROVEN_LEAST = 8;
    /** Retransmissions that the share of spurious ones remembers, as the time constant of an average. */
    private static final double MEMORY = 64;

    private final Flow flow;
    private final ResendLog log = new ResendLog();
    private double latest;
    private double latestSpurious;
    private long spreadNanos;

    Resends(Flow flow) {
        this.flow = flow;
    }

    /**
     * A sending is presumed lost.
     *
     * @param seen whether it passed the capture point
     */
    void lost(long start, long sentNanos, int wireBytes, boolean seen, long nowNanos) {
        if (log.isFull()) {
            confirmFirst();
        }
        latest += 1 - latest / MEMORY;
        latestSpurious -= latestSpurious / MEMORY;
        flow.presumedLost(sentNanos, wireBytes, seen);
        log.add(start, sentNanos, wireBytes, nowNanos);
    }

    /** The receiver got [left, right) twice: one sending of each of its segments was not lost. */
    void duplicate(long left, long right) {
        if (left >= right) {
            return;
        }
        int known = log.newestWithin(left, right, ResendLog.ARRIVED);
        int entry = known >= 0 ? known : log.newestWithin(left, right, ResendLog.PRESUMED);
        if (entry < 0) {
            return;
        }
        log.turn(entry, ResendLog.REPORTED);
        if (known < 0) {
            spurious(entry);
        }
        long start = log.start(entry);
        duplicate(left, start);
        duplicate(start + 1, right);
    }

    /** What was acknowledged of this segment cannot be its last sending, so the one before had arrived. */
    void arrivedBefore(long start) {
        int entry = log.newestWithin(start, start + 1, ResendLog.PRESUMED);
        if (entry >= 0) {
            log.turn(entry, ResendLog.ARRIVED);
            spurious(entry);
        }
    }

    private void spurious(int entry) {
        latestSpurious++;
        flow.restored(log.lostNanos(entry), log.wireBytes(entry));
    }

    /** @param rttSpreadNanos greatest less least round-trip time of late */
    void confirm(long nowNanos, long smoothedRttNanos, long rttSpreadNanos) {
        spreadNanos = rttSpreadNanos;
        long hold = Math.min(LONGEST_HOLD_NANOS, Math.max(LEAST_HOLD_NANOS, 2 * smoothedRttNanos));
        while (log.size() > 0 && nowNanos - log.resentNanos(0) >= hold) {
            confirmFirst();
        }
    }

    void confirmAll() {
        while (log.size() > 0) {
            confirmFirst();
        }
        log.release();
    }

    private void confirmFirst() {
        if (log.isPresumed(0)) {
            boolean doubtful = latestSpurious >= PROVEN_LEAST && 4 * latestSpurious >= latest;
            if (doubtful && log.resentNanos(0) - log.lostNanos(0) <= spreadNanos) {
                flow.restored(log.lostNanos(0), log.wireBytes(0));
            } else {
                flow.confirmedLost(1);
            }
        }
        log.removeFirst();
    }
}
