// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.shape;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import java.util.List;

/**
 * What shapers have in common: the packet that is next waits until there is credit for all of it. It waits in the inner
 * discipline; a shaper itself holds nothing.
 *
 * <p>Once the next packet has to wait, only a new arrival is looked at before its time has come: what becomes ready
 * inside by the clock alone waits as long, at most one packet's time (Linux holds on to the packet it peeked at, so it
 * waits there too). A packet longer than the credit can ever be is dropped when it is next, so it never blocks others.
 */
abstract class CreditShaper implements QueueDiscipline {
    /** One byte a second: the wait for a full bucket, 2^30 seconds, then still fits the clock. */
    static final long LEAST_RATE_BITS_PER_SECOND = 8;

    /** The next packet has not been looked at. */
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final PacketStore packets;
    private final PacketFate fate;
    private final QueueDiscipline inner;
    private long heldUntilNanos = UNKNOWN;

    CreditShaper(Surroundings around, QueueDiscipline inner) {
        this.packets = around.packets();
        this.fate = around.fate();
        this.inner = inner;
    }

    /** Time until there is credit for a packet of this length: 0 now, {@code Long.MAX_VALUE} never. */
    abstract long nanosUntil(int lengthBytes, long nowNanos);

    /** Takes the credit for a packet that may leave now. */
    abstract void spend(int lengthBytes, long nowNanos);

    @Override
    public final void enqueue(int packet, long nowNanos) {
        inner.enqueue(packet, nowNanos);
        heldUntilNanos = UNKNOWN;
    }

    @Override
    public final int dequeue(long nowNanos) {
        if (peek(nowNanos) == NONE) {
            return NONE;
        }
        int packet = inner.dequeue(nowNanos);
        spend(packets.lengthBytes(packet), nowNanos);
        return packet;
    }

    @Override
    public final int peek(long nowNanos) {
        if (nowNanos < heldUntilNanos) {
            return NONE;
        }
        heldUntilNanos = UNKNOWN;
        for (int packet = inner.peek(nowNanos); packet != NONE; packet = inner.peek(nowNanos)) {
            long waitNanos = nanosUntil(packets.lengthBytes(packet), nowNanos);
            if (waitNanos == 0) {
                return packet;
            }
            if (waitNanos != Long.MAX_VALUE) {
                heldUntilNanos = nowNanos + waitNanos;
                return NONE;
            }
            fate.dropped(inner.dequeue(nowNanos), DropCause.POLICED, nowNanos);
        }
        return NONE;
    }

    @Override
    public final long readyNanos(long nowNanos) {
        return inner.backlogPackets() == 0 ? Long.MAX_VALUE : Math.max(heldUntilNanos, inner.readyNanos(nowNanos));
    }

    @Override
    public final void adopt(int packet, long nowNanos) {
        throw new IllegalStateException("packets are adopted by the queues of a shaper, before it is made");
    }

    @Override
    public final int withdraw(long nowNanos) {
        throw new IllegalStateException("packets are withdrawn from the queues of a shaper, not from it");
    }

    @Override
    public final void configure(Settings settings, long nowNanos) {
        throw new IllegalStateException("a shaper is made anew at a change");
    }

    @Override
    public final int backlogPackets() {
        return inner.backlogPackets();
    }

    @Override
    public final long backlogBytes() {
        return inner.backlogBytes();
    }

    /** A bucket below the longest packet would drop it every time. */
    static void coversPacket(Settings settings, Parameter depth, LinkFacts link, List<Problem> problems) {
        if (settings.has(depth) && settings.value(depth) < link.mtuBytes()) {
            problems.add(new Problem(
                    depth.name(),
                    depth.text(settings.value(depth)),
                    "at least the longest packet, " + link.mtuBytes() + "B",
                    "raise " + depth.name() + " to at least one packet"));
        }
    }
}
