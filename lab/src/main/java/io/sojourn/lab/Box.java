// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.link.ClassCounters;
import io.sojourn.engine.link.Link;
import io.sojourn.engine.link.LinkObserver;
import java.util.Arrays;
import java.util.function.ToLongFunction;

/** The box: a link of the engine, and the packets that wait in it, each known by a number of the caller's. */
final class Box {
    static final long NONE = -1;

    /** More than any queue may be set to hold. */
    private static final int CAPACITY = 1 << 21;

    private static final int TCP = 6;
    /** Odd, its bits well mixed: the golden ratio in 64 bits. */
    private static final long HASH = 0x9e3779b97f4a7c15L;

    private final PacketStore packets = new PacketStore(CAPACITY);
    private final Link link;
    private final int[] classIds;

    Box(BoxSettings settings, long seed) {
        link = new Link(settings.part(), packets, LinkObserver.NONE, seed, 0);
        classIds = settings.classes().stream()
                .mapToInt(name -> link.classId(name).orElseThrow())
                .toArray();
    }

    void offer(int flow, long number, int lengthBytes, long nowNanos) {
        int packet = packets.add(number, lengthBytes, nowNanos);
        if (packet == PacketStore.NONE) {
            throw new IllegalStateException("packets=" + CAPACITY + " wait in the box; lower its limits");
        }
        int host = (int) (((flow + 1) * HASH) >>> 32);
        packets.setFlow(packet, (flow + 1) * HASH);
        packets.setHosts(packet, host, 0);
        packets.setHeader(packet, 0, TCP, 0);
        packets.setClassId(packet, classIds[flow % classIds.length]);
        link.offer(packet, nowNanos);
    }

    /** Number of the packet that leaves now, or {@link #NONE}. */
    long poll(long nowNanos) {
        int packet = link.poll(nowNanos);
        if (packet == PacketStore.NONE) {
            return NONE;
        }
        long number = packets.handle(packet);
        packets.release(packet);
        return number;
    }

    long nextReleaseNanos(long nowNanos) {
        return link.nextReleaseNanos(nowNanos);
    }

    int backlogPackets() {
        return link.backlogPackets();
    }

    long offeredPackets() {
        return total(ClassCounters::offeredPackets);
    }

    long droppedPackets() {
        return total(ClassCounters::droppedPackets);
    }

    long droppedPackets(DropCause cause) {
        return total(counters -> counters.droppedPackets(cause));
    }

    private long total(ToLongFunction<ClassCounters> count) {
        return Arrays.stream(classIds)
                .distinct()
                .mapToLong(id -> count.applyAsLong(link.counters(id)))
                .sum();
    }
}
