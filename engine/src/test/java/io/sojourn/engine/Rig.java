// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A store, a fate that keeps notes, and a virtual clock's loop: what a test of a discipline needs around it. */
public final class Rig implements PacketFate {
    public final PacketStore packets;
    public final Surroundings around;
    /** What was dropped, in order; the packets are released. */
    public final List<Loss> losses = new ArrayList<>();
    /** Handles of packets that were given CE, in order. */
    public final List<Long> marks = new ArrayList<>();

    private long offered;

    /** A packet that was dropped. */
    public record Loss(long handle, DropCause cause, long atNanos) {}

    /** A packet that left. */
    public record Departure(long handle, int lengthBytes, long flow, int classId, long arrivalNanos, long atNanos) {
        public long sojournNanos() {
            return atNanos - arrivalNanos;
        }
    }

    public Rig() {
        this(1);
    }

    public Rig(long seed) {
        packets = new PacketStore(1 << 20);
        around = new Surroundings(packets, this, seed);
    }

    /** Settings of a type with some values given, on an unlimited link with frames of 1514 bytes. */
    public static Settings settings(DisciplineType type, Map<String, Long> given) {
        return settings(type, given, LinkFacts.UNLIMITED);
    }

    public static Settings settings(DisciplineType type, Map<String, Long> given, long rateBitsPerSecond) {
        return Settings.of(type.parameters(), given, new LinkFacts(rateBitsPerSecond, 1514));
    }

    /** A new packet; handles count up from 0. */
    public int packet(int lengthBytes, long nowNanos) {
        return packets.add(offered++, lengthBytes, nowNanos);
    }

    public int packet(int lengthBytes, long flow, int classId, long nowNanos) {
        int packet = packet(lengthBytes, nowNanos);
        packets.setFlow(packet, flow);
        packets.setClassId(packet, classId);
        return packet;
    }

    /** Packets offered so far. */
    public long offered() {
        return offered;
    }

    /** Lets leave what leaves by itself, at the times the discipline says, up to and including {@code untilNanos}. */
    public List<Departure> run(QueueDiscipline discipline, long fromNanos, long untilNanos) {
        List<Departure> departures = new ArrayList<>();
        long nowNanos = fromNanos;
        while (true) {
            long readyNanos = discipline.readyNanos(nowNanos);
            if (readyNanos > untilNanos) {
                return departures;
            }
            nowNanos = Math.max(nowNanos, readyNanos);
            int packet = discipline.dequeue(nowNanos);
            if (packet != QueueDiscipline.NONE) {
                departures.add(left(packet, nowNanos));
            } else if (discipline.readyNanos(nowNanos) <= nowNanos) {
                throw new AssertionError("ready at " + nowNanos + ", but nothing leaves");
            }
        }
    }

    /** A link that takes one packet after another at its own rate, from {@code fromNanos} to {@code untilNanos}. */
    public List<Departure> serve(QueueDiscipline discipline, long rateBitsPerSecond, long fromNanos, long untilNanos) {
        List<Departure> departures = new ArrayList<>();
        long nowNanos = fromNanos;
        while (nowNanos <= untilNanos) {
            int packet = discipline.dequeue(nowNanos);
            if (packet == QueueDiscipline.NONE) {
                long readyNanos = discipline.readyNanos(nowNanos);
                if (readyNanos <= nowNanos) {
                    throw new AssertionError("ready at " + nowNanos + ", but nothing leaves");
                }
                nowNanos = readyNanos;
                continue;
            }
            int lengthBytes = packets.lengthBytes(packet);
            departures.add(left(packet, nowNanos));
            nowNanos += Math.max(1, lengthBytes * 8_000_000_000L / rateBitsPerSecond);
        }
        return departures;
    }

    @Override
    public void dropped(int packet, DropCause cause, long nowNanos) {
        losses.add(new Loss(packets.handle(packet), cause, nowNanos));
        packets.release(packet);
    }

    @Override
    public void marked(int packet, long nowNanos) {
        marks.add(packets.handle(packet));
    }

    /** Notes a packet that leaves, and releases it. */
    public Departure left(int packet, long nowNanos) {
        Departure departure = new Departure(
                packets.handle(packet),
                packets.lengthBytes(packet),
                packets.flow(packet),
                packets.classId(packet),
                packets.arrivalNanos(packet),
                nowNanos);
        packets.release(packet);
        return departure;
    }
}
