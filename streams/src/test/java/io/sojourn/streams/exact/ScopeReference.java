// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.WindowSize;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.Topic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The windows of one parent from their definitions: keeps the samples of every node's second that was taken and computes a
 * window from all of its time when it closes.
 */
final class ScopeReference {
    private final InventoryReference.Above parent;
    private final Clocking clocking;
    private final FoldRules rules;
    private final InventoryReference inventory;
    private final RawValues values;
    private final Map<WindowSize, TreeMap<Long, List<NodeReference.Second>>> taken = new LinkedHashMap<>();
    private final Map<WindowSize, Long> closedUntil = new HashMap<>();
    private final BaseReference base = new BaseReference();
    private long timeMillis = Long.MIN_VALUE;

    /** @param rules with graces as long as parts are waited for */
    ScopeReference(
            InventoryReference.Above parent,
            Clocking clocking,
            FoldRules rules,
            InventoryReference inventory,
            RawValues values) {
        this.parent = parent;
        this.clocking = clocking;
        this.rules = rules;
        this.inventory = inventory;
        this.values = values;
        rules.sizes().forEach(size -> taken.put(size, new TreeMap<>()));
    }

    /** Whether the node's second came in time. */
    boolean takes(NodeReference.Second second) {
        if (isClosed(finest(), second.startMillis())) {
            return false;
        }
        taken.forEach((size, windows) -> windows.computeIfAbsent(
                        size.startOf(second.startMillis()), start -> new ArrayList<>())
                .add(second));
        timeMillis = Math.max(timeMillis, second.startMillis() + finest().sizeMillis());
        return true;
    }

    /** The parent is found silent: a recording is at its end, of live nodes the clocks must have passed what closes. */
    void silence(long nowMillis) {
        openWindows()
                .filter(window -> clocking == Clocking.RECORDED
                        || window.closingMillis() + rules.clockToleranceMillis() <= nowMillis)
                .toList()
                .forEach(this::closeWithAllBelow);
    }

    private void closeWithAllBelow(Open window) {
        rules.sizes().stream()
                .filter(size -> size.sizeMillis() <= window.size().sizeMillis())
                .forEach(size -> closedUntil.merge(size, window.endMillis(), Math::max));
    }

    /** Windows that close now, each component by its name, but for the figures. */
    List<Map<String, Object>> close() {
        List<Open> closing = openWindows()
                .filter(window -> isClosed(window.size(), window.startMillis()))
                .sorted(Comparator.comparingLong(Open::closingMillis)
                        .thenComparingLong(Open::endMillis)
                        .thenComparingLong(window -> window.size().sizeMillis()))
                .toList();
        closing.forEach(window -> taken.get(window.size()).remove(window.startMillis()));
        return closing.stream().map(this::fields).toList();
    }

    private Map<String, Object> fields(Open window) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("schema", Schema.CURRENT);
        fields.put("scope", parent.scope());
        fields.put("node", parent.node());
        fields.put("queue", parent.queue());
        fields.put("stage", Stage.FINAL);
        fields.put("sizeMillis", window.size().sizeMillis());
        fields.put("startMillis", window.startMillis());
        fields.put("lostBatches", Sum.of(window.seconds(), NodeReference.Second::lostBatches));
        fields.putAll(new SumReference(
                        values, inventory.entries(), inventory.capacity(parent), moments(window), finest().sizeMillis())
                .fields());
        fields.put("expectedQueues", inventory.queuesIn(parent));
        fields.putAll(flows(window));
        base.put(fields, "");
        return fields;
    }

    private Map<String, List<Moment>> moments(Open window) {
        TreeMap<String, List<Moment>> moments = new TreeMap<>();
        for (NodeReference.Second second : window.seconds()) {
            second.moments().forEach((queue, own) -> {
                if (isPart(second.node(), queue)) {
                    moments.computeIfAbsent(Topic.queueKey(second.node(), queue), key -> new ArrayList<>())
                            .addAll(own);
                }
            });
        }
        return moments;
    }

    private Map<String, Object> flows(Open window) {
        List<Map<String, Object>> queues = new ArrayList<>();
        for (NodeReference.Second second : window.seconds()) {
            second.flows().forEach((queue, flows) -> {
                if (isPart(second.node(), queue)) {
                    queues.add(flows);
                }
            });
        }
        return window.size().equals(finest()) ? FlowReference.beside(queues) : FlowReference.inTime(queues);
    }

    private boolean isPart(String node, String queue) {
        return inventory.above(node, queue).contains(parent);
    }

    private boolean isClosed(WindowSize size, long startMillis) {
        return timeMillis >= size.closingMillis(startMillis)
                || startMillis + size.sizeMillis() <= closedUntil.getOrDefault(size, Long.MIN_VALUE);
    }

    private WindowSize finest() {
        return rules.sizes().get(0);
    }

    private Stream<Open> openWindows() {
        return taken.entrySet().stream().flatMap(size -> size.getValue().entrySet().stream()
                .map(entry -> new Open(size.getKey(), entry.getKey(), entry.getValue())));
    }

    private record Open(WindowSize size, long startMillis, List<NodeReference.Second> seconds) {
        long endMillis() {
            return startMillis + size.sizeMillis();
        }

        long closingMillis() {
            return size.closingMillis(startMillis);
        }
    }
}
