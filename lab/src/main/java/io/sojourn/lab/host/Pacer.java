// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.net.Events;
import io.sojourn.lab.net.Timer;

/**
 * Spaces the segments of one sender, and wakes it when the next may leave.
 *
 * <p>As Linux does (tcp_output.c): the first ten leave at once, and a segment that left late shortens the next gap, at
 * most by half.
 */
final class Pacer {
    private static final int UNPACED_SEGMENTS = 10;

    private final Timer timer;
    private long nextNanos;
    private long left;

    /** @param wake called when a segment that had to wait may leave */
    Pacer(Events events, Timer.Alarm wake) {
        timer = new Timer(events, wake);
    }

    /** Whether a segment may leave now; if not, the sender will be woken. */
    boolean mayLeave(long nowNanos) {
        if (nextNanos <= nowNanos) {
            return true;
        }
        timer.set(nextNanos);
        return false;
    }

    /**
     * A segment leaves.
     *
     * @param gapNanos what it takes at the pacing rate, 0 without one
     */
    void left(long gapNanos, long nowNanos) {
        long leavesNanos = Math.max(nextNanos, nowNanos);
        boolean paced = left++ >= UNPACED_SEGMENTS && gapNanos > 0;
        long lateNanos = leavesNanos - nextNanos;
        nextNanos = paced ? leavesNanos + gapNanos - Math.min(gapNanos / 2, lateNanos) : leavesNanos;
    }

    /** When the next segment may leave. */
    long nextNanos() {
        return nextNanos;
    }
}
