// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.net.Packet;

/**
 * Without SACK: the third duplicate acknowledgment says that the lowest outstanding segment is lost, and in recovery each
 * partial one that the next is, one a round trip.
 *
 * <p>Source: RFC 6582, section 3.2. Its inflation of the window by a segment for each duplicate is here a segment less in
 * the network, its deflation by a partial acknowledgment the duplicates that this one names: the same may be sent. So the
 * first two duplicates let new segments out (RFC 3042).
 */
final class DuplicateAcks implements LossDetector {
    private final Scoreboard board;
    private long recoveryEnd = -1;
    private boolean advanced;
    private boolean timedOut;

    DuplicateAcks(Scoreboard board) {
        this.board = board;
    }

    @Override
    public int acknowledged(Packet ack, int acked, int delivered) {
        advanced = acked > 0;
        if (advanced) {
            // One of them filled the hole, the others are those that made duplicates.
            int named = Math.min(board.unnamed(), acked - 1);
            board.arrivedUnnamed(-named);
            board.arrivedUnnamed(-Math.max(0, board.unnamed() - others()));
            return acked - named;
        }
        // After a timeout duplicates answer what was sent twice.
        boolean duplicate = !timedOut && ack.cumulative == board.unacknowledged() && board.unnamed() < others();
        if (duplicate) {
            board.arrivedUnnamed(1);
        }
        return duplicate ? 1 : 0;
    }

    /** Most that can have arrived: not the lowest. */
    private int others() {
        return Math.max(0, board.outstanding() - 1);
    }

    /** Section 3.2, steps 2 and 3, and the test of step 2 that no earlier recovery is the cause of the duplicates. */
    @Override
    public long markLost(boolean open, long nowNanos) {
        long lowest = board.unacknowledged();
        boolean third = open && board.unnamed() >= Scoreboard.DUP_THRESH && lowest > recoveryEnd;
        boolean partial = !open && !timedOut && advanced && board.outstanding() > 0;
        if ((third || partial) && !board.isLost(lowest)) {
            board.markLost(lowest);
        }
        return Long.MAX_VALUE;
    }

    @Override
    public void recover() {
        recoveryEnd = board.next();
    }

    @Override
    public void timedOut() {
        recover();
        recovered();
        timedOut = true;
    }

    @Override
    public void recovered() {
        timedOut = false;
        board.arrivedUnnamed(-board.unnamed());
    }
}
