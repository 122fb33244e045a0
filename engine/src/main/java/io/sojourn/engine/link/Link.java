// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import io.sojourn.engine.Conditioning;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;

/**
 * A link: what is offered to it is metered, waits in its class' queue, and leaves when its scheduler says (RFC 3290).
 *
 * <p>The caller puts packets into the store and says their class; it polls until there is none and sends what it gets,
 * then releases it. It supplies time, which never goes back. Not safe for use by several threads.
 */
public final class Link {
    /** Leaves every waiting packet in the class it is in. */
    public static final IntUnaryOperator SAME_CLASS = packet -> -1;

    private static final LinkTree.Leaf[] NO_LEAVES = {};

    private final PacketStore packets;
    private final LinkObserver observer;
    private final List<ClassCounters> counters = new ArrayList<>();
    private LinkTree tree;
    private QueueDiscipline root;
    private LinkTree.Leaf[] leafOfId = NO_LEAVES;

    /** @param seed of all that is random or hashed: the same seed and packets give the same decisions */
    public Link(Part root, PacketStore packets, LinkObserver observer, long seed, long nowNanos) {
        LinkTree.check(root);
        this.packets = packets;
        this.observer = observer;
        this.tree = LinkTree.first(root, new Surroundings(packets, new Fate(), seed), nowNanos);
        this.root = tree.build(nowNanos);
        indexLeaves();
    }

    /** Number of the leaf class of this name, for {@link PacketStore#setClassId}; it stays for as long as the link lives. */
    public OptionalInt classId(String name) {
        LinkTree.Leaf leaf = tree.leaf(name);
        return leaf == null ? OptionalInt.empty() : OptionalInt.of(leaf.classId());
    }

    /** Takes a packet with its class set. */
    public void offer(int packet, long nowNanos) {
        int classId = packets.classId(packet);
        ClassCounters counted = counters.get(classId);
        counted.offered(packets.lengthBytes(packet));
        for (Conditioning conditioning : leafOfId[classId].conditionings()) {
            DropCause cause = conditioning.condition(packet, nowNanos);
            if (cause != null) {
                drop(packet, cause, conditioning.levelBytes(nowNanos), nowNanos);
                return;
            }
        }
        root.enqueue(packet, nowNanos);
        counted.notePeak();
    }

    /** The packet that leaves now, or {@link PacketStore#NONE}; the caller sends and releases it. */
    public int poll(long nowNanos) {
        int packet = root.dequeue(nowNanos);
        if (packet != PacketStore.NONE) {
            long sojournNanos = nowNanos - packets.arrivalNanos(packet);
            counters.get(packets.classId(packet)).sent(packets.lengthBytes(packet), sojournNanos, nowNanos);
            observer.sent(packet, sojournNanos, nowNanos);
        }
        return packet;
    }

    /** Earliest time at which {@link #poll} may give a packet; {@code Long.MAX_VALUE} when nothing waits. */
    public long nextReleaseNanos(long nowNanos) {
        return root.readyNanos(nowNanos);
    }

    public int backlogPackets() {
        return root.backlogPackets();
    }

    public long backlogBytes() {
        return root.backlogBytes();
    }

    /** Totals of a class, also of one that has been taken away. */
    public ClassCounters counters(int classId) {
        return counters.get(classId);
    }

    /** What the link was made of, or last changed to. */
    public Part root() {
        return tree.part();
    }

    /**
     * Changes anything between two packets: a setting, a limit, a discipline, the tree. What waits keeps its arrival
     * time and its order, and is dropped only where a limit no longer holds it; counters and credit go on. Takes time
     * for every waiting packet and every class.
     *
     * @param reclassify gives a waiting packet's class in the new tree, {@link #classId} being that of the new tree
     *     already; less than 0 leaves it where it is, or, if that class is gone, in the first
     * @throws IllegalArgumentException when two leaf classes have one name; nothing is changed then
     */
    public void apply(Part next, long nowNanos, IntUnaryOperator reclassify) {
        LinkTree.check(next);
        List<Integer> waiting = tree.withdrawAll(packets, nowNanos);
        tree = tree.changed(next, nowNanos);
        indexLeaves();
        for (int packet : waiting) {
            move(packet, reclassify.applyAsInt(packet));
            leafOfId[packets.classId(packet)].queue().adopt(packet, nowNanos);
        }
        root = tree.build(nowNanos);
    }

    private void move(int packet, int wanted) {
        int before = packets.classId(packet);
        int classId = wanted >= 0 ? wanted : before;
        if (leafOfId[classId] == null) {
            classId = tree.leaves().iterator().next().classId();
        }
        if (classId != before) {
            counters.get(before).withdrawn(packets.lengthBytes(packet));
            packets.setClassId(packet, classId);
            counters.get(classId).offered(packets.lengthBytes(packet));
        }
    }

    private void indexLeaves() {
        leafOfId = new LinkTree.Leaf[tree.classIdLimit()];
        for (LinkTree.Leaf leaf : tree.leaves()) {
            leafOfId[leaf.classId()] = leaf;
        }
        while (counters.size() < leafOfId.length) {
            counters.add(new ClassCounters());
        }
    }

    private void drop(int packet, DropCause cause, long levelBytes, long nowNanos) {
        counters.get(packets.classId(packet)).dropped(cause, packets.lengthBytes(packet), levelBytes);
        observer.dropped(packet, cause, levelBytes, nowNanos);
        packets.release(packet);
    }

    private final class Fate implements PacketFate {
        @Override
        public void dropped(int packet, DropCause cause, long nowNanos) {
            drop(packet, cause, -1, nowNanos);
        }

        @Override
        public void marked(int packet, long nowNanos) {
            counters.get(packets.classId(packet)).marked();
            observer.marked(packet, nowNanos);
        }
    }
}
