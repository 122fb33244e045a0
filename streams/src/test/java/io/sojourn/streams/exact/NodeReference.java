// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.streams.fold.Fate;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.WindowSize;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.Topic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One node's windows from their definitions: keeps every batch that was taken, with the size at which it entered, and
 * computes a window from all raw samples of its time when it closes.
 */
public final class NodeReference {
    private final String node;
    private final FoldRules rules;
    private final Map<String, InventoryEntry> inventory;
    private final RawValues values;
    private final Sequences sequences = new Sequences();
    private final Map<Long, TreeMap<Long, List<Taken>>> takenBySize = new HashMap<>();
    private final Map<Long, Long> closedUntil = new HashMap<>();
    private final Map<String, FlowWindow> closedFlows = new HashMap<>();
    private final TreeMap<Long, Map<String, Object>> secondFlows = new TreeMap<>();
    private final BaseReference base = new BaseReference();
    private long nodeTimeMillis = Long.MIN_VALUE;
    private long onTimeMillis = Long.MIN_VALUE;

    public NodeReference(String node, FoldRules rules, List<InventoryEntry> inventory, RawValues values) {
        this.node = node;
        this.rules = rules;
        this.values = values;
        this.inventory = inventory.stream()
                .filter(entry -> entry.node().equals(node))
                .collect(Collectors.toMap(InventoryEntry::queue, entry -> entry));
        rules.sizes().forEach(size -> takenBySize.put(size.sizeMillis(), new TreeMap<>()));
    }

    /**
     * What one event gives.
     *
     * @param windows each component by its name, but for the figures
     * @param seconds what parents are made of
     */
    public record Step(
            Fate fate, List<Map<String, Object>> windows, List<FlowWindow> flowWindows, List<Second> seconds) {}

    /**
     * A second that closed.
     *
     * @param moments by queue
     * @param flows the components about flows, by queue
     * @param lostBatches missing right before a batch of the second
     */
    record Second(
            String node,
            long startMillis,
            Clocking clocking,
            Map<String, List<Moment>> moments,
            Map<String, Map<String, Object>> flows,
            long lostBatches) {}

    public Step on(Event event) {
        if (event instanceof Event.Arrival arrival) {
            return on(arrival.batch(), arrival.appendedMillis());
        }
        long nowMillis = ((Event.Silence) event).nowMillis();
        return closeEarly(window -> window.clocking() == Clocking.RECORDED
                || window.closingMillis() + rules.clockToleranceMillis() <= nowMillis);
    }

    public Step flush() {
        return closeEarly(window -> true);
    }

    private Step on(SampleBatch batch, long appendedMillis) {
        boolean isOnTime = Math.abs(batch.endMillis() - appendedMillis) <= rules.clockToleranceMillis();
        if (sequences.isDuplicate(batch, nodeTimeMillis)) {
            return new Step(Fate.DUPLICATE, List.of(), List.of(), List.of());
        }
        if (batch.clocking() == Clocking.LIVE && !isOnTime && !isHeldBack(batch, appendedMillis)) {
            return new Step(Fate.CLOCK, List.of(), List.of(), List.of());
        }
        if (batch.clocking() == Clocking.LIVE && isOnTime) {
            onTimeMillis = appendedMillis;
        }
        boolean isEmpty = batch.queues().isEmpty() && batch.flows().isEmpty();
        boolean isLate = !isEmpty && enter(batch);
        sequences.take(batch, nodeTimeMillis);
        nodeTimeMillis = Math.max(nodeTimeMillis, batch.endMillis());
        return close(isLate ? Fate.LATE : Fate.FOLDED);
    }

    private boolean isHeldBack(SampleBatch batch, long appendedMillis) {
        return batch.endMillis() < appendedMillis
                && onTimeMillis != Long.MIN_VALUE
                && batch.startMillis() >= nodeTimeMillis
                && appendedMillis - onTimeMillis <= rules.holdBackMillis();
    }

    /** Into every size from the smallest on whose window is open. Says whether that was not the first. */
    private boolean enter(SampleBatch batch) {
        List<WindowSize> open = rules.sizes().stream()
                .filter(size -> !isClosed(size, size.startOf(batch.startMillis())))
                .toList();
        for (WindowSize size : open) {
            Taken taken = new Taken(batch, open.get(0).sizeMillis());
            takenBySize
                    .get(size.sizeMillis())
                    .computeIfAbsent(size.startOf(batch.startMillis()), start -> new ArrayList<>())
                    .add(taken);
        }
        return open.size() < rules.sizes().size();
    }

    private boolean isClosed(WindowSize size, long startMillis) {
        return nodeTimeMillis >= size.closingMillis(startMillis)
                || startMillis + size.sizeMillis() <= closedUntil.getOrDefault(size.sizeMillis(), Long.MIN_VALUE);
    }

    private Step closeEarly(Predicate<Open> due) {
        openWindows().filter(due).toList().forEach(this::closeWithAllBelow);
        return close(Fate.FOLDED);
    }

    /** A window can't be open in one that is closed. */
    private void closeWithAllBelow(Open window) {
        for (WindowSize size : rules.sizes()) {
            if (size.sizeMillis() <= window.size().sizeMillis()) {
                closedUntil.merge(size.sizeMillis(), window.endMillis(), Math::max);
            }
        }
    }

    private Stream<Open> openWindows() {
        return rules.sizes().stream().flatMap(size -> takenBySize.get(size.sizeMillis()).entrySet().stream()
                .map(entry -> new Open(size, entry.getKey(), entry.getValue())));
    }

    private Step close(Fate fate) {
        List<Open> closing = openWindows()
                .filter(window -> isClosed(window.size(), window.startMillis()))
                .sorted(Comparator.comparingLong(Open::closingMillis)
                        .thenComparingLong(Open::endMillis)
                        .thenComparingLong(window -> window.size().sizeMillis()))
                .toList();
        Step step = new Step(fate, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (Open window : closing) {
            takenBySize.get(window.size().sizeMillis()).remove(window.startMillis());
            Map<String, FlowReference> flows = closeFlows(window, step);
            closeQueues(window, flows, step);
        }
        return step;
    }

    private Map<String, FlowReference> closeFlows(Open window, Step step) {
        long sizeMillis = window.size().sizeMillis();
        Map<String, FlowReference> flows = new TreeMap<>();
        for (String queue : window.flowQueues()) {
            List<FlowSample> entered = window.taken().stream()
                    .filter(taken -> taken.entryMillis() == sizeMillis)
                    .flatMap(taken -> taken.batch().flows().stream())
                    .filter(flow -> flow.queue().equals(queue))
                    .toList();
            FlowReference reference = new FlowReference(values, entered, flowsBelow(window, queue));
            FlowWindow top = reference.top(node, queue, sizeMillis, window.startMillis());
            closedFlows.put(key(sizeMillis, window.startMillis(), queue), top);
            step.flowWindows().add(top);
            flows.put(queue, reference);
        }
        return flows;
    }

    private List<FlowWindow> flowsBelow(Open window, String queue) {
        List<FlowWindow> below = new ArrayList<>();
        int index = rules.sizes().indexOf(window.size());
        long smallerMillis = index == 0 ? 0 : rules.sizes().get(index - 1).sizeMillis();
        for (long start = window.startMillis(); index > 0 && start < window.endMillis(); start += smallerMillis) {
            FlowWindow smaller = closedFlows.remove(key(smallerMillis, start, queue));
            if (smaller != null) {
                below.add(smaller);
            }
        }
        return below;
    }

    private static String key(long sizeMillis, long startMillis, String queue) {
        return sizeMillis + "/" + startMillis + "/" + queue;
    }

    private void closeQueues(Open window, Map<String, FlowReference> flows, Step step) {
        long sizeMillis = window.size().sizeMillis();
        Map<String, List<Moment>> moments = window.moments();
        Map<String, Map<String, Object>> flowFields = new TreeMap<>();
        moments.forEach((queue, own) -> {
            flowFields.put(
                    queue,
                    FlowReference.fields(
                            flows.containsKey(queue) ? flows.get(queue).flows() : List.of()));
            Map<String, Object> fields = place(window, Scope.QUEUE, queue);
            fields.putAll(new QueueReference(values, own, finestMillis(), sizeMillis, inventory.get(queue)).fields());
            fields.putAll(flowFields.get(queue));
            base.put(fields, queue);
            step.windows().add(fields);
        });
        if (sizeMillis == finestMillis() && !moments.isEmpty()) {
            long lost = sequences.lostBefore(window.startMillis(), window.endMillis());
            step.seconds()
                    .add(new Second(
                            node, window.startMillis(), window.clocking(), Map.copyOf(moments), flowFields, lost));
        }
        moments.keySet().removeIf(this::hasChild);
        SumReference sum = new SumReference(values, inventory, null, moments, finestMillis());
        if (!sum.isEmpty()) {
            Map<String, Object> fields = place(window, Scope.NODE, Scope.NODE.label());
            fields.putAll(sum.fields());
            fields.putAll(flowSums(window, step, moments.keySet()));
            base.put(fields, "");
            step.windows().add(fields);
        }
    }

    private long finestMillis() {
        return rules.sizes().get(0).sizeMillis();
    }

    private Map<String, Object> place(Open window, Scope scope, String queue) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("schema", Schema.CURRENT);
        fields.put("scope", scope);
        fields.put("node", node);
        fields.put("queue", queue);
        fields.put("stage", Stage.FINAL);
        fields.put("sizeMillis", window.size().sizeMillis());
        fields.put("startMillis", window.startMillis());
        fields.put("lostBatches", sequences.lostIn(window.startMillis(), window.endMillis()));
        return fields;
    }

    /** Its packets are counted in the queues that feed it. */
    private boolean hasChild(String queue) {
        return inventory.values().stream()
                .anyMatch(entry -> Topic.queueKey(node, queue).equals(entry.parent()));
    }

    /** Flows of different queues are different; those of different seconds may not be: then only their bytes add up. */
    private Map<String, Object> flowSums(Open window, Step step, Set<String> queues) {
        boolean isSecond = window.size().sizeMillis() == finestMillis();
        if (isSecond) {
            List<Map<String, Object>> parts = step.windows().stream()
                    .filter(fields -> fields.get("scope") == Scope.QUEUE)
                    .filter(fields -> fields.get("startMillis").equals(window.startMillis()))
                    .filter(fields ->
                            fields.get("sizeMillis").equals(window.size().sizeMillis()))
                    .filter(fields -> queues.contains((String) fields.get("queue")))
                    .toList();
            secondFlows.put(window.startMillis(), FlowReference.beside(parts));
            return FlowReference.beside(parts);
        }
        return FlowReference.inTime(List.copyOf(
                secondFlows.subMap(window.startMillis(), window.endMillis()).values()));
    }

    private record Taken(SampleBatch batch, long entryMillis) {}

    private record Open(WindowSize size, long startMillis, List<Taken> taken) {
        long endMillis() {
            return startMillis + size.sizeMillis();
        }

        long closingMillis() {
            return size.closingMillis(startMillis);
        }

        Clocking clocking() {
            return taken.get(taken.size() - 1).batch().clocking();
        }

        Set<String> flowQueues() {
            return taken.stream()
                    .flatMap(part -> part.batch().flows().stream())
                    .map(FlowSample::queue)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        TreeMap<String, List<Moment>> moments() {
            TreeMap<String, List<Moment>> moments = new TreeMap<>();
            for (Taken part : taken) {
                SampleBatch batch = part.batch();
                batch.queues().forEach(sample -> moments.computeIfAbsent(sample.queue(), queue -> new ArrayList<>())
                        .add(new Moment(
                                sample, batch.startMillis(), batch.endMillis(), batch.clocking(), part.entryMillis())));
            }
            return moments;
        }
    }
}
