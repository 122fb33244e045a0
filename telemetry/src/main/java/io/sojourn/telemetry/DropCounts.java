// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/**
 * Packets a queue dropped, by cause. Packets, not bytes; marks are not drops and are counted apart.
 *
 * @param policed out of profile at a policer, no queue involved
 * @param tail the queue was full
 * @param aqm an active queue manager chose it (RED, CoDel, PIE)
 * @param limit a packets-per-second or session limit
 */
public record DropCounts(long policed, long tail, long aqm, long limit) {
    public static final DropCounts NONE = new DropCounts(0, 0, 0, 0);

    public DropCounts {
        Range.atLeast("drops.policed", policed, 0);
        Range.atLeast("drops.tail", tail, 0);
        Range.atLeast("drops.aqm", aqm, 0);
        Range.atLeast("drops.limit", limit, 0);
    }

    public long total() {
        return sum(sum(policed, tail), sum(aqm, limit));
    }

    public DropCounts plus(DropCounts other) {
        if (other.total() == 0) {
            return this;
        }
        return new DropCounts(
                sum(policed, other.policed), sum(tail, other.tail), sum(aqm, other.aqm), sum(limit, other.limit));
    }

    /** The greatest number where the sum does not fit. */
    private static long sum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
