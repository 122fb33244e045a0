// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/**
 * A segment is lost when three later ones are SACKed (RFC 6675, section 4, IsLost). So a retransmission that is lost again
 * waits for the timeout.
 */
final class LaterSacks implements LossDetector {
    private final Scoreboard board;

    LaterSacks(Scoreboard board) {
        this.board = board;
    }

    @Override
    public long markLost(boolean open, long nowNanos) {
        board.markByLaterSacks();
        return Long.MAX_VALUE;
    }
}
