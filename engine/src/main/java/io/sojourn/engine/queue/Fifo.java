// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.Unit;
import java.util.List;

/**
 * First in, first out; what finds it full is dropped from the tail.
 *
 * <p>Source: tc-pfifo(8), tc-bfifo(8): the limit is on what waits, in packets and in bytes. One object of 56 bytes.
 */
public final class Fifo extends LimitedList implements QueueDiscipline {
    public static final Parameter LIMIT = Parameter.computed(
            "limit", Unit.PACKETS, 1, 1_000_000, Fifo::fiftyMilliseconds, "most packets that wait; 50 ms, at least 64");
    public static final Parameter LIMIT_BYTES =
            Parameter.of("limitBytes", Unit.BYTES, 1, 1L << 32, 1L << 32, "most bytes that wait");

    public static final DisciplineType.QueueType TYPE = new DisciplineType.QueueType(
            "fifo",
            "https://man7.org/linux/man-pages/man8/tc-bfifo.8.html",
            "first in, first out, dropped from the tail",
            List.of(LIMIT, LIMIT_BYTES),
            LIMIT_BYTES::tooShort,
            Fifo::new);

    public Fifo(Settings settings, Surroundings around) {
        super(settings, around);
    }

    @Override
    public void enqueue(int packet, long nowNanos) {
        if (hasRoom(packet, packets(), bytes(), nowNanos)) {
            addLast(packet);
        }
    }

    @Override
    public int dequeue(long nowNanos) {
        return removeFirst();
    }

    @Override
    public int peek(long nowNanos) {
        return first();
    }

    @Override
    public long readyNanos(long nowNanos) {
        return isEmpty() ? Long.MAX_VALUE : nowNanos;
    }

    @Override
    public int withdraw(long nowNanos) {
        return removeFirst();
    }

    @Override
    public void configure(Settings settings, long nowNanos) {
        set(settings);
    }

    @Override
    public int backlogPackets() {
        return packets();
    }

    @Override
    public long backlogBytes() {
        return bytes();
    }

    /** Default of Cisco IOS XE: 50 ms of 1500-byte packets, at least 64; 20 Mbit/s: 83. */
    private static long fiftyMilliseconds(Settings before, LinkFacts link) {
        return Math.max(64, Math.min(10_000, link.rateBitsPerSecond() / 8 / 20 / 1500));
    }
}
