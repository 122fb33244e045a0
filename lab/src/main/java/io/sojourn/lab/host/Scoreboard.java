// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import java.util.Arrays;

/**
 * What a sender knows of its outstanding segments (RFC 6675, section 3). Segments are numbered from 0.
 *
 * <p>Each is in flight, SACKed, or lost and not yet sent again. {@link #pipe} counts those in flight.
 */
final class Scoreboard {
    /** RFC 6675's DupThresh: a segment is lost when so many later ones are SACKed. */
    static final int DUP_THRESH = 3;

    private static final int SEEN_BLOCKS = 8;
    private static final byte SACKED = 1;
    private static final byte LOST = 2;
    private static final byte RESENT = 4;

    private final int mask;
    private final byte[] states;
    private final long[] firstSentNanos;
    private final long[] lastSentNanos;
    private final long[] sendings;
    private final long[] highestSacked = new long[DUP_THRESH];
    private long unacknowledged;
    private long next;
    private long sending;
    private int sacked;
    private int lost;
    private int resent;
    private int unnamed;
    private long highestArrived = -1;
    private long judgedBelow;
    private long resendFrom;
    private final long[] seenFrom = new long[SEEN_BLOCKS];
    private final long[] seenTo = new long[SEEN_BLOCKS];

    /** @param windowSegments most that are ever outstanding */
    Scoreboard(int windowSegments) {
        int capacity = capacity(windowSegments);
        mask = capacity - 1;
        states = new byte[capacity];
        firstSentNanos = new long[capacity];
        lastSentNanos = new long[capacity];
        sendings = new long[capacity];
        Arrays.fill(highestSacked, -1);
        Arrays.fill(seenFrom, -1);
    }

    /** Places for segments by their number: a power of two, at least twice a window. */
    static int capacity(int windowSegments) {
        return 2 * Integer.highestOneBit(2 * windowSegments - 1);
    }

    /** Lowest segment not acknowledged. */
    long unacknowledged() {
        return unacknowledged;
    }

    /** Lowest segment never sent. */
    long next() {
        return next;
    }

    int outstanding() {
        return (int) (next - unacknowledged);
    }

    /** Segments thought to be in the network. */
    int pipe() {
        return outstanding() - sacked - lost - unnamed;
    }

    /** Segments that arrived by what duplicate acknowledgments say, which do not tell them apart. */
    int unnamed() {
        return unnamed;
    }

    void arrivedUnnamed(int more) {
        unnamed += more;
    }

    /** Highest segment acknowledged or SACKed, -1 for none. */
    long highestArrived() {
        return highestArrived;
    }

    int sacked() {
        return sacked;
    }

    /** Lost segments that wait to be sent again. */
    int lost() {
        return lost;
    }

    /** Segments sent again that are thought to be in the network. */
    int resent() {
        return resent;
    }

    boolean isOutstanding(long segment) {
        return segment >= unacknowledged && segment < next;
    }

    boolean isSacked(long segment) {
        return (states[(int) segment & mask] & SACKED) != 0;
    }

    boolean isLost(long segment) {
        return (states[(int) segment & mask] & LOST) != 0;
    }

    boolean wasResent(long segment) {
        return (states[(int) segment & mask] & RESENT) != 0;
    }

    long firstSentNanos(long segment) {
        return firstSentNanos[(int) segment & mask];
    }

    long lastSentNanos(long segment) {
        return lastSentNanos[(int) segment & mask];
    }

    /** Number of its latest sending; ascends over all segments. */
    long sending(long segment) {
        return sendings[(int) segment & mask];
    }

    /** Notes that a new segment is sent. */
    long sendNew(long nowNanos) {
        long segment = next++;
        int at = (int) segment & mask;
        states[at] = 0;
        firstSentNanos[at] = nowNanos;
        lastSentNanos[at] = nowNanos;
        sendings[at] = ++sending;
        return segment;
    }

    /** Notes that a segment is sent again. */
    void resend(long segment, long nowNanos) {
        int at = (int) segment & mask;
        forgetLoss(segment);
        resent += wasResent(segment) ? 0 : 1;
        states[at] |= RESENT;
        lastSentNanos[at] = nowNanos;
        sendings[at] = ++sending;
    }

    /** Lowest lost segment to send again; ask only when {@link #lost} is not 0. */
    long firstLost() {
        resendFrom = Math.max(resendFrom, unacknowledged);
        while (!isLost(resendFrom)) {
            resendFrom++;
        }
        return resendFrom;
    }

    /** Notes a SACK of one segment; false when it was known, or is not outstanding. */
    boolean sack(long segment) {
        if (!isOutstanding(segment) || isSacked(segment)) {
            return false;
        }
        forgetLoss(segment);
        leavesFlight(segment);
        states[(int) segment & mask] |= SACKED;
        sacked++;
        highestArrived = Math.max(highestArrived, segment);
        noteHighest(segment);
        return true;
    }

    /**
     * Where in a SACK block to look for news: segments of a block that was seen before are known.
     *
     * @param from first segment of the block
     */
    long unseenFrom(long from, long to) {
        int oldest = 0;
        for (int i = 0; i < SEEN_BLOCKS; i++) {
            if (seenFrom[i] == from) {
                long known = Math.min(seenTo[i], to);
                seenTo[i] = Math.max(seenTo[i], to);
                return Math.max(known, unacknowledged);
            }
            oldest = seenTo[i] < seenTo[oldest] ? i : oldest;
        }
        seenFrom[oldest] = from;
        seenTo[oldest] = to;
        return Math.max(from, unacknowledged);
    }

    /** Takes the lowest outstanding segment off the board, acknowledged. */
    void acknowledgeFirst() {
        forgetLoss(unacknowledged);
        if (isSacked(unacknowledged)) {
            sacked--;
        } else {
            leavesFlight(unacknowledged);
        }
        highestArrived = Math.max(highestArrived, unacknowledged);
        unacknowledged++;
    }

    /** Marks what {@link #DUP_THRESH} later SACKs show lost; never a segment a second time. Gives how many. */
    int markByLaterSacks() {
        int before = lost;
        long below = highestSacked[DUP_THRESH - 1];
        for (long segment = Math.max(judgedBelow, unacknowledged); segment < below; segment++) {
            if ((states[(int) segment & mask] & (SACKED | LOST | RESENT)) == 0) {
                markLost(segment);
            }
        }
        judgedBelow = Math.max(judgedBelow, below);
        return lost - before;
    }

    /** Marks one segment in flight lost. */
    void markLost(long segment) {
        leavesFlight(segment);
        states[(int) segment & mask] |= LOST;
        lost++;
        resendFrom = Math.min(resendFrom, segment);
    }

    /** After a timeout everything not SACKed is lost (RFC 6675, section 5.1). */
    void markAllLost() {
        for (long segment = unacknowledged; segment < next; segment++) {
            if (!isSacked(segment) && !isLost(segment)) {
                markLost(segment);
            }
        }
        judgedBelow = next;
    }

    /** What is marked lost is in flight after all. */
    void forgetLosses() {
        for (long segment = unacknowledged; lost > 0; segment++) {
            forgetLoss(segment);
        }
    }

    private void forgetLoss(long segment) {
        if (isLost(segment)) {
            states[(int) segment & mask] &= ~LOST;
            lost--;
            resent += wasResent(segment) ? 1 : 0;
        }
    }

    private void leavesFlight(long segment) {
        resent -= wasResent(segment) ? 1 : 0;
    }

    private void noteHighest(long segment) {
        long moving = segment;
        for (int i = 0; i < DUP_THRESH; i++) {
            if (moving > highestSacked[i]) {
                long smaller = highestSacked[i];
                highestSacked[i] = moving;
                moving = smaller;
            }
        }
    }
}
