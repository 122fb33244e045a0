// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.labnode;

import io.sojourn.engine.classify.PacketFields;
import io.sojourn.lab.net.Packet;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Packets of the lab as records of a pcap file: Ethernet, IPv4, and TCP with window scaling, timestamps in milliseconds and SACK
 * blocks, or UDP. Payload is counted and not there; checksums are 0, as from a card that fills them in itself.
 */
final class PcapPackets {
    /** Headers with their options, and no more. */
    static final int SNAP_BYTES = 96;

    private static final int NANOSECOND_PCAP = 0xa1b23c4d;
    private static final int LINK_ETHERNET = 1;
    private static final int RECORD_BYTES = 16;
    private static final int ETHERNET_BYTES = 14;
    private static final int IP_BYTES = 20;
    private static final int SYN = 0x02;
    private static final int ACK = 0x10;
    private static final long SYN_NUMBER = -1;
    private static final int WINDOW_SCALE = 9;
    private static final long TICK_NANOS = 1_000_000;

    private final Optional<TcpSettings>[] tcpOfFlow;
    private final Echoes[] echoesOfFlow;
    private final byte[] bytes = new byte[RECORD_BYTES + SNAP_BYTES];
    private final ByteBuffer out = ByteBuffer.wrap(bytes);

    /** @param backNanos what acknowledgments take from the place to the sender */
    @SuppressWarnings("unchecked")
    PcapPackets(Plan plan, long backNanos) {
        tcpOfFlow = plan.flows().stream().map(NodePackets::tcp).toArray(Optional[]::new);
        echoesOfFlow = plan.flows().stream().map(flow -> new Echoes(backNanos)).toArray(Echoes[]::new);
    }

    static byte[] fileHeader() {
        return ByteBuffer.allocate(24)
                .putInt(NANOSECOND_PCAP)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(SNAP_BYTES)
                .putInt(LINK_ETHERNET)
                .array();
    }

    /** Its first {@link #length} bytes are the record of the packet, until the next is asked for; null for what is not IPv4. */
    byte @Nullable [] record(Packet packet, long nowNanos, long epochNanos) {
        PacketFields header = packet.header;
        if (header.ipVersion != 4) {
            return null;
        }
        out.clear().position(RECORD_BYTES + ETHERNET_BYTES + IP_BYTES);
        Optional<TcpSettings> tcp = tcpOfFlow[packet.flow];
        int ipBytes = packet.ipBytes;
        if (tcp.isPresent()) {
            tcp(packet, header, tcp.get(), nowNanos);
            int headers = out.position() - RECORD_BYTES - ETHERNET_BYTES;
            ipBytes =
                    packet.acknowledgment || packet.number == SYN_NUMBER ? headers : Math.max(headers, packet.ipBytes);
        } else {
            out.putShort((short) header.sourcePort).putShort((short) header.destinationPort);
            out.putShort((short) (packet.ipBytes - IP_BYTES)).putShort((short) 0);
        }
        around(header, ipBytes, epochNanos + nowNanos);
        return bytes;
    }

    int length() {
        return out.position();
    }

    private void around(PacketFields header, int ipBytes, long timeNanos) {
        int captured = out.position() - RECORD_BYTES;
        out.putInt(0, (int) (timeNanos / 1_000_000_000)).putInt(4, (int) (timeNanos % 1_000_000_000));
        out.putInt(8, captured).putInt(12, ipBytes + ETHERNET_BYTES);
        int at = RECORD_BYTES;
        out.putLong(at, 0x0200_0000_0001_0200L).putInt(at + 8, 0x0000_0002).putShort(at + 12, (short) 0x0800);
        at += ETHERNET_BYTES;
        out.putShort(at, (short) 0x4500).putShort(at + 2, (short) ipBytes);
        out.putInt(at + 4, 0x0000_4000).put(at + 8, (byte) 64).put(at + 9, (byte) header.protocol);
        out.putShort(at + 10, (short) 0);
        out.putInt(at + 12, (int) header.sourceLow).putInt(at + 16, (int) header.destinationLow);
    }

    private void tcp(Packet packet, PacketFields header, TcpSettings tcp, long nowNanos) {
        boolean opens = packet.number == SYN_NUMBER;
        int start = out.position();
        out.putShort((short) header.sourcePort).putShort((short) header.destinationPort);
        out.putInt(sequence(packet, tcp)).putInt(acknowledged(packet, tcp));
        out.putShort((short) ((opens ? SYN : 0) | (opens && !packet.acknowledgment ? 0 : ACK)));
        out.putShort((short) Math.min(0xffff, window(tcp) >> (opens ? 0 : WINDOW_SCALE)));
        out.putInt(0);
        if (opens) {
            out.put(new byte[] {2, 4}).putShort((short) (tcp.payloadBytes() + (tcp.hasTimestamps() ? 12 : 0)));
            out.put(new byte[] {1, 3, 3, WINDOW_SCALE, 1, 1, 4, 2});
        }
        if (tcp.hasTimestamps()) {
            out.putInt(0x0101_080a);
            timestamps(packet, nowNanos);
        }
        if (packet.acknowledgment && !opens) {
            sack(packet, tcp);
        }
        out.put(start + 12, (byte) (((out.position() - start) / 4) << 4));
    }

    private void timestamps(Packet packet, long nowNanos) {
        Echoes echoes = echoesOfFlow[packet.flow];
        if (packet.acknowledgment) {
            echoes.passes(tick(nowNanos), nowNanos);
            out.putInt(tick(nowNanos)).putInt(tick(packet.echoNanos));
        } else {
            out.putInt(tick(packet.sentNanos)).putInt(echoes.at(packet.sentNanos));
        }
    }

    /** Never 0, which means none. */
    private static int tick(long nanos) {
        return (int) (1 + nanos / TICK_NANOS);
    }

    private static long window(TcpSettings tcp) {
        return (long) tcp.windowSegments() * tcp.payloadBytes();
    }

    /** Segment n begins at byte 1 + n payloads; what comes back has sent its SYN and no more. */
    private static int sequence(Packet packet, TcpSettings tcp) {
        if (packet.number == SYN_NUMBER) {
            return 0;
        }
        return packet.acknowledgment ? 1 : byteOf(packet.number, tcp);
    }

    private static int acknowledged(Packet packet, TcpSettings tcp) {
        if (packet.acknowledgment) {
            return byteOf(packet.cumulative, tcp);
        }
        return packet.number == SYN_NUMBER ? 0 : 1;
    }

    private static int byteOf(long segment, TcpSettings tcp) {
        return (int) (1 + segment * tcp.payloadBytes());
    }

    /** RFC 2018; the segment that came again is told first (RFC 2883). */
    private void sack(Packet packet, TcpSettings tcp) {
        boolean again = packet.duplicate && packet.number >= 0 && tcp.recovery() != TcpSettings.Recovery.NEW_RENO;
        int blocks = Math.min(Packet.SACK_BLOCKS, packet.sackBlocks + (again ? 1 : 0));
        if (blocks == 0) {
            return;
        }
        out.putShort((short) 0x0101).put((byte) 5).put((byte) (2 + 8 * blocks));
        if (again) {
            out.putInt(byteOf(packet.number, tcp)).putInt(byteOf(packet.number + 1, tcp));
        }
        for (int i = 0; i < blocks - (again ? 1 : 0); i++) {
            out.putInt(byteOf(packet.sackFrom[i], tcp)).putInt(byteOf(packet.sackTo[i], tcp));
        }
    }

    /** Timestamps of acknowledgments on their way to the sender, who puts the newest that it has into what it sends. */
    private static final class Echoes {
        private final long backNanos;
        private final Deque<long[]> underWay = new ArrayDeque<>();
        private int echo;

        Echoes(long backNanos) {
            this.backNanos = backNanos;
        }

        void passes(int tick, long nowNanos) {
            underWay.add(new long[] {nowNanos + backNanos, tick});
        }

        /** 0 before the first. */
        int at(long sentNanos) {
            while (!underWay.isEmpty() && underWay.getFirst()[0] <= sentNanos) {
                echo = (int) underWay.removeFirst()[1];
            }
            return echo;
        }
    }
}
