// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import java.util.List;

/**
 * The flows that sent the most bytes, and those that lost the most packets, in bounded memory.
 *
 * <p>Source: Metwally, Agrawal, El Abbadi, ICDT 2005 (Space-Saving). With K flows kept, a count is never below the true
 * one and at most total / K above it, and every flow with more than total / K is there. Of 100 flows kept, one with over
 * 1 % of the bytes cannot be missed.
 *
 * <p>A packet takes O(log K) and no allocation. Memory: at most 96 bytes for each of the K, in two tables. A link does
 * not keep it by itself; an observer that wants it calls it from {@link LinkObserver#sent} and {@link
 * LinkObserver#dropped}. Not safe for use by several threads.
 */
public final class TopFlows {
    /** Most flows kept. */
    public static final int FLOWS_LIMIT = 1 << 16;

    private final HeavyHitters bytes;
    private final HeavyHitters drops;

    /**
     * A flow that sent much.
     *
     * @param flow as {@link io.sojourn.engine.PacketStore#flow} names it
     * @param sentBytes at least what it sent
     * @param errorBytes how much {@code sentBytes} may be too high
     */
    public record Sender(long flow, long sentBytes, long errorBytes) {}

    /**
     * A flow that lost much.
     *
     * @param droppedPackets at least what it lost
     * @param errorPackets how much {@code droppedPackets} may be too high
     */
    public record Loser(long flow, long droppedPackets, long errorPackets) {}

    /**
     * @param flows kept in each of both tables (K), 1 to {@link #FLOWS_LIMIT}
     * @param seed that nobody outside knows, so that flows cannot be made to collide
     */
    public TopFlows(int flows, long seed) {
        if (flows < 1 || flows > FLOWS_LIMIT) {
            throw new IllegalArgumentException("flows=" + flows + " is not from 1 to " + FLOWS_LIMIT);
        }
        bytes = new HeavyHitters(flows, seed);
        drops = new HeavyHitters(flows, seed);
    }

    public void sent(long flow, int lengthBytes) {
        bytes.add(flow, lengthBytes);
    }

    public void dropped(long flow) {
        drops.add(flow, 1);
    }

    /** Those who sent the most first. */
    public List<Sender> senders() {
        return bytes.entries().stream()
                .map(entry -> new Sender(entry.key(), entry.sum(), entry.error()))
                .toList();
    }

    /** Those who lost the most first. */
    public List<Loser> losers() {
        return drops.entries().stream()
                .map(entry -> new Loser(entry.key(), entry.sum(), entry.error()))
                .toList();
    }

    /** Bytes of all flows since {@link #reset}. */
    public long sentBytes() {
        return bytes.total();
    }

    /** Dropped packets of all flows since {@link #reset}. */
    public long droppedPackets() {
        return drops.total();
    }

    /** Begins anew, at the end of an interval that was read. */
    public void reset() {
        bytes.reset();
        drops.reset();
    }
}
