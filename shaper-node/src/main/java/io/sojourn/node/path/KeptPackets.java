// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import java.util.ArrayList;
import java.util.List;

/** What the engine does not keep of the packets that wait, by their index in its store. Grows with the store. */
final class KeptPackets {
    private final List<Packet> packets = new ArrayList<>();

    /** Keeps a copy until the index is given again. */
    void keep(int index, Packet packet) {
        while (packets.size() <= index) {
            packets.add(new Packet());
        }
        packets.get(index).copyFrom(packet);
    }

    Packet get(int index) {
        return packets.get(index);
    }
}
