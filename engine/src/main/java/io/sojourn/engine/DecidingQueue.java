// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * A queue that decides only as a packet leaves, and may drop some on the way (CoDel and its kin). Its next packet can be
 * known only by choosing it, so a peeked packet is held until it is dequeued, as Linux does (qdisc_peek_dequeued).
 */
public abstract class DecidingQueue implements QueueDiscipline {
    private final PacketStore store;
    private int held = NONE;

    protected DecidingQueue(PacketStore store) {
        this.store = store;
    }

    /** Chooses and takes out the packet that leaves now, or {@link #NONE}. */
    protected abstract int choose(long nowNanos);

    /** As {@link #withdraw}, of the packets not held. */
    protected abstract int withdrawQueued(long nowNanos);

    /** Packets waiting, the held one apart. */
    protected abstract int queuedPackets();

    /** Bytes waiting, the held packet's apart. */
    protected abstract long queuedBytes();

    @Override
    public final int dequeue(long nowNanos) {
        if (held == NONE) {
            return choose(nowNanos);
        }
        int packet = held;
        held = NONE;
        return packet;
    }

    @Override
    public final int peek(long nowNanos) {
        if (held == NONE) {
            held = choose(nowNanos);
        }
        return held;
    }

    @Override
    public final int withdraw(long nowNanos) {
        int packet = held;
        held = NONE;
        return packet == NONE ? withdrawQueued(nowNanos) : packet;
    }

    @Override
    public long readyNanos(long nowNanos) {
        return backlogPackets() == 0 ? Long.MAX_VALUE : nowNanos;
    }

    @Override
    public final int backlogPackets() {
        return queuedPackets() + (held == NONE ? 0 : 1);
    }

    @Override
    public final long backlogBytes() {
        return queuedBytes() + (held == NONE ? 0 : store.lengthBytes(held));
    }
}
