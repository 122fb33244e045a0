// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.net.Packet;

/**
 * Tells whether the last reduction was for nothing, because what was sent again had arrived late rather than not at all.
 *
 * <p>Source: the echo of a timestamp older than the first retransmission (RFC 3522, section 3.2), or a duplicate reported
 * for each retransmission (RFC 3708, section 2), as in Linux (tcp_may_undo): by duplicates at once, by an echo when the
 * recovery ends or no retransmission is on the way, and after a timeout by the first acknowledgment that advances.
 */
final class Undo {
    private final Scoreboard board;
    private final boolean timestamps;
    private boolean watching;
    private boolean afterTimeout;
    private boolean resent;
    private int unconfirmed;
    private long firstResentNanos;
    private long from;

    Undo(Scoreboard board, boolean timestamps) {
        this.board = board;
        this.timestamps = timestamps;
    }

    /** A window is reduced. Retransmissions of an earlier recovery that are still on the way count in this one. */
    void reduced(boolean byTimeout) {
        from = board.unacknowledged();
        watching = true;
        afterTimeout = byTimeout;
        unconfirmed = board.resent();
        resent = unconfirmed > 0;
    }

    void resent(long nowNanos) {
        if (!resent) {
            firstResentNanos = nowNanos;
        }
        resent = true;
        unconfirmed++;
    }

    /**
     * Whether an acknowledgment, which has been taken to the scoreboard, shows that.
     *
     * @param advanced whether it acknowledged anything
     * @param wasOpen whether no loss was being recovered from before it
     * @param open the same, after it
     */
    boolean isDue(Packet ack, boolean advanced, boolean wasOpen, boolean open) {
        if (ack.duplicate && ack.number >= from && unconfirmed > 0) {
            unconfirmed--;
        }
        boolean byDuplicates = unconfirmed == 0 && (advanced || open || !afterTimeout);
        boolean settled = !wasOpen && (open || afterTimeout || board.resent() == 0);
        boolean byEcho = timestamps && advanced && settled && ack.echoNanos < firstResentNanos;
        return watching && resent && (byDuplicates || byEcho);
    }

    void done() {
        watching = false;
    }
}
