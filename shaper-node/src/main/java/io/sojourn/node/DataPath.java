// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.engine.Conditioner;
import io.sojourn.engine.Decision;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What happens to packets: classified, conditioned, counted. Reads no clock: time comes with each call and never goes back. */
final class DataPath {
    private static final int FLOWS_A_QUEUE = 64;
    private static final int FEWEST_FLOWS_A_QUEUE = 4;
    private static final int FLOWS_A_NODE = 512;

    private final List<NodeQueue> queues;
    private final PacketPool waiting = new PacketPool();
    private final int flowsAQueue;
    private long packets;
    private long unmatchedPackets;
    private long unmatchedBytes;

    DataPath(Policy policy) {
        this.queues = policy.queues().stream().map(NodeQueue::new).toList();
        this.flowsAQueue = Math.max(FEWEST_FLOWS_A_QUEUE, Math.min(FLOWS_A_QUEUE, FLOWS_A_NODE / queues.size()));
    }

    /** Takes a packet; what was due before it has been released. */
    void offer(Packet packet, long nowNanos) {
        packets++;
        NodeQueue queue = queueOf(packet);
        if (queue == null) {
            unmatchedPackets++;
            unmatchedBytes += packet.ipLengthBytes;
            return;
        }
        int handle = waiting.keep(packet);
        settle(queue, handle, queue.offer(handle, packet, nowNanos), nowNanos);
    }

    /** When the next waiting packet leaves; {@code Long.MAX_VALUE} when none waits. */
    long nextReleaseNanos(long nowNanos) {
        long next = Long.MAX_VALUE;
        for (NodeQueue queue : queues) {
            next = Math.min(next, queue.nextReleaseNanos(nowNanos));
        }
        return next;
    }

    /** Lets go what leaves now. */
    void release(long nowNanos) {
        for (NodeQueue queue : queues) {
            for (long handle = queue.poll(nowNanos); handle != Conditioner.NONE; handle = queue.poll(nowNanos)) {
                settle(queue, handle, Decision.FORWARD, nowNanos);
            }
        }
    }

    void apply(NodeQueue queue, QueueSettings settings, long revision, long nowNanos) {
        queue.apply(settings, revision, nowNanos, (handle, decision) -> settle(queue, handle, decision, nowNanos));
    }

    Optional<NodeQueue> queue(String name) {
        return queues.stream().filter(queue -> queue.name().equals(name)).findFirst();
    }

    List<NodeQueue> queues() {
        return queues;
    }

    void beginSecond(long startNanos) {
        queues.forEach(queue -> queue.beginSecond(startNanos));
    }

    /** What each queue did in the second; before the flows are taken, which it counts. */
    List<QueueSample> takeSamples() {
        return queues.stream().map(NodeQueue::sample).toList();
    }

    List<FlowSample> takeFlows() {
        return queues.stream()
                .flatMap(queue -> queue.takeFlows(flowsAQueue).stream())
                .toList();
    }

    List<LossTrail> takeTrails() {
        return TrailBudget.fit(queues.stream()
                .map(NodeQueue::takeTrail)
                .filter(Objects::nonNull)
                .toList());
    }

    /** Packets kept because they wait somewhere. */
    int keptPackets() {
        return waiting.size();
    }

    boolean isEmpty() {
        return queues.stream().allMatch(NodeQueue::isEmpty);
    }

    long packets() {
        return packets;
    }

    long unmatchedPackets() {
        return unmatchedPackets;
    }

    long unmatchedBytes() {
        return unmatchedBytes;
    }

    private @Nullable NodeQueue queueOf(Packet packet) {
        for (NodeQueue queue : queues) {
            if (queue.matches(packet)) {
                return queue;
            }
        }
        return null;
    }

    private void settle(NodeQueue queue, long handle, Decision decision, long nowNanos) {
        if (decision == Decision.QUEUE) {
            return;
        }
        Packet packet = waiting.packet(handle);
        if (decision.isDrop()) {
            queue.lost(packet, nowNanos);
        } else {
            queue.sent(packet, nowNanos);
        }
        waiting.release(handle);
    }
}
