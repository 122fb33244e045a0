// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

/**
 * Presumes the sending before a retransmission lost, and takes it back when the receiver reports that it got the bytes twice
 * (DSACK, RFC 2883): then the retransmission was spurious.
 *
 * <p>A loss counts in the flow once no report has come for max(0.5 s, 2 RTT), at most 4 s. Loss trails show it at once, since
 * they lag as much.
 */
final class Resends {
    private static final long LEAST_HOLD_NANOS = 500_000_000L;
    private static final long LONGEST_HOLD_NANOS = LossHistory.LAG_MILLIS * 1_000_000L;

    private final Flow flow;
    private final ResendLog log = new ResendLog();

    Resends(Flow flow) {
        this.flow = flow;
    }

    void lost(SegmentRing ring, int index, long nowNanos) {
        if (log.isFull()) {
            confirmFirst();
        }
        long sentNanos = ring.sentNanos(index);
        flow.presumedLost(sentNanos, ring.wireBytes(index), !ring.is(index, SegmentRing.EXPIRED));
        log.add(ring.start(index), sentNanos, ring.wireBytes(index), nowNanos);
    }

    /** The receiver got [left, right) twice: one sending of each of its segments was not lost. */
    void duplicate(long left, long right) {
        int newest = left < right ? log.newestWithin(left, right) : -1;
        if (newest < 0) {
            return;
        }
        log.close(newest);
        flow.restored(log.lostNanos(newest), log.wireBytes(newest));
        long start = log.start(newest);
        duplicate(left, start);
        duplicate(start + 1, right);
    }

    void confirm(long nowNanos, long smoothedRttNanos) {
        long hold = Math.min(LONGEST_HOLD_NANOS, Math.max(LEAST_HOLD_NANOS, 2 * smoothedRttNanos));
        while (log.size() > 0 && (!log.isOpen(0) || nowNanos - log.resentNanos(0) >= hold)) {
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
        if (log.isOpen(0)) {
            flow.confirmedLost(1);
        }
        log.removeFirst();
    }
}
