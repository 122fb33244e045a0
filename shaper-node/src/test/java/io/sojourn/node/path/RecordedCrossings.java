// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.telemetry.capture.CaptureReader;
import io.sojourn.telemetry.capture.CapturedPacket;
import io.sojourn.telemetry.capture.Decoding;
import io.sojourn.telemetry.capture.PacketHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Packets that a recorded box was given, and when they came out behind it. A packet is known again by protocol, ports,
 * IP identification and TCP or echo sequence number; equal ones are taken in order.
 */
final class RecordedCrossings {
    /** When a packet came out that never did. */
    static final long LOST = Long.MIN_VALUE;

    private static final int ETHERNET_BYTES = 14;
    /** The part of an IPv4 address that names its network of 256. */
    private static final int HOST_BITS = 8;

    /** @param lengthBytes Ethernet header counted */
    record Crossing(long inNanos, long outNanos, int lengthBytes, int protocol, int sourcePort) {
        boolean isLost() {
            return outNanos == LOST;
        }
    }

    private record Key(int protocol, int ports, int identification, int sequence) {}

    @FunctionalInterface
    private interface Taker {
        void take(Key key, CapturedPacket packet, PacketHeader header);
    }

    private RecordedCrossings() {}

    /**
     * @param behind capture behind the box; null when there is none, and then everything counts as lost
     * @param network first three bytes of the senders' addresses, 0x0a4d01 for 10.77.1.0/24
     */
    static List<Crossing> read(Path before, @Nullable Path behind, int network) throws IOException {
        Map<Key, Deque<Long>> arrivals = new HashMap<>();
        if (behind != null) {
            walk(behind, network, (key, packet, header) -> arrivals.computeIfAbsent(key, unknown -> new ArrayDeque<>())
                    .add(packet.timestampNanos()));
        }
        List<Crossing> crossings = new ArrayList<>();
        walk(before, network, (key, packet, header) -> {
            Deque<Long> out = arrivals.getOrDefault(key, new ArrayDeque<>());
            crossings.add(new Crossing(
                    packet.timestampNanos(),
                    out.isEmpty() ? LOST : out.removeFirst(),
                    Math.toIntExact(header.ipLengthBytes()) + ETHERNET_BYTES,
                    header.protocol(),
                    header.hasPorts() ? header.sourcePort() : 0));
        });
        return behind == null ? crossings : decided(crossings);
    }

    /** Delay of the path itself: the shortest time that any packet took from one capture to the other. */
    static long pathNanos(List<Crossing> crossings) {
        return crossings.stream()
                .filter(crossing -> !crossing.isLost())
                .mapToLong(crossing -> crossing.outNanos() - crossing.inNanos())
                .min()
                .orElseThrow();
    }

    /** Without what was still under way when the capture behind the box ended. */
    private static List<Crossing> decided(List<Crossing> crossings) {
        int end = crossings.size();
        while (end > 0 && crossings.get(end - 1).isLost()) {
            end--;
        }
        return crossings.subList(0, end);
    }

    private static void walk(Path file, int network, Taker taker) throws IOException {
        CapturedPacket packet = new CapturedPacket();
        PacketHeader header = new PacketHeader();
        try (CaptureReader reader = CaptureReader.open(file)) {
            while (reader.next(packet)) {
                if (header.decode(packet) == Decoding.IP && header.sourceLow() >> HOST_BITS == network) {
                    taker.take(key(header), packet, header);
                }
            }
        }
    }

    private static Key key(PacketHeader header) {
        int ports = header.hasPorts() ? (header.sourcePort() << 16) | header.destinationPort() : 0;
        return new Key(header.protocol(), ports, header.ipIdentification(), sequence(header));
    }

    private static int sequence(PacketHeader header) {
        if (header.isTcp()) {
            return header.tcp().sequence();
        }
        return header.isEchoRequest() || header.isEchoReply() ? header.echoSequence() : 0;
    }
}
