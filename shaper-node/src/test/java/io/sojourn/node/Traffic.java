// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.node.path.Packet;
import io.sojourn.telemetry.Reject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Packets made up for a test. */
public final class Traffic implements PacketSource {
    /** A whole second of the Unix epoch. */
    public static final long START_NANOS = 1_700_000_000_000_000_000L;

    public static final long SECOND = 1_000_000_000L;
    public static final long MILLI = 1_000_000L;

    private final List<Packet> packets = new ArrayList<>();
    private int next;
    boolean closed;

    /** 1500-byte packets of one flow, evenly spaced. */
    public static Traffic steady(int count, long startNanos, long gapNanos) {
        Traffic traffic = new Traffic();
        for (int i = 0; i < count; i++) {
            traffic.add(packet(startNanos + i * gapNanos, 1_500));
        }
        return traffic;
    }

    public static Packet packet(long timeNanos, int ipLengthBytes) {
        Packet packet = new Packet();
        packet.timeNanos = timeNanos;
        packet.ipLengthBytes = ipLengthBytes;
        packet.payloadBytes = ipLengthBytes - 40;
        packet.ipVersion = 4;
        packet.protocol = 6;
        packet.sourceLow = 0x0A4D0102L;
        packet.destinationLow = 0x0A4D0202L;
        packet.sourcePort = 40_001;
        packet.destinationPort = 5_201;
        return packet;
    }

    public Traffic add(Packet packet) {
        packets.add(packet);
        return this;
    }

    @Override
    public boolean next(Packet into, Consumer<Reject> rejects) {
        if (next == packets.size()) {
            return false;
        }
        into.copyFrom(packets.get(next));
        next++;
        return true;
    }

    @Override
    public void rewind() {
        next = 0;
    }

    @Override
    public void close() {
        closed = true;
    }
}
