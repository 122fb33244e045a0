// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * Packets wait in it, and it decides which leaves next and when: a queue, a shaper or a scheduler (RFC 3290 section 7),
 * or any nesting of them. Time comes with each call and never goes back. Packets are indices of a {@link PacketStore}.
 *
 * <p>Every packet taken in comes out once: sent by {@link #dequeue}, dropped by telling the {@link PacketFate}, or
 * withdrawn. Not safe for use by several threads.
 */
public interface QueueDiscipline {
    /** No packet. */
    int NONE = PacketStore.NONE;

    /** Takes a packet that arrives now. It may drop this packet, or others to make room for it. */
    void enqueue(int packet, long nowNanos);

    /**
     * Takes a packet that has waited elsewhere, at a change of settings: its arrival time is its own, packets come in
     * order of arrival, and nothing but a full queue drops one.
     */
    default void adopt(int packet, long nowNanos) {
        enqueue(packet, nowNanos);
    }

    /** The packet that leaves now, or {@link #NONE}. */
    int dequeue(long nowNanos);

    /** What {@link #dequeue} would give at this time if nothing happened in between; it stays. */
    int peek(long nowNanos);

    /**
     * Earliest time at which {@link #dequeue} may give a packet: never later than it does, and later than
     * {@code nowNanos} once it gave none at that time. {@code Long.MAX_VALUE} when nothing waits.
     */
    long readyNanos(long nowNanos);

    /** Takes out a packet without a verdict, so that another discipline can adopt it; packets of a flow come in order. */
    int withdraw(long nowNanos);

    /**
     * Changes settings. Called only while nothing waits: at a change, what waits is withdrawn, and adopted again
     * afterwards. Credit, averages and other memory go on.
     */
    void configure(Settings settings, long nowNanos);

    /** Carries on the credit and the memory of the discipline that it replaces, if it is of the same kind. */
    default void inherit(QueueDiscipline before, long nowNanos) {}

    int backlogPackets();

    long backlogBytes();
}
