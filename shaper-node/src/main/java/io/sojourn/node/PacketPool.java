// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The packets that wait in some queue, by handle. Grows only past the largest backlog so far. */
final class PacketPool {
    private final List<Packet> packets = new ArrayList<>();
    private final Deque<Integer> free = new ArrayDeque<>();

    /** Keeps a copy. */
    int keep(Packet packet) {
        if (free.isEmpty()) {
            packets.add(new Packet());
            free.push(packets.size() - 1);
        }
        int handle = free.pop();
        packets.get(handle).copyFrom(packet);
        return handle;
    }

    /** The packet of a handle; valid until it is released and kept again. */
    Packet packet(long handle) {
        return packets.get((int) handle);
    }

    void release(long handle) {
        free.push((int) handle);
    }

    /** Packets kept now. */
    int size() {
        return packets.size() - free.size();
    }
}
