// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.capture.IpProtocol;
import io.sojourn.telemetry.capture.PacketHeader;
import io.sojourn.telemetry.capture.TcpHeader;

/** Sends every packet to its direction, connection and flow. Bytes count the IP packet and 14 of Ethernet. */
final class PacketTracker {
    private static final int ETHERNET_BYTES = LengthAccounting.ETHERNET.overheadBytes();
    private static final int CONGESTION_EXPERIENCED = 3;

    private final Tally tally = new Tally();
    private final Directions directions = new Directions();
    private final FlowTable table;

    PacketTracker(int flowTableLimit) {
        table = new FlowTable(flowTableLimit);
    }

    Directions directions() {
        return directions;
    }

    FlowTable table() {
        return table;
    }

    Tally tally() {
        return tally;
    }

    /** @param nowNanos never less than before */
    void packet(long nowNanos, PacketHeader header) {
        boolean tcp = header.isTcp();
        if (!tcp && !header.isUdp()) {
            Direction direction = directions.of(header);
            int wireBytes = (int) header.ipLengthBytes() + ETHERNET_BYTES;
            direction.subject().packets(nowNanos, 1, wireBytes, isMarked(header));
            return;
        }
        Connection connection = table.of(header, nowNanos);
        int side = table.side();
        Flow flow = connection.flow(side);
        if (flow == null) {
            flow = connection.flowOrNew(side, directions.of(header), tally);
        }
        if (header.payloadBytes() > 0) {
            directions.data(flow.direction(), header);
            flow.subject().keepHistory();
        }
        if (tcp) {
            tcp(nowNanos, header, connection, side, flow);
        } else {
            udp(nowNanos, header, flow);
        }
    }

    private static boolean isMarked(PacketHeader header) {
        return (header.trafficClass() & CONGESTION_EXPERIENCED) == CONGESTION_EXPERIENCED;
    }

    private static void udp(long nowNanos, PacketHeader header, Flow flow) {
        int wireBytes = (int) header.ipLengthBytes() + ETHERNET_BYTES;
        flow.packets(nowNanos, 1, wireBytes, isMarked(header));
        if (header.payloadBytes() > 0) {
            flow.data(1, false);
        }
        if (IpProtocol.isUnresponsive(header.protocol(), header.sourcePort(), header.destinationPort())) {
            flow.unresponsive(wireBytes);
        } else if (header.firstPayloadByte() >= 0) {
            flow.spin(nowNanos, header.firstPayloadByte());
        }
    }

    private static void tcp(long nowNanos, PacketHeader header, Connection connection, int side, Flow flow) {
        TcpHeader tcp = header.tcp();
        connection.handshake(nowNanos, side, header);
        int payload = (int) header.payloadBytes();
        if (payload > 0 && !tcp.isSyn()) {
            data(nowNanos, header, flow, payload);
        } else {
            flow.packets(nowNanos, 1, (int) header.ipLengthBytes() + ETHERNET_BYTES, isMarked(header));
        }
        Flow reverse = connection.flow(1 - side);
        DataTracker acknowledged = reverse == null ? null : reverse.tracker();
        if (acknowledged != null && tcp.isAck()) {
            acknowledged.acks().acknowledged(nowNanos, tcp, payload);
        }
        if (tcp.isReset()) {
            connection.close();
        }
    }

    private static void data(long nowNanos, PacketHeader header, Flow flow, int payload) {
        TcpHeader tcp = header.tcp();
        DataTracker tracker = flow.trackerOrNew();
        if (tracker.isSameFrame(nowNanos, tcp, header.ipIdentification())) {
            return;
        }
        if (header.isFragment()) {
            flow.fragmented();
        }
        int overhead = (int) header.ipLengthBytes() - payload + ETHERNET_BYTES;
        boolean probe = tracker.isProbe(tcp.sequence(), payload);
        int pieces = probe ? 1 : tracker.pieces(payload, tcp.hasTimestamps());
        flow.packets(nowNanos, pieces, payload + pieces * overhead, isMarked(header));
        if (!probe) {
            flow.data(pieces, true);
            tracker.data(nowNanos, tcp, payload, overhead);
        }
    }
}
