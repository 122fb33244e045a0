// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

import io.sojourn.engine.PacketStore;

/**
 * One queue of packets for each flow, chained through the {@link PacketStore}, with room for what a scheduler of flows
 * notes about each. A flow is four words side by side, so that a packet touches one cache line of it; 65 536 flows are
 * 2 MiB.
 */
final class FlowQueues {
    static final int NONE = PacketStore.NONE;

    private static final int CHARGE_LIMIT_BYTES = 1 << 20;
    private static final int WORDS = 4;
    private static final int ENDS = 0;
    private static final int BYTES = 1;
    private static final int PACKETS_AND_NEXT = 2;
    private static final int CREDIT = 3;
    private static final long LOW_INT = 0xffff_ffffL;

    private final PacketStore store;
    private final long[] words;
    private int packets;
    private long bytes;

    FlowQueues(PacketStore store, int flows) {
        this.store = store;
        this.words = new long[WORDS * flows];
    }

    void addLast(int flow, int packet) {
        int at = flow * WORDS;
        store.setNext(packet, NONE);
        int first = packet;
        if (packets(flow) > 0) {
            store.setNext(last(flow), packet);
            first = first(flow);
        }
        words[at + ENDS] = pack(first, packet);
        count(flow, 1, store.lengthBytes(packet));
    }

    /** The packet that was first, or {@link #NONE}. */
    int removeFirst(int flow) {
        if (packets(flow) == 0) {
            return NONE;
        }
        int packet = first(flow);
        words[flow * WORDS + ENDS] = pack(store.next(packet), last(flow));
        count(flow, -1, -store.lengthBytes(packet));
        return packet;
    }

    /**
     * Takes out the last packet of a flow that has one.
     *
     * @param before the packet in front of it; does not matter when it is the only one
     */
    int removeLast(int flow, int before) {
        int packet = last(flow);
        if (packets(flow) > 1) {
            store.setNext(before, NONE);
            words[flow * WORDS + ENDS] = pack(first(flow), before);
        }
        count(flow, -1, -store.lengthBytes(packet));
        return packet;
    }

    /** Of a flow in which something waits. */
    int first(int flow) {
        return (int) (words[flow * WORDS + ENDS] >>> 32);
    }

    /** Of a flow in which something waits. */
    int last(int flow) {
        return (int) words[flow * WORDS + ENDS];
    }

    int packets(int flow) {
        return (int) (words[flow * WORDS + PACKETS_AND_NEXT] >>> 32);
    }

    long bytes(int flow) {
        return words[flow * WORDS + BYTES];
    }

    /** The flow behind this one in its {@link FlowLine}. */
    int next(int flow) {
        return (int) words[flow * WORDS + PACKETS_AND_NEXT];
    }

    void setNext(int flow, int next) {
        int at = flow * WORDS + PACKETS_AND_NEXT;
        words[at] = (words[at] & ~LOW_INT) | (next & LOW_INT);
    }

    /**
     * What a packet costs its flow: its length, at most 2<sup>20</sup>, so that no flow is overdrawn for longer than its
     * neighbors can be asked in turn. No link-layer frame is that long.
     */
    static int chargedBytes(int lengthBytes) {
        return Math.min(lengthBytes, CHARGE_LIMIT_BYTES);
    }

    /** Bytes that the flow may still send in this round; a packet may overdraw it. */
    long credit(int flow) {
        return words[flow * WORDS + CREDIT];
    }

    void setCredit(int flow, long credit) {
        words[flow * WORDS + CREDIT] = credit;
    }

    /** How many flows there is room for. */
    int size() {
        return words.length / WORDS;
    }

    /** Of all flows. */
    int packets() {
        return packets;
    }

    /** Of all flows. */
    long bytes() {
        return bytes;
    }

    private void count(int flow, int addedPackets, int addedBytes) {
        int at = flow * WORDS;
        words[at + PACKETS_AND_NEXT] += (long) addedPackets << 32;
        words[at + BYTES] += addedBytes;
        packets += addedPackets;
        bytes += addedBytes;
    }

    private static long pack(int high, int low) {
        return ((long) high << 32) | (low & LOW_INT);
    }
}
