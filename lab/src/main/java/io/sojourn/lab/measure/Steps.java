// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

/**
 * A stretch of time in steps of one length: the time axis of a drawing.
 *
 * @param fromNanos start of the first step
 * @param count steps, at least 1
 */
public record Steps(long fromNanos, long stepNanos, int count) {
    public Steps {
        if (stepNanos < 1 || count < 1) {
            throw new IllegalArgumentException("stepNanos=" + stepNanos + " < 1 or count=" + count + " < 1");
        }
    }

    /** Steps that cover a stretch, at most so many: the finest length, doubled as often as it takes. */
    static Steps covering(long fromNanos, long toNanos, long finestNanos, int most) {
        long stepNanos = finestNanos;
        while (count(toNanos - fromNanos, stepNanos) > most) {
            stepNanos *= 2;
        }
        return new Steps(fromNanos, stepNanos, (int) count(toNanos - fromNanos, stepNanos));
    }

    private static long count(long nanos, long stepNanos) {
        return (nanos + stepNanos - 1) / stepNanos;
    }

    /** The step of a time; -1 before the first, {@link #count} after the last. */
    int at(long nowNanos) {
        long after = Math.floorDiv(nowNanos - fromNanos, stepNanos);
        return (int) Math.max(-1, Math.min(count, after));
    }

    public double stepSeconds() {
        return stepNanos / 1e9;
    }

    /** Middle of a step. */
    public double seconds(int step) {
        return (fromNanos + (step + 0.5) * stepNanos) / 1e9;
    }
}
