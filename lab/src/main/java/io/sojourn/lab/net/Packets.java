// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** All packets of a run, used again and again. */
public final class Packets {
    private final Deque<Packet> free = new ArrayDeque<>();
    private final List<Packet> all = new ArrayList<>();

    /** A packet with nothing said of it but that it goes forward and acknowledges nothing. */
    public Packet take() {
        Packet packet = free.pollLast();
        if (packet == null) {
            packet = new Packet();
            packet.boxIndex = all.size();
            all.add(packet);
        }
        packet.underWay = true;
        packet.backward = false;
        packet.acknowledgment = false;
        packet.duplicate = false;
        packet.sackBlocks = 0;
        return packet;
    }

    /**
     * Nobody uses the packet any more.
     *
     * @throws IllegalStateException when it was given back before: two would take one packet
     */
    public void giveBack(Packet packet) {
        if (!packet.underWay) {
            throw new IllegalStateException("a packet of flow " + packet.flow + " is given back twice");
        }
        packet.underWay = false;
        packet.step = null;
        free.addLast(packet);
    }

    /** The packet of a number that it has for good: see {@link Packet#index}. */
    public Packet of(int index) {
        return all.get(index);
    }

    /** Packets under way. */
    public int underWay() {
        return all.size() - free.size();
    }
}
