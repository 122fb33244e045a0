// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.labnode;

import io.sojourn.engine.PacketStore;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.node.path.Packet;
import java.util.Optional;

/** Writes the packets of a plan as a node sees them. */
final class NodePackets {
    /** The number of a segment that opens a connection. */
    private static final long SYN = -1;

    private static final int UDP_HEADER_BYTES = 28;

    private final Optional<TcpSettings>[] tcpOfFlow;

    NodePackets(Plan plan) {
        tcpOfFlow = tcp(plan);
    }

    @SuppressWarnings("unchecked")
    private static Optional<TcpSettings>[] tcp(Plan plan) {
        return plan.flows().stream().map(NodePackets::tcp).toArray(Optional[]::new);
    }

    /** How both ends of a flow work; empty when it is not one of TCP. */
    static Optional<TcpSettings> tcp(FlowPlan flow) {
        if (flow.traffic() instanceof Traffic.Bulk bulk) {
            return Optional.of(bulk.tcp());
        }
        return flow.traffic() instanceof Traffic.Chunks chunks ? Optional.of(chunks.tcp()) : Optional.empty();
    }

    /** @param timeNanos when it arrives, on the node's clock */
    void write(io.sojourn.lab.net.Packet from, long timeNanos, Packet into) {
        into.copyFields(from.header);
        into.timeNanos = timeNanos;
        into.ipLengthBytes = from.ipBytes;
        into.handle = from.index();
        into.payloadBytes = payloadBytes(from);
        into.flags = flags(from);
        into.ackNumber = (int) from.cumulative;
    }

    private int payloadBytes(io.sojourn.lab.net.Packet packet) {
        Optional<TcpSettings> tcp = tcpOfFlow[packet.flow];
        if (tcp.isEmpty()) {
            return Math.max(0, packet.ipBytes - UDP_HEADER_BYTES);
        }
        return packet.acknowledgment || packet.number == SYN ? 0 : tcp.get().payloadBytes();
    }

    private int flags(io.sojourn.lab.net.Packet packet) {
        if (packet.acknowledgment) {
            return PacketStore.PURE_ACK | (packet.sackBlocks > 0 ? PacketStore.HAS_SACK : 0);
        }
        boolean opens = packet.number == SYN && tcpOfFlow[packet.flow].isPresent();
        return opens ? PacketStore.OPENS_SESSION : 0;
    }
}
