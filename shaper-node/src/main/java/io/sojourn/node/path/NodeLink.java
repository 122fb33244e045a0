// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.link.ClassCounters;
import io.sojourn.engine.link.Link;
import io.sojourn.engine.link.LinkObserver;
import io.sojourn.engine.link.Part;
import io.sojourn.node.policy.LinkPolicy;
import io.sojourn.node.settings.PartChange;
import io.sojourn.telemetry.QueueSettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A link of the node and the queues on it. It exists from the first packet on, since only then is there a time. */
final class NodeLink implements LinkObserver {
    private static final long SEED = 1;

    private final LinkPolicy policy;
    private final PacketStore store;
    private final KeptPackets kept;
    private final Egress egress;
    private final List<NodeQueue> queueOfClass = new ArrayList<>();
    private Part root;
    private @Nullable Link link;

    NodeLink(LinkPolicy policy, PacketStore store, KeptPackets kept, Egress egress) {
        this.policy = policy;
        this.store = store;
        this.kept = kept;
        this.egress = egress;
        this.root = policy.root();
    }

    /** Rate of the link itself; null when it has none of its own. */
    @Nullable
    Long rateBitsPerSecond() {
        return policy.rateBitsPerSecond();
    }

    boolean hasBegun() {
        return link != null;
    }

    /**
     * The link begins.
     *
     * @param queues those whose classes are on it
     */
    void begin(List<NodeQueue> queues, long nowNanos) {
        Link begun = new Link(root, store, this, SEED, nowNanos);
        link = begun;
        for (NodeQueue queue : queues) {
            int classId = begun.classId(queue.name())
                    .orElseThrow(() -> new IllegalStateException("no class " + queue.name() + " on the link"));
            while (queueOfClass.size() <= classId) {
                queueOfClass.add(queue);
            }
            queueOfClass.set(classId, queue);
            queue.begin(classId);
        }
    }

    /** Takes a packet with its class set, and lets go what leaves at once. */
    void offer(int packet, long nowNanos) {
        running().offer(packet, nowNanos);
        release(nowNanos);
    }

    /** Lets go what leaves now. */
    void release(long nowNanos) {
        Link running = running();
        for (int packet = running.poll(nowNanos); packet != PacketStore.NONE; packet = running.poll(nowNanos)) {
            // Before its place is given away: what it meets next may offer another packet here.
            egress.sent(kept.get(packet), nowNanos - store.arrivalNanos(packet), nowNanos);
            store.release(packet);
        }
    }

    long nextReleaseNanos(long nowNanos) {
        return link == null ? Long.MAX_VALUE : link.nextReleaseNanos(nowNanos);
    }

    ClassCounters counters(int classId) {
        return running().counters(classId);
    }

    /** Why these settings cannot be put in force here; null when they can. */
    @Nullable
    String problem(String queue, QueueSettings settings) {
        try {
            change(queue, settings);
            return null;
        } catch (PartChange.Refused e) {
            return e.reason();
        }
    }

    /** Puts settings in force that {@link #problem} has nothing against. */
    void apply(String queue, QueueSettings settings, long nowNanos) {
        root = change(queue, settings);
        if (link != null) {
            link.apply(root, nowNanos, Link.SAME_CLASS);
            release(nowNanos);
        }
    }

    @Override
    public void sent(int packet, long sojournNanos, long nowNanos) {
        queueOf(packet).sent(kept.get(packet), store.lengthBytes(packet), sojournNanos, nowNanos);
    }

    @Override
    public void dropped(int packet, DropCause cause, long levelBytes, long nowNanos) {
        queueOf(packet).lost(kept.get(packet), store.lengthBytes(packet), cause, levelBytes, nowNanos);
        egress.dropped(kept.get(packet), cause, nowNanos);
    }

    private NodeQueue queueOf(int packet) {
        return queueOfClass.get(store.classId(packet));
    }

    private Part change(String queue, QueueSettings settings) {
        return PartChange.of(root, queue, settings, policy.facts());
    }

    private Link running() {
        if (link == null) {
            throw new IllegalStateException("link " + policy.name() + " has not begun");
        }
        return link;
    }
}
