// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.net.Packet;
import java.util.Arrays;

/**
 * Finds lost segments by time: one sent before another that has arrived is lost once it is late by a reordering window.
 * So a lost retransmission is found too.
 *
 * <p>Source: RFC 8985, section 6.2. Which sending of a segment an acknowledgment answers is told by timestamps where it
 * advances; else one within the least round-trip time of the last sending answers an earlier one.
 */
final class Rack implements LossDetector {
    /** At 250 Hz, what most distributions set. */
    private static final long TICK_NANOS = 4_000_000;

    private static final long SLACK_NANOS = 2_000_000;

    private static final int PERSIST_RECOVERIES = 16;
    private static final int STEPS_LIMIT = 255;

    private final Scoreboard board;
    private final RttEstimator rtt;
    private final boolean timestamps;
    private long[] segments = new long[256];
    private long[] sendings = new long[256];
    private int head;
    private int waiting;
    private long newestArrived;
    private long newestRttNanos;
    private boolean news;
    private boolean reorderingSeen;
    private long reordering = Scoreboard.DUP_THRESH;
    private long highestBefore = -1;
    private int windowSteps = 1;
    private int persist;
    private long roundEnd = -1;

    Rack(Scoreboard board, RttEstimator rtt, boolean timestamps) {
        this.board = board;
        this.rtt = rtt;
        this.timestamps = timestamps;
    }

    @Override
    public void sent(long segment) {
        if (waiting == segments.length) {
            grow();
        }
        int at = (head + waiting++) & (segments.length - 1);
        segments[at] = segment;
        sendings[at] = board.sending(segment);
    }

    /** Steps 1 to 3. */
    @Override
    public void arrived(long segment, Packet ack, long nowNanos) {
        if (segment < highestBefore && !board.wasResent(segment)) {
            reorderingSeen = true;
            reordering = Math.max(reordering, highestBefore - segment);
        }
        long sentNanos = board.lastSentNanos(segment);
        long tookNanos = nowNanos - sentNanos;
        boolean echoesEarlier = timestamps && segment < ack.cumulative && ack.echoNanos < sentNanos;
        boolean ofEarlierSending = board.wasResent(segment) && (echoesEarlier || tookNanos < rtt.minNanos());
        if (!ofEarlierSending && board.sending(segment) > newestArrived) {
            newestArrived = board.sending(segment);
            newestRttNanos = tookNanos;
            news = true;
        }
    }

    @Override
    public int acknowledged(Packet ack, int acked, int delivered) {
        highestBefore = board.highestArrived();
        if (ack.duplicate && reorderingSeen) {
            widen();
        }
        // Linux, tcp_dsack_seen: a retransmission for nothing was delivered, too.
        return delivered + (ack.duplicate ? 1 : 0);
    }

    /** Linux, tcp_may_raise_cwnd. */
    @Override
    public boolean knowsReordering() {
        return reordering > Scoreboard.DUP_THRESH;
    }

    /** Linux, tcp_rack_mark_lost: whether anything arrived that was sent later than all that arrived before it. */
    @Override
    public boolean hasNews() {
        return news;
    }

    @Override
    public void reconsider() {
        news = true;
    }

    /** Step 4: a duplicate, once there was reordering, shows that the window was too small, once a round trip. */
    private void widen() {
        if (board.unacknowledged() > roundEnd) {
            windowSteps = Math.min(STEPS_LIMIT, windowSteps + 1);
            persist = PERSIST_RECOVERIES;
            roundEnd = board.next();
        }
    }

    @Override
    public void recovered() {
        if (persist > 0 && --persist == 0) {
            windowSteps = 1;
        }
    }

    /** Step 4. */
    private long windowNanos(boolean open) {
        boolean impatient = !reorderingSeen && (!open || board.sacked() >= Scoreboard.DUP_THRESH);
        return impatient || rtt.minNanos() == Long.MAX_VALUE
                ? 0
                : Math.min(rtt.minNanos() / 4 * windowSteps, rtt.srttNanos());
    }

    /** Step 5. */
    @Override
    public long markLost(boolean open, long nowNanos) {
        news = false;
        long windowNanos = windowNanos(open);
        for (; waiting > 0; drop()) {
            long segment = segments[head];
            if (isOver(head)) {
                continue;
            }
            if (sendings[head] >= newestArrived) {
                return Long.MAX_VALUE;
            }
            long lateNanos = board.lastSentNanos(segment) + newestRttNanos + windowNanos;
            if (lateNanos > nowNanos) {
                return onTick(latestSentNanos() + newestRttNanos + windowNanos, nowNanos);
            }
            board.markLost(segment);
        }
        return Long.MAX_VALUE;
    }

    /** Linux, tcp_rack_detect_loss, rings for all at once: when the last was sent before the newest that arrived. */
    private long latestSentNanos() {
        long latestNanos = 0;
        for (int i = 0; i < waiting; i++) {
            int at = (head + i) & (segments.length - 1);
            if (sendings[at] >= newestArrived) {
                break;
            }
            if (!isOver(at)) {
                latestNanos = board.lastSentNanos(segments[at]);
            }
        }
        return latestNanos;
    }

    /** Linux adds 2 ms (TCP_TIMEOUT_MIN_US), in whole ticks from the last one; and its timers ring a tick late. */
    static long onTick(long nanos, long nowNanos) {
        long ticks = (nanos - nowNanos + SLACK_NANOS + TICK_NANOS - 1) / TICK_NANOS;
        return (nowNanos / TICK_NANOS + ticks + 1) * TICK_NANOS;
    }

    private boolean isOver(int at) {
        long segment = segments[at];
        return !board.isOutstanding(segment)
                || board.isSacked(segment)
                || board.isLost(segment)
                || board.sending(segment) != sendings[at];
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
