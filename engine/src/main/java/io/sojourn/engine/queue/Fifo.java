// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketList;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.Unit;
import java.util.List;

/**
 * First in, first out; what finds it full is dropped from the tail.
 *
 * <p>Source: tc-pfifo(8), tc-bfifo(8): the limit is on what waits, in packets and in bytes.
 */
public final class Fifo implements QueueDiscipline {
    public static final Parameter LIMIT = Parameter.computed(
            "limit", Unit.PACKETS, 1, 1_000_000, Fifo::fiftyMilliseconds, "most packets that wait; 50 ms, at least 64");
    public static final Parameter LIMIT_BYTES =
            Parameter.of("limitBytes", Unit.BYTES, 1, 1L << 32, 1L << 32, "most bytes that wait");

    public static final DisciplineType.QueueType TYPE = new DisciplineType.QueueType(
            "fifo",
            "https://man7.org/linux/man-pages/man8/tc-bfifo.8.html",
            "first in, first out, dropped from the tail",
            List.of(LIMIT, LIMIT_BYTES),
            DisciplineType.Check.NONE,
            Fifo::new);

    private final PacketStore packets;
    private final PacketFate fate;
    private final PacketList waiting;
    private int limitPackets;
    private long limitBytes;

    public Fifo(Settings settings, Surroundings around) {
        packets = around.packets();
        fate = around.fate();
        waiting = new PacketList(packets);
        set(settings);
    }

    @Override
    public void enqueue(int packet, long nowNanos) {
        if (waiting.packets() >= limitPackets || waiting.bytes() + packets.lengthBytes(packet) > limitBytes) {
            fate.dropped(packet, DropCause.TAIL, nowNanos);
        } else {
            waiting.addLast(packet);
        }
    }

    @Override
    public int dequeue(long nowNanos) {
        return waiting.removeFirst();
    }

    @Override
    public int peek(long nowNanos) {
        return waiting.first();
    }

    @Override
    public long readyNanos(long nowNanos) {
        return waiting.isEmpty() ? Long.MAX_VALUE : nowNanos;
    }

    @Override
    public int withdraw(long nowNanos) {
        return waiting.removeFirst();
    }

    @Override
    public void configure(Settings settings, long nowNanos) {
        set(settings);
    }

    @Override
    public int backlogPackets() {
        return waiting.packets();
    }

    @Override
    public long backlogBytes() {
        return waiting.bytes();
    }

    private void set(Settings settings) {
        limitPackets = settings.intValue(LIMIT);
        limitBytes = settings.value(LIMIT_BYTES);
    }

    /** Default of Cisco IOS XE: 50 ms of 1500-byte packets, at least 64; 20 Mbit/s: 83. */
    private static long fiftyMilliseconds(Settings before, LinkFacts link) {
        return Math.max(64, Math.min(10_000, link.rateBitsPerSecond() / 8 / 20 / 1500));
    }
}
