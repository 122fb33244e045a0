// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.streams.fold.Closed;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Folded;
import io.sojourn.streams.fold.InventoryTree;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The folds of nodes and of the parents that their queues are parts of. */
final class FoldedScopes {
    private final InventoryTree tree = new InventoryTree();
    private final FoldRules rules;
    private final FoldRules waiting;
    private final Map<String, Survivor> nodes = new TreeMap<>();
    private final Map<Parent, ScopeSurvivor> parents = new TreeMap<>();
    private long lateParts;

    FoldedScopes(Scenario scenario, FoldRules rules, FoldRules waiting) {
        this.rules = rules;
        this.waiting = waiting;
        scenario.inventory().forEach(tree::put);
    }

    /** @param scope of the queue, which with its node names the parent; a recording and live nodes have each their own */
    record Parent(Scope scope, String node, String queue, Clocking clocking) implements Comparable<Parent> {
        @Override
        public int compareTo(Parent other) {
            return toString().compareTo(other.toString());
        }
    }

    /** Windows that closed, by parent. */
    Map<Parent, List<QueueWindow>> on(Scenario.NodeEvent event) {
        return add(
                event.node(),
                nodes.computeIfAbsent(event.node(), node -> new Survivor(node, rules, tree))
                        .on(event.event()));
    }

    private Map<Parent, List<QueueWindow>> add(String node, Folded folded) {
        Map<Parent, List<QueueWindow>> windows = new TreeMap<>();
        for (Closed closed : folded.closed()) {
            for (QueueWindow part : closed.parts()) {
                Parent parent = new Parent(part.scope(), part.node(), part.queue(), part.clocking());
                Folded taken = parents.computeIfAbsent(parent, p -> new ScopeSurvivor(p.clocking(), waiting))
                        .accept(node, part);
                lateParts += taken.refusal() == null ? 0 : 1;
                put(windows, parent, taken);
            }
        }
        return windows;
    }

    private static void put(Map<Parent, List<QueueWindow>> windows, Parent parent, Folded folded) {
        for (Closed closed : folded.closed()) {
            windows.computeIfAbsent(parent, p -> new ArrayList<>()).addAll(closed.sums());
        }
    }

    Map<Parent, List<QueueWindow>> silence(long nowMillis) {
        Map<Parent, List<QueueWindow>> windows = new TreeMap<>();
        parents.forEach((parent, fold) -> put(windows, parent, fold.idle(nowMillis)));
        return windows;
    }

    /** What is left of a node. */
    Map<Parent, List<QueueWindow>> flush(String node) {
        return add(node, nodes.get(node).flush());
    }

    long lateParts() {
        return lateParts;
    }

    /** All folds are lost and made again. */
    void restart() {
        nodes.values().forEach(Survivor::restart);
        parents.values().forEach(ScopeSurvivor::restart);
    }
}
