// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Nodes and the parents that their queues are parts of, without what is between them. */
final class Scoping {
    static final FoldRules RULES = FoldRules.defaults().waiting(5_000);

    private final InventoryTree tree;
    private final Map<String, NodeFold> nodes = new TreeMap<>();
    private final Map<String, ScopeFold> parents = new TreeMap<>();
    final List<QueueWindow> windows = new ArrayList<>();
    final List<Refusal> refusals = new ArrayList<>();

    Scoping(InventoryTree tree) {
        this.tree = tree;
    }

    /** What a node adds to parents now that it has this batch. */
    List<Added> added(SampleBatch batch) {
        NodeFold node = nodes.computeIfAbsent(batch.node(), n -> new NodeFold(n, FoldRules.defaults(), tree));
        return added(batch.node(), node.accept(batch));
    }

    /** What is left of all nodes. */
    List<Added> rest() {
        List<Added> rest = new ArrayList<>();
        nodes.forEach((name, node) -> rest.addAll(added(name, node.flush())));
        return rest;
    }

    private static List<Added> added(String node, Folded folded) {
        return folded.closed().stream()
                .flatMap(closed -> closed.parts().stream())
                .map(part -> new Added(node, part))
                .toList();
    }

    void take(Added added) {
        QueueWindow part = added.part();
        ScopeFold parent = parents.computeIfAbsent(
                Parent.key(part.scope(), part.node(), part.queue()),
                key -> new ScopeFold(ScopeState.FRESH, part.clocking(), RULES));
        Folded folded = parent.accept(added.node(), part);
        if (folded.refusal() != null) {
            refusals.add(folded.refusal());
        }
        folded.closed().forEach(closed -> windows.addAll(closed.sums()));
    }

    /** Folds batches, each part as soon as it is there. */
    Scoping fold(List<SampleBatch> batches) {
        batches.forEach(batch -> added(batch).forEach(this::take));
        return this;
    }

    /** Closes everything. */
    Scoping end() {
        rest().forEach(this::take);
        parents.values()
                .forEach(parent ->
                        parent.idle(Long.MAX_VALUE).closed().forEach(closed -> windows.addAll(closed.sums())));
        return this;
    }

    List<QueueWindow> of(String key, long sizeMillis) {
        return windows.stream()
                .filter(w -> w.sizeMillis() == sizeMillis
                        && Parent.key(w.scope(), w.node(), w.queue()).equals(key))
                .toList();
    }

    /** What a node adds to a parent. */
    record Added(String node, QueueWindow part) {}
}
