// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.net.Packet;

/** Takes acknowledgments to the scoreboard, late or repeated ones too, and keeps what the last one showed. */
final class Acknowledgments {
    /** There is no such time. */
    static final long NONE = -1;

    private final Scoreboard board;
    private final Arrivals arrivals;
    private int acked;
    private int delivered;
    private long sampleNanos;
    private long rttNanos;

    /** Who is told of each segment that is acknowledged or SACKed for the first time. */
    @FunctionalInterface
    interface Arrivals {
        void arrived(long segment, Packet ack, long nowNanos);
    }

    Acknowledgments(Scoreboard board, Arrivals arrivals) {
        this.board = board;
        this.arrivals = arrivals;
    }

    void take(Packet ack, long nowNanos) {
        sampleNanos = NONE;
        rttNanos = NONE;
        delivered = 0;
        for (int block = 0; block < ack.sackBlocks; block++) {
            sacked(ack, block, nowNanos);
        }
        acknowledged(ack, nowNanos);
    }

    private void sacked(Packet ack, int block, long nowNanos) {
        long to = ack.sackTo[block];
        for (long segment = board.unseenFrom(ack.sackFrom[block], to); segment < to; segment++) {
            if (board.sack(segment)) {
                arrived(segment, ack, nowNanos);
                sample(segment, nowNanos);
            }
        }
    }

    private void acknowledged(Packet ack, long nowNanos) {
        long before = board.unacknowledged();
        boolean clean = true;
        for (long segment = before; segment < ack.cumulative; segment++) {
            clean &= !board.wasResent(segment);
            if (!board.isSacked(segment)) {
                arrived(segment, ack, nowNanos);
            }
            board.acknowledgeFirst();
        }
        acked = (int) (board.unacknowledged() - before);
        if (acked > 0 && clean) {
            rttNanos = nowNanos - board.lastSentNanos(ack.cumulative - 1);
            sampleNanos = rttNanos;
        }
    }

    private void arrived(long segment, Packet ack, long nowNanos) {
        delivered++;
        arrivals.arrived(segment, ack, nowNanos);
    }

    /** Karn: a segment sent twice does not say which sending the acknowledgment answers. */
    private void sample(long segment, long nowNanos) {
        if (!board.wasResent(segment)) {
            long tookNanos = nowNanos - board.lastSentNanos(segment);
            sampleNanos = sampleNanos == NONE ? tookNanos : Math.min(sampleNanos, tookNanos);
        }
    }

    /** Segments by which it advanced. */
    int acked() {
        return acked;
    }

    /** Segments that it acknowledges or SACKs for the first time. */
    int delivered() {
        return delivered;
    }

    /** Time since the latest segment that it newly names was sent, {@link #NONE} when none was sent only once. */
    long sampleNanos() {
        return sampleNanos;
    }

    /** Time since the last segment by which it advanced was sent, {@link #NONE} when one of them was sent again. */
    long rttNanos() {
        return rttNanos;
    }
}
