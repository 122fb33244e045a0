// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import io.sojourn.engine.PacketList;
import io.sojourn.engine.PacketStore;

/**
 * Takes acknowledgments out of a queue that a later one has made needless, so that a slow uplink does not hold up a fast
 * downlink.
 *
 * <p>Source: "Piece of CAKE" on ACK filtering; tc-cake(8), {@code ack-filter}. Only a pure ACK without SACK blocks goes, and
 * only when a pure ACK of the same flow that acknowledges more stands behind it. At least two stay ({@code on}), or one
 * ({@code aggressive}, when nothing of the flow stands in between). A change of ECE or CWR ends what came before it.
 *
 * <p>Constant time: a queue remembers its last two candidates, where Linux walks the queue. More careful than Linux in
 * what it cannot see: an ACK with SACK blocks always stays, as does a repeated one, and packets with data take none out.
 */
final class AckFilter {
    private static final int NONE = PacketStore.NONE;
    private static final int ECN_FLAGS = PacketStore.ECE | PacketStore.CWR;

    /** The last two ACKs of one flow in a queue that may go, and the packets in front of them. */
    static final class State {
        private int older = NONE;
        private int beforeOlder = NONE;
        private int newer = NONE;
        private int beforeNewer = NONE;

        /** The queue's first packet leaves. */
        void left(int packet) {
            if (packet == older) {
                older = NONE;
            } else if (packet == newer) {
                newer = NONE;
            }
        }

        void forget() {
            older = NONE;
            newer = NONE;
        }

        private void remember(int packet, int before) {
            older = newer;
            beforeOlder = beforeNewer;
            newer = packet;
            beforeNewer = before;
        }
    }

    private final PacketStore packets;
    private final boolean isAggressive;

    AckFilter(PacketStore packets, boolean isAggressive) {
        this.packets = packets;
        this.isAggressive = isAggressive;
    }

    /**
     * A packet has been put last into a queue.
     *
     * @param before the one in front of it, or {@link PacketStore#NONE}
     * @return the packet taken out of the queue, or {@link PacketStore#NONE}
     */
    int added(State state, PacketList queue, int packet, int before) {
        boolean follows = state.newer != NONE && packets.flow(state.newer) == packets.flow(packet);
        if (follows && flags(state.newer, ECN_FLAGS) != flags(packet, ECN_FLAGS)) {
            state.forget();
            follows = false;
        }
        if (flags(packet, PacketStore.PURE_ACK) == 0) {
            return NONE;
        }
        if (!follows) {
            state.forget();
            remember(state, packet, before);
            return NONE;
        }
        return acknowledged(state, queue, packet, before);
    }

    private int acknowledged(State state, PacketList queue, int packet, int before) {
        int gained = packets.ackNumber(packet) - packets.ackNumber(state.newer);
        if (gained < 0) {
            return NONE;
        }
        if (gained == 0) {
            // A repeated ACK tells of a loss (RFC 5681 section 3.2): it and what it repeats stay.
            state.forget();
            remember(state, packet, before);
            return NONE;
        }
        int beforePacket = before;
        int needless = NONE;
        if (state.older != NONE) {
            needless = takeOlder(state, queue);
        } else if (isAggressive && before == state.newer) {
            needless = state.newer;
            beforePacket = state.beforeNewer;
            takeOut(queue, needless, state.beforeNewer);
            state.newer = NONE;
        }
        remember(state, packet, beforePacket);
        return needless;
    }

    private int takeOlder(State state, PacketList queue) {
        int needless = state.older;
        takeOut(queue, needless, state.beforeOlder);
        if (state.beforeNewer == needless) {
            state.beforeNewer = state.beforeOlder;
        }
        state.older = NONE;
        return needless;
    }

    private void remember(State state, int packet, int before) {
        if (flags(packet, PacketStore.HAS_SACK) == 0) {
            state.remember(packet, before);
        }
    }

    private int flags(int packet, int mask) {
        return packets.flags(packet) & mask;
    }

    /** Only the first packet of a queue leaves, so {@code before} still stands there unless the packet is the first. */
    private static void takeOut(PacketList queue, int packet, int before) {
        if (queue.first() == packet) {
            queue.removeFirst();
        } else {
            queue.removeAfter(before);
        }
    }
}
