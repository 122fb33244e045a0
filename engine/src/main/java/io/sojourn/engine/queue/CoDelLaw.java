// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

/**
 * CoDel's control law for one queue: says of each packet taken from its head whether it is to be dropped (or marked).
 *
 * <p>Source: RFC 8289, sections 3 to 5. A queue that has stayed above the target for an interval is standing: one
 * packet is dropped, then more at intervals that shrink with the root of their number, until a packet is below the
 * target. From the first drop: 0, 100, 170.7, 228.4, 278.4, 323.2 ms with an interval of 100 ms.
 *
 * <p>Per packet one question and no loop, so whoever asks may cap the drops of one dequeue. The next drop is planned as
 * soon as one is decided; the pseudocode does so only if the packet after it is still above the target. This matters
 * only to the comparison with 16 intervals, and by at most one interval.
 *
 * <p>40 bytes a queue; what queues have in common is in {@link Goal}. Not safe for use by several threads.
 */
public final class CoDelLaw {
    private static final long NEVER = Long.MIN_VALUE;
    private static final int COUNT_LIMIT = 1 << 30;

    private static final int ROOT_BITS = 30;
    private static final int ROOT_COUNT_BITS = 10;
    private static final int[] INVERSE_ROOTS = inverseRoots();

    private long dropFromNanos = NEVER;
    private long dropNextNanos;
    private int count;
    private int countAtEntry;
    private boolean isDropping;

    /**
     * What is aimed at; one object for any number of queues.
     *
     * @param targetNanos sojourn time that a standing queue may have (TARGET), at least 0
     * @param intervalNanos time in which a good queue has fallen below it once (INTERVAL), 1 to 3 * 10^9
     * @param mtuBytes a backlog that is never dropped from (MAXPACKET), at least 0
     */
    public record Goal(long targetNanos, long intervalNanos, int mtuBytes) {
        /** Greatest interval: its product with a root of {@value CoDelLaw#ROOT_BITS} bits fits a long. */
        public static final long INTERVAL_LIMIT_NANOS = 3_000_000_000L;

        public Goal {
            if (targetNanos < 0 || intervalNanos < 1 || intervalNanos > INTERVAL_LIMIT_NANOS || mtuBytes < 0) {
                throw new IllegalArgumentException("targetNanos=" + targetNanos + " or mtuBytes=" + mtuBytes
                        + " is below 0, or intervalNanos=" + intervalNanos + " is not from 1 to "
                        + INTERVAL_LIMIT_NANOS);
            }
        }
    }

    /**
     * Whether the packet just taken from the head is to be dropped, or marked and sent. Ask about every packet.
     *
     * @param sojournNanos since its arrival
     * @param backlogBytes of what is left behind it
     */
    public boolean isDrop(Goal goal, long sojournNanos, long backlogBytes, long nowNanos) {
        boolean isStanding = isStanding(goal, sojournNanos, backlogBytes, nowNanos);
        if (!isDropping) {
            return isStanding && enter(goal, nowNanos);
        }
        // Section 5: "if (! r.ok_to_drop) // sojourn time below TARGET - leave drop state"
        isDropping = isStanding;
        if (!isStanding || nowNanos < dropNextNanos) {
            return false;
        }
        count = Math.min(count + 1, COUNT_LIMIT);
        dropNextNanos += spacingNanos(goal.intervalNanos, count);
        return true;
    }

    /** Others dropped from this queue, to make room: the next drop state begins as if CoDel had (as Linux fq_codel). */
    public void droppedElsewhere(int packets) {
        count = (int) Math.min((long) count + packets, COUNT_LIMIT);
    }

    /**
     * Nothing is left in the queue: "if (p_ == NULL) first_above_time_ = 0" (section 5). To be told where the backlog
     * asked about holds packets of others; a queue's own is below one packet by then.
     */
    public void emptied() {
        dropFromNanos = NEVER;
        isDropping = false;
    }

    /** Whether drops go on until the queue is below its target. */
    public boolean isDropping() {
        return isDropping;
    }

    /** Drops in this drop state and those it began with. */
    public int count() {
        return count;
    }

    /**
     * {@code interval / sqrt(count)}, time between two drops (RFC 8289 section 5, "control_law").
     *
     * <p>Error: within 3 ns for a {@code count} below 1024; above, 0 to 0.2 % too long.
     *
     * @param intervalNanos 1 to {@link Goal#INTERVAL_LIMIT_NANOS}
     * @param count at least 1
     */
    public static long spacingNanos(long intervalNanos, int count) {
        // Halving the root quarters the count: 10 bits of it are looked up.
        int halvings = Math.max(0, (Integer.SIZE + 1 - ROOT_COUNT_BITS - Integer.numberOfLeadingZeros(count)) / 2);
        return (intervalNanos * INVERSE_ROOTS[count >> (2 * halvings)]) >> (ROOT_BITS + halvings);
    }

    private boolean isStanding(Goal goal, long sojournNanos, long backlogBytes, long nowNanos) {
        // Section 5: "if (sojourn_time < TARGET || bytes() <= MAXPACKET)"
        if (sojournNanos < goal.targetNanos || backlogBytes <= goal.mtuBytes) {
            dropFromNanos = NEVER;
            return false;
        }
        if (dropFromNanos == NEVER) {
            dropFromNanos = nowNanos + goal.intervalNanos;
            return false;
        }
        return nowNanos >= dropFromNanos;
    }

    private boolean enter(Goal goal, long nowNanos) {
        // Section 5: "assume that the drop rate that controlled the queue on the last cycle is a good starting point"
        int gained = count - countAtEntry;
        boolean isSoon = nowNanos - dropNextNanos < 16 * goal.intervalNanos;
        count = gained > 1 && isSoon ? gained : 1;
        countAtEntry = count;
        dropNextNanos = nowNanos + spacingNanos(goal.intervalNanos, count);
        isDropping = true;
        return true;
    }

    private static int[] inverseRoots() {
        int[] roots = new int[1 << ROOT_COUNT_BITS];
        for (int count = 1; count < roots.length; count++) {
            roots[count] = (int) Math.round((1 << ROOT_BITS) / Math.sqrt(count));
        }
        return roots;
    }
}
