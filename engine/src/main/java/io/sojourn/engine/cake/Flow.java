// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import io.sojourn.engine.PacketList;
import io.sojourn.engine.PacketStore;
import org.jspecify.annotations.Nullable;

/** One queue of a tin, and what is remembered of it. */
final class Flow {
    /** Where a flow stands in the order of service. */
    enum Rotation {
        /** Nowhere: nothing is known of it. */
        NONE,
        /** Begun with credit not yet used up: served first. */
        SPARSE,
        /** Used up its credit while it had no packet: waits in the rotation of the busy, but is not one of them. */
        SPARSE_WAITING,
        /** Has had packets for longer than its credit. */
        BULK,
        /** Without packets, until its signaling has come to rest. */
        DECAYING
    }

    final PacketList waiting;
    final Cobalt.State signaling = new Cobalt.State();
    final AckFilter.State acks = new AckFilter.State();

    Rotation rotation = Rotation.NONE;
    /** Credit left, in parts of 2^16 of a byte. */
    long deficit;
    /** Places in the tin's host tables while the flow is in a rotation. */
    int source;

    int destination;
    /** Packets of flows with other keys wait here too, because their set was full. */
    boolean isShared;

    @Nullable
    FlowChain chain;

    @Nullable
    Flow previous;

    @Nullable
    Flow next;
    /** The packet that was last when the last one came. */
    int beforeLast = PacketStore.NONE;
    /** Place in the {@link FlowHeap}; -1 when not in it. */
    int heapPlace = -1;

    final Tin tin;

    Flow(Tin tin, PacketStore packets) {
        this.tin = tin;
        waiting = new PacketList(packets);
    }

    void addLast(int packet) {
        beforeLast = waiting.last();
        waiting.addLast(packet);
    }

    int removeFirst() {
        int packet = waiting.removeFirst();
        acks.left(packet);
        if (waiting.isEmpty()) {
            isShared = false;
        }
        return packet;
    }

    void unchain() {
        if (chain != null) {
            chain.remove(this);
        }
    }
}
