// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import java.util.Arrays;

/**
 * Finds lost segments by time: one sent before another that has arrived is lost once it is late by a reordering window.
 * So a lost retransmission is found too.
 *
 * <p>Source: RFC 8985, section 6.2. The window is 0 in recovery or once three segments are SACKed, else a quarter of the
 * least round-trip time (step 4, no reordering seen: the lab's network keeps order).
 */
final class Rack {
    private final Scoreboard board;
    private final RttEstimator rtt;
    private long[] segments = new long[256];
    private long[] sendings = new long[256];
    private int head;
    private int waiting;
    private long newestArrived;
    private long newestRttNanos;

    Rack(Scoreboard board, RttEstimator rtt) {
        this.board = board;
        this.rtt = rtt;
    }

    /** A segment was sent, newly or again. */
    void sent(long segment) {
        if (waiting == segments.length) {
            grow();
        }
        int at = (head + waiting++) & (segments.length - 1);
        segments[at] = segment;
        sendings[at] = board.sending(segment);
    }

    /** A segment was acknowledged or SACKed. Steps 1 and 2. */
    void arrived(long segment, long nowNanos) {
        long tookNanos = nowNanos - board.lastSentNanos(segment);
        boolean ofEarlierSending = board.wasResent(segment) && tookNanos < rtt.minNanos();
        if (!ofEarlierSending && board.sending(segment) > newestArrived) {
            newestArrived = board.sending(segment);
            newestRttNanos = tookNanos;
        }
    }

    /**
     * Marks what is late (step 5).
     *
     * @return when to ask again, {@code Long.MAX_VALUE} when nothing is waited for
     */
    long markLate(boolean inRecovery, long nowNanos) {
        boolean impatient = inRecovery || board.sacked() >= Scoreboard.DUP_THRESH;
        long windowNanos = impatient || rtt.minNanos() == Long.MAX_VALUE ? 0 : rtt.minNanos() / 4;
        for (; waiting > 0; drop()) {
            long segment = segments[head];
            if (isOver(segment)) {
                continue;
            }
            if (sendings[head] >= newestArrived) {
                return Long.MAX_VALUE;
            }
            long lateNanos = board.lastSentNanos(segment) + newestRttNanos + windowNanos;
            if (lateNanos > nowNanos) {
                return lateNanos;
            }
            board.markLost(segment);
        }
        return Long.MAX_VALUE;
    }

    private boolean isOver(long segment) {
        return !board.isOutstanding(segment)
                || board.isSacked(segment)
                || board.isLost(segment)
                || board.sending(segment) != sendings[head];
    }

    private void drop() {
        head = (head + 1) & (segments.length - 1);
        waiting--;
    }

    private void grow() {
        long[] oldSegments = segments;
        long[] oldSendings = sendings;
        segments = Arrays.copyOf(oldSegments, oldSegments.length * 2);
        sendings = Arrays.copyOf(oldSendings, oldSendings.length * 2);
        for (int i = 0; i < waiting; i++) {
            int from = (head + i) & (oldSegments.length - 1);
            segments[i] = oldSegments[from];
            sendings[i] = oldSendings[from];
        }
        head = 0;
    }
}
