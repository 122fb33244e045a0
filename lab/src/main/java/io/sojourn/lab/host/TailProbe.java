// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.net.Events;
import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Timer;

/**
 * When to probe for a lost tail, and what became of the probe.
 *
 * <p>Source: RFC 8985, section 7. Of section 7.2: two round trips, and a receiver's longest delay when a single segment may
 * wait for it; never later than the timeout.
 */
final class TailProbe {
    private static final long SLACK_NANOS = 2_000_000L;
    private static final long LONGEST_ACK_DELAY_NANOS = 200_000_000L;
    private static final long NONE = -1;

    private final boolean enabled;
    private final Scoreboard board;
    private final RttEstimator rtt;
    private final Timer timer;
    private long end = NONE;

    TailProbe(boolean enabled, Scoreboard board, RttEstimator rtt, Events events, Timer.Alarm alarm) {
        this.enabled = enabled;
        this.board = board;
        this.rtt = rtt;
        this.timer = new Timer(events, alarm);
    }

    /** An acknowledgment has been worked through, or something was sent. */
    void schedule(boolean open, long nowNanos) {
        if (!enabled || !open || board.outstanding() == 0 || board.sacked() > 0) {
            timer.stop();
            return;
        }
        long waitNanos = board.outstanding() == 1 ? LONGEST_ACK_DELAY_NANOS : SLACK_NANOS;
        timer.set(nowNanos + Math.min(2 * rtt.srttNanos() + waitNanos, rtt.timeoutNanos()));
    }

    boolean mayProbe() {
        return board.outstanding() > 0 && board.lost() == 0 && end == NONE;
    }

    /** The last segment was sent again. */
    void sentAgain() {
        end = board.next();
    }

    /** Whether the receiver called the probe a duplicate: nothing was lost. */
    boolean isDuplicate(Packet ack) {
        return end != NONE && ack.duplicate && ack.number == end - 1;
    }

    /**
     * Ends a probe that is answered.
     *
     * @return whether it mended a loss, which costs a reduction (section 7.4.2)
     */
    boolean mended(Packet ack) {
        boolean duplicate = isDuplicate(ack);
        boolean mended = end != NONE && !duplicate && board.unacknowledged() > end;
        if (duplicate || mended) {
            end = NONE;
        }
        return mended;
    }

    void timedOut() {
        end = NONE;
    }
}
