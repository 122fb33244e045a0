// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

/**
 * The times of a periodic update, made up for at the next packet instead of by a timer. What an update reads does not
 * change between two packets, so it comes to the same; but after more than {@value #CATCH_UP_LIMIT} periods without a
 * packet only the last so many are made up for.
 */
final class UpdateClock {
    static final long NONE_DUE = Long.MIN_VALUE;
    static final int CATCH_UP_LIMIT = 1024;

    private long periodNanos;
    private long nextNanos;
    private boolean hasStarted;

    UpdateClock(long periodNanos) {
        this.periodNanos = periodNanos;
    }

    /** The next update is one new period away at most. */
    void setPeriod(long changedPeriodNanos, long nowNanos) {
        periodNanos = changedPeriodNanos;
        nextNanos = Math.min(nextNanos, nowNanos + periodNanos);
    }

    /** Time of the next update that was due by now, or {@link #NONE_DUE}; ask until then. The first call starts it. */
    long due(long nowNanos) {
        if (!hasStarted) {
            hasStarted = true;
            nextNanos = nowNanos + periodNanos;
        }
        if (nowNanos < nextNanos) {
            return NONE_DUE;
        }
        long behind = (nowNanos - nextNanos) / periodNanos + 1;
        if (behind > CATCH_UP_LIMIT) {
            nextNanos += (behind - CATCH_UP_LIMIT) * periodNanos;
        }
        long dueNanos = nextNanos;
        nextNanos += periodNanos;
        return dueNanos;
    }
}
