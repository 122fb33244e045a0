// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.net.Packet;
import io.sojourn.lab.plan.TcpSettings;

/** Finds out from acknowledgments, or from their absence, which segments are lost, and marks them on the scoreboard. */
sealed interface LossDetector permits DuplicateAcks, LaterSacks, Rack {
    /** A segment leaves, newly or again. */
    default void sent(long segment) {}

    /** A segment is acknowledged or SACKed for the first time. */
    default void arrived(long segment, Packet ack, long nowNanos) {}

    /**
     * An acknowledgment has been taken to the scoreboard.
     *
     * @param acked segments by which it advanced
     * @param delivered segments that it acknowledges or SACKs for the first time
     * @return segments that must have arrived by it
     */
    default int acknowledged(Packet ack, int acked, int delivered) {
        return delivered;
    }

    /** Whether there is reason to judge again. */
    default boolean hasNews() {
        return true;
    }

    /** There is: the time to ask again has come, or what was thought lost was only late. */
    default void reconsider() {}

    /**
     * Marks what is lost by now.
     *
     * @param open whether no loss is being recovered from
     * @return when to ask again without an acknowledgment, {@code Long.MAX_VALUE} for never
     */
    long markLost(boolean open, long nowNanos);

    /** Whether segments were seen so far out of order that a SACK is as good as an acknowledgment in order. */
    default boolean knowsReordering() {
        return false;
    }

    /** A recovery begins: it lasts to what was sent by now. */
    default void recover() {}

    /** The timer ran out, and everything outstanding is marked lost: that is mended like in a recovery. */
    default void timedOut() {}

    /** A recovery ended. */
    default void recovered() {}

    static LossDetector of(TcpSettings settings, Scoreboard board, RttEstimator rtt) {
        return switch (settings.recovery()) {
            case NEW_RENO -> new DuplicateAcks(board);
            case SACK -> new LaterSacks(board);
            case RACK -> new Rack(board, rtt, settings.hasTimestamps());
        };
    }
}
