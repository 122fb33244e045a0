// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import io.sojourn.engine.Conditioning;
import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.TrafficClass;
import io.sojourn.engine.link.Part.Branch;
import io.sojourn.engine.link.Part.Metered;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The disciplines of a link as they stand. Made in two steps: first the leaves, which may then adopt what waits; then
 * shapers and schedulers around them. What is in the same place as before, and of the same type, goes on.
 */
final class LinkTree {
    private static final Conditioning[] NONE = {};

    /** A leaf class and what its packets pass. */
    @SuppressWarnings("ArrayRecordComponent") // never compared; walked once a packet
    record Leaf(int classId, Part.Queue part, QueueDiscipline queue, Conditioning[] conditionings) {}

    private record Meter(Metered part, Conditioning conditioning) {}

    private final Part part;
    private final Surroundings around;
    private final ClassIds ids;
    private @Nullable LinkTree before;
    private final Map<String, Leaf> leaves = new LinkedHashMap<>();
    private final Map<String, Meter> meters = new HashMap<>();
    private final Map<String, QueueDiscipline> inner = new HashMap<>();

    private LinkTree(Part part, Surroundings around, ClassIds ids, @Nullable LinkTree before) {
        this.part = part;
        this.around = around;
        this.ids = ids;
        this.before = before;
    }

    /** The leaves of a link's first tree. */
    static LinkTree first(Part part, Surroundings around, long nowNanos) {
        return new LinkTree(part, around, new ClassIds(), null).planted(nowNanos);
    }

    /** The leaves of the tree that follows this one, from which everything has been withdrawn. */
    LinkTree changed(Part next, long nowNanos) {
        return new LinkTree(next, around, ids, this).planted(nowNanos);
    }

    /** Puts shapers and schedulers around the leaves. */
    QueueDiscipline build(long nowNanos) {
        QueueDiscipline root = build(part, "", nowNanos);
        before = null;
        return root;
    }

    Part part() {
        return part;
    }

    /** One more than the highest number of a class, now or before. */
    int classIdLimit() {
        return ids.limit();
    }

    /** Every leaf, in the order of the tree. */
    Iterable<Leaf> leaves() {
        return leaves.values();
    }

    @Nullable
    Leaf leaf(String name) {
        return leaves.get(name);
    }

    /** @throws IllegalArgumentException when two leaf classes have one name */
    static void check(Part part) {
        Set<String> names = new HashSet<>();
        queues(part)
                .map(Part.Queue::name)
                .filter(name -> !names.add(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("class " + name + " is there twice; rename one of the two");
                });
    }

    /** Everything that waits, in order of arrival; what arrived at the same time in the order of its queue. */
    List<Integer> withdrawAll(PacketStore packets, long nowNanos) {
        List<Integer> withdrawn = new ArrayList<>();
        for (Leaf leaf : leaves.values()) {
            QueueDiscipline queue = leaf.queue();
            for (int packet = queue.withdraw(nowNanos); packet >= 0; packet = queue.withdraw(nowNanos)) {
                withdrawn.add(packet);
            }
        }
        withdrawn.sort(Comparator.comparingLong(packets::arrivalNanos));
        return withdrawn;
    }

    private LinkTree planted(long nowNanos) {
        plant(part, "", NONE, nowNanos);
        return this;
    }

    private void plant(Part place, String path, Conditioning[] above, long nowNanos) {
        if (place instanceof Part.Queue queue) {
            plantLeaf(queue, path, above, nowNanos);
        } else if (place instanceof Part.Shaped shaped) {
            plant(shaped.inner(), path + "/shaped", above, nowNanos);
        } else if (place instanceof Part.Scheduled scheduled) {
            for (Branch branch : scheduled.classes()) {
                plantBranch(branch, path, above, nowNanos);
            }
        }
    }

    private void plantBranch(Branch branch, String path, Conditioning[] above, long nowNanos) {
        String place = path + "/" + branch.name();
        Conditioning[] chain = chain(place, above, branch.meters(), nowNanos);
        for (Branch child : branch.children()) {
            plantBranch(child, path, chain, nowNanos);
        }
        if (branch.part() != null) {
            plant(branch.part(), place, chain, nowNanos);
        }
    }

    private void plantLeaf(Part.Queue queue, String path, Conditioning[] above, long nowNanos) {
        Conditioning[] chain = chain(path + "/queue", above, queue.meters(), nowNanos);
        leaves.put(queue.name(), new Leaf(ids.of(queue.name()), queue, discipline(queue, nowNanos), chain));
    }

    private QueueDiscipline discipline(Part.Queue queue, long nowNanos) {
        Leaf old = before == null ? null : before.leaf(queue.name());
        if (old == null || !isOf(queue.type(), old.part().type())) {
            return queue.type().factory().create(queue.settings(), around);
        }
        if (!old.part().settings().equals(queue.settings())) {
            old.queue().configure(queue.settings(), nowNanos);
        }
        return old.queue();
    }

    private Conditioning[] chain(String place, Conditioning[] above, List<Metered> own, long nowNanos) {
        List<Conditioning> chain = new ArrayList<>(List.of(above));
        for (int i = 0; i < own.size(); i++) {
            Meter meter = meter(place + "#" + i, own.get(i), nowNanos);
            chain.add(meter.conditioning());
        }
        return chain.toArray(NONE);
    }

    private Meter meter(String key, Metered wanted, long nowNanos) {
        Meter old = before == null ? null : before.meters.get(key);
        Meter meter;
        if (old == null || !isOf(wanted.type(), old.part().type())) {
            meter = new Meter(wanted, wanted.type().factory().create(wanted.settings(), around));
        } else {
            meter = new Meter(wanted, old.conditioning());
            if (!old.part().settings().equals(wanted.settings())) {
                old.conditioning().configure(wanted.settings(), nowNanos);
            }
        }
        meters.put(key, meter);
        return meter;
    }

    private static boolean isOf(DisciplineType wanted, DisciplineType type) {
        return wanted.name().equals(type.name());
    }

    private QueueDiscipline build(Part place, String path, long nowNanos) {
        if (place instanceof Part.Queue queue) {
            return queueOf(queue.name());
        }
        QueueDiscipline built = place instanceof Part.Shaped shaped
                ? shaped.type()
                        .factory()
                        .create(shaped.settings(), around, build(shaped.inner(), path + "/shaped", nowNanos))
                : buildScheduler((Part.Scheduled) place, path, nowNanos);
        QueueDiscipline old = before == null ? null : before.inner.get(path);
        if (old != null) {
            built.inherit(old, nowNanos);
        }
        inner.put(path, built);
        return built;
    }

    private QueueDiscipline buildScheduler(Part.Scheduled scheduled, String path, long nowNanos) {
        List<TrafficClass> classes = new ArrayList<>();
        for (Branch branch : scheduled.classes()) {
            addClass(branch, -1, path, classes, nowNanos);
        }
        return scheduled.type().factory().create(scheduled.settings(), around, classes, nowNanos);
    }

    private void addClass(Branch branch, int parent, String path, List<TrafficClass> classes, long nowNanos) {
        Part leaf = branch.part();
        QueueDiscipline queue = leaf == null ? null : build(leaf, path + "/" + branch.name(), nowNanos);
        int[] classIds = leaf == null ? new int[0] : classIds(leaf).toArray();
        int index = classes.size();
        classes.add(new TrafficClass(branch.name(), parent, branch.settings(), queue, classIds));
        for (Branch child : branch.children()) {
            addClass(child, index, path, classes, nowNanos);
        }
    }

    private IntStream classIds(Part place) {
        return queues(place).mapToInt(queue -> ids.of(queue.name()));
    }

    /** The queues of a part, in the order of the tree. */
    static Stream<Part.Queue> queues(Part place) {
        if (place instanceof Part.Queue queue) {
            return Stream.of(queue);
        }
        if (place instanceof Part.Shaped shaped) {
            return queues(shaped.inner());
        }
        return ((Part.Scheduled) place).classes().stream().flatMap(LinkTree::queues);
    }

    private static Stream<Part.Queue> queues(Branch branch) {
        Stream<Part.Queue> own = branch.part() == null ? Stream.empty() : queues(branch.part());
        return Stream.concat(own, branch.children().stream().flatMap(LinkTree::queues));
    }

    private QueueDiscipline queueOf(String name) {
        Leaf leaf = leaves.get(name);
        if (leaf == null) {
            throw new IllegalStateException("class " + name + " has no queue");
        }
        return leaf.queue();
    }
}
