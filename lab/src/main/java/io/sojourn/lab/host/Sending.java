// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.engine.classify.PacketFields;
import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Packets;
import io.sojourn.lab.net.Route;

/** One direction of a flow: makes its packets and sends them on their way. */
final class Sending {
    private final int flow;
    private final boolean backward;
    private final PacketFields header;
    private final Packets packets;
    private final Route route;

    /** @param flow place in the plan */
    Sending(int flow, boolean backward, PacketFields header, Packets packets, Route route) {
        this.flow = flow;
        this.backward = backward;
        this.header = header;
        this.packets = packets;
        this.route = route;
    }

    /** A packet of this direction, to fill and {@link #send}. */
    Packet packet(int ipBytes, long number) {
        Packet packet = packets.take();
        packet.flow = flow;
        packet.backward = backward;
        packet.header = header;
        packet.ipBytes = ipBytes;
        packet.number = number;
        return packet;
    }

    void send(Packet packet, long nowNanos) {
        packet.sentNanos = nowNanos;
        route.send(packet, nowNanos);
    }
}
