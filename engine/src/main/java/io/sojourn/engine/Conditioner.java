// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * A traffic conditioning element (RFC 3290, section 6): decides what becomes of each packet, and when it leaves.
 *
 * <p>The caller owns the packets and names them by handles of its own, at least 0. It supplies time, which never goes
 * back. Before it offers a packet it polls what is due, and it sends what {@link #offer} forwards at once.
 *
 * <p>Not safe for use by several threads.
 */
public interface Conditioner {
    /** What {@link #poll} gives when no packet is due. */
    long NONE = -1;

    /**
     * Offers a packet.
     *
     * @param lengthBytes at least 1, as the rate counts it (see {@link LengthRule})
     */
    Decision offer(long handle, int lengthBytes, long nowNanos);

    /** Earliest time at which {@link #poll} gives a packet; {@code Long.MAX_VALUE} when nothing waits. */
    long nextReleaseNanos(long nowNanos);

    /** Handle of the packet that leaves at {@code nowNanos}, or {@link #NONE}. */
    long poll(long nowNanos);

    /** Packets waiting. */
    long backlogPackets();

    /** Bytes waiting. */
    long backlogBytes();

    /** Running totals; the same object for as long as the element lives. */
    ConditionerCounters counters();
}
