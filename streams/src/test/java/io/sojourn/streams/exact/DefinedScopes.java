// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.streams.fold.FoldRules;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The same as {@link FoldedScopes} from the definitions. */
final class DefinedScopes {
    private final Scenario scenario;
    private final InventoryReference inventory;
    private final FoldRules rules;
    private final FoldRules waiting;
    private final Map<String, NodeReference> nodes = new TreeMap<>();
    private final Map<FoldedScopes.Parent, ScopeReference> parents = new TreeMap<>();
    private long lateParts;

    DefinedScopes(Scenario scenario, FoldRules rules, FoldRules waiting) {
        this.scenario = scenario;
        this.rules = rules;
        this.waiting = waiting;
        this.inventory = new InventoryReference(scenario.inventory());
    }

    Map<FoldedScopes.Parent, List<Map<String, Object>>> on(Scenario.NodeEvent event) {
        return add(nodes.computeIfAbsent(
                        event.node(), node -> new NodeReference(node, rules, scenario.inventory(), scenario.values()))
                .on(event.event()));
    }

    private Map<FoldedScopes.Parent, List<Map<String, Object>>> add(NodeReference.Step step) {
        Map<FoldedScopes.Parent, List<Map<String, Object>>> windows = new TreeMap<>();
        for (NodeReference.Second second : step.seconds()) {
            for (InventoryReference.Above above : above(second)) {
                FoldedScopes.Parent parent =
                        new FoldedScopes.Parent(above.scope(), above.node(), above.queue(), second.clocking());
                ScopeReference reference = parents.computeIfAbsent(
                        parent, p -> new ScopeReference(above, p.clocking(), waiting, inventory, scenario.values()));
                lateParts += reference.takes(second) ? 0 : 1;
                put(windows, parent, reference);
            }
        }
        return windows;
    }

    private Set<InventoryReference.Above> above(NodeReference.Second second) {
        Set<InventoryReference.Above> above = new LinkedHashSet<>();
        second.moments().keySet().forEach(queue -> above.addAll(inventory.above(second.node(), queue)));
        return above;
    }

    private static void put(
            Map<FoldedScopes.Parent, List<Map<String, Object>>> windows,
            FoldedScopes.Parent parent,
            ScopeReference reference) {
        List<Map<String, Object>> closed = reference.close();
        if (!closed.isEmpty()) {
            windows.computeIfAbsent(parent, p -> new ArrayList<>()).addAll(closed);
        }
    }

    Map<FoldedScopes.Parent, List<Map<String, Object>>> silence(long nowMillis) {
        Map<FoldedScopes.Parent, List<Map<String, Object>>> windows = new TreeMap<>();
        parents.forEach((parent, reference) -> {
            reference.silence(nowMillis);
            put(windows, parent, reference);
        });
        return windows;
    }

    Map<FoldedScopes.Parent, List<Map<String, Object>>> flush(String node) {
        return add(nodes.get(node).flush());
    }

    long lateParts() {
        return lateParts;
    }
}
