// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LengthRule;
import io.sojourn.engine.PacketStore;
import io.sojourn.node.policy.Policy;
import io.sojourn.node.policy.QueueChooser;
import io.sojourn.node.policy.QueuePolicy;
import io.sojourn.telemetry.QueueSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What happens to packets: classified, conditioned, counted. Reads no clock: time comes with each call and never goes back. */
public final class DataPath {
    /** Packets that wait at once, over all queues: 256 MiB in the engine, and as much again here. */
    static final int PACKETS_LIMIT = 1 << 22;

    private final Egress egress;
    private final LengthRule lengths;
    private final QueueChooser chooser;
    private final PacketStore store = new PacketStore(PACKETS_LIMIT);
    private final KeptPackets kept = new KeptPackets();
    private final List<NodeLink> links = new ArrayList<>();
    private final List<NodeQueue> queues = new ArrayList<>();
    private final Map<String, NodeQueue> queueOfName = new HashMap<>();
    private final Sessions sessions = new Sessions();
    private long packets;
    private long unmatchedPackets;
    private long unmatchedBytes;

    public DataPath(Policy policy) {
        this(policy, Egress.NONE);
    }

    public DataPath(Policy policy, Egress egress) {
        this.egress = egress;
        this.lengths = policy.lengthRule();
        this.chooser = policy.chooser();
        policy.links().forEach(link -> links.add(new NodeLink(link, store, kept, egress)));
        for (QueuePolicy queue : policy.queues()) {
            NodeQueue added = new NodeQueue(queue, links.get(queue.link()));
            queues.add(added);
            queueOfName.put(queue.name(), added);
        }
    }

    /** Takes a packet; what was due before it has been released. */
    public void offer(Packet packet, long nowNanos) {
        packets++;
        int place = chooser.queueOf(packet);
        if (place == QueueChooser.NONE) {
            unmatchedPackets++;
            unmatchedBytes += packet.ipLengthBytes;
            egress.sent(packet, 0, nowNanos);
            return;
        }
        NodeQueue queue = queues.get(place);
        int lengthBytes = lengths.length(packet.ipLengthBytes);
        queue.offered(packet, lengthBytes);
        int index = store.add(packets, lengthBytes, nowNanos);
        if (index == PacketStore.NONE) {
            queue.refused(packet, lengthBytes, nowNanos);
            egress.dropped(packet, DropCause.LIMIT, nowNanos);
            return;
        }
        kept.keep(index, packet);
        store.setClassId(index, queue.classId());
        describe(index, packet, nowNanos);
        queue.link().offer(index, nowNanos);
    }

    /** When the next waiting packet leaves; {@code Long.MAX_VALUE} when none waits. */
    public long nextReleaseNanos(long nowNanos) {
        long next = Long.MAX_VALUE;
        for (NodeLink link : links) {
            next = Math.min(next, link.nextReleaseNanos(nowNanos));
        }
        return next;
    }

    /** Lets go what leaves now. */
    public void release(long nowNanos) {
        for (NodeLink link : links) {
            link.release(nowNanos);
        }
    }

    public void apply(NodeQueue queue, QueueSettings settings, long revision, long nowNanos) {
        queue.apply(settings, revision, nowNanos);
    }

    public Optional<NodeQueue> queue(String name) {
        return Optional.ofNullable(queueOfName.get(name));
    }

    public List<NodeQueue> queues() {
        return queues;
    }

    /** What each queue did since the node began, in the order of the policy. */
    public List<QueueTotals> totals() {
        return queues.stream().map(NodeQueue::totals).toList();
    }

    void beginSecond(long startNanos) {
        Map<NodeLink, List<NodeQueue>> queuesOfLink = new HashMap<>();
        for (NodeQueue queue : queues) {
            if (!queue.link().hasBegun()) {
                queuesOfLink
                        .computeIfAbsent(queue.link(), link -> new ArrayList<>())
                        .add(queue);
            }
        }
        queuesOfLink.forEach((link, onIt) -> link.begin(onIt, startNanos));
        queues.forEach(queue -> queue.beginSecond(startNanos));
    }

    /** Packets kept because they wait somewhere. */
    public int keptPackets() {
        return store.size();
    }

    public boolean isEmpty() {
        return store.size() == 0;
    }

    public long packets() {
        return packets;
    }

    public long unmatchedPackets() {
        return unmatchedPackets;
    }

    public long unmatchedBytes() {
        return unmatchedBytes;
    }

    private void describe(int index, Packet packet, long nowNanos) {
        long flow = packet.flow();
        int flags = packet.flags | sessions.opening(packet, flow, nowNanos);
        store.setFlow(index, flow);
        store.setHosts(index, packet.sourceHost(), packet.destinationHost());
        store.setHeader(index, packet.tos, packet.protocol, flags);
        store.setAckNumber(index, packet.ackNumber);
        store.setIpLengthBytes(index, packet.ipLengthBytes);
    }
}
