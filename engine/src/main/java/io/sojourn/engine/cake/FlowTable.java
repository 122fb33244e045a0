// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import io.sojourn.engine.PacketStore;
import io.sojourn.engine.cake.Flow.Rotation;
import org.jspecify.annotations.Nullable;

/**
 * The 1024 queues of a tin. A flow has its queue in any of a set of eight (8-way set-associative hash), so that flows
 * share one only while all eight have packets. Flows that shared a queue stay in it until it is empty, and so in order.
 *
 * <p>Source: "Piece of CAKE" on flow isolation. A queue is made when it is first needed, and kept.
 */
final class FlowTable {
    static final int QUEUES = 1024;
    static final int WAYS = 8;

    private final Tin tin;
    private final PacketStore packets;
    private final Isolation isolation;
    private final long seed;
    private final long[] tags = new long[QUEUES];
    private final @Nullable Flow[] flows = new Flow[QUEUES];
    private final HostTable sources = new HostTable();
    private final HostTable destinations = new HostTable();
    private int withdrawn;

    FlowTable(Tin tin, PacketStore packets, Isolation isolation, long seed) {
        this.tin = tin;
        this.packets = packets;
        this.isolation = isolation;
        this.seed = seed;
    }

    /** The queue for a packet. */
    Flow find(int packet) {
        long tag = mixed(isolation.key(packets, packet) ^ seed);
        int direct = (int) (tag >>> 54);
        Flow flow = flows[direct];
        if (flow != null && tags[direct] == tag) {
            return flow;
        }
        return findInSet(tag, direct);
    }

    /** The flow enters a rotation. */
    void attach(Flow flow, int packet) {
        if (isolation.isBySource()) {
            flow.source = sources.attach(packets.sourceHost(packet));
        }
        if (isolation.isByDestination()) {
            flow.destination = destinations.attach(packets.destinationHost(packet));
        }
    }

    /** The flow, which has no packet, is in no rotation any more. */
    void detach(Flow flow) {
        if (isolation.isBySource()) {
            sources.detach(flow.source);
        }
        if (isolation.isByDestination()) {
            destinations.detach(flow.destination);
        }
        flow.unchain();
        flow.rotation = Rotation.NONE;
    }

    /** The flow becomes ({@code +1}) one of its hosts' busy flows, or is none any more ({@code -1}). */
    void busy(Flow flow, int change) {
        if (isolation.isBySource()) {
            sources.busy(flow.source, change);
        }
        if (isolation.isByDestination()) {
            destinations.busy(flow.destination, change);
        }
    }

    /** Busy flows of that one of its hosts which has more, at least 1: its part of a queue's credit is one in so many. */
    int hostLoad(Flow flow) {
        int load = 1;
        if (isolation.isBySource()) {
            load = Math.max(load, sources.busyFlows(flow.source));
        }
        if (isolation.isByDestination()) {
            load = Math.max(load, destinations.busyFlows(flow.destination));
        }
        return load;
    }

    /** Any flow with packets, one after the other until it has none; null when no flow has any. */
    @Nullable
    Flow anyWaiting() {
        for (int i = 0; i < QUEUES; i++) {
            Flow flow = flows[withdrawn];
            if (flow != null && !flow.waiting.isEmpty()) {
                return flow;
            }
            withdrawn = (withdrawn + 1) % QUEUES;
        }
        return null;
    }

    void addWaitingTo(FlowHeap heap) {
        for (Flow flow : flows) {
            if (flow != null && !flow.waiting.isEmpty()) {
                heap.changed(flow);
            }
        }
    }

    private Flow findInSet(long tag, int direct) {
        for (int i = 1; i < WAYS; i++) {
            int place = inSet(direct, i);
            Flow flow = flows[place];
            if (flow != null && tags[place] == tag) {
                return flow;
            }
        }
        Flow shared = flows[direct];
        if (shared != null && shared.isShared) {
            // Its earlier packets may be among those that wait here: a queue of its own would overtake them.
            return shared;
        }
        int place = free(direct);
        return place < 0 ? share(direct) : claim(place, tag);
    }

    /** A place in the set without a flow, or else one whose flow has no packets and only decays; -1 when there is none. */
    private int free(int direct) {
        int decaying = -1;
        for (int i = 0; i < WAYS; i++) {
            int place = inSet(direct, i);
            Flow flow = flows[place];
            if (flow == null || flow.rotation == Rotation.NONE) {
                return place;
            }
            if (flow.rotation == Rotation.DECAYING && decaying < 0) {
                decaying = place;
            }
        }
        return decaying;
    }

    private Flow claim(int place, long tag) {
        tags[place] = tag;
        Flow flow = flows[place];
        if (flow == null) {
            flow = new Flow(tin, packets);
            flows[place] = flow;
        } else if (flow.rotation == Rotation.DECAYING) {
            flow.signaling.reset();
            detach(flow);
        }
        return flow;
    }

    private Flow share(int direct) {
        Flow flow = flows[direct];
        if (flow == null) {
            throw new IllegalStateException("a full set has a place without a flow");
        }
        flow.isShared = true;
        return flow;
    }

    private static int inSet(int direct, int way) {
        return (direct & -WAYS) | ((direct + way) & (WAYS - 1));
    }

    /** One to one, so that equal tags are equal keys (finalizer of SplitMix64: Steele, Lea, Flood, 2014). */
    private static long mixed(long key) {
        long mixed = (key ^ (key >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
