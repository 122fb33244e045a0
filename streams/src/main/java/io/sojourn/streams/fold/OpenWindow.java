// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One window of time of one node: all its queues and flows. A batch goes in whole or not at all. */
final class OpenWindow {
    private final WindowSize size;
    private final long startMillis;
    private final String node;
    private final Map<String, QueuePart> queues = new TreeMap<>();
    private final Map<String, FlowTable> flows = new TreeMap<>();
    private Clocking clocking = Clocking.LIVE;

    OpenWindow(String node, WindowSize size, long startMillis) {
        this.node = node;
        this.size = size;
        this.startMillis = startMillis;
    }

    /**
     * What the batch would change; nothing is changed yet.
     *
     * @throws ArithmeticException or {@link io.sojourn.telemetry.OutOfRange} when a sum does not fit
     */
    Change merged(SampleBatch batch) {
        Map<String, QueuePart> nextQueues = new HashMap<>();
        for (QueueSample sample : batch.queues()) {
            QueuePart part = nextQueues.getOrDefault(
                    sample.queue(), queues.getOrDefault(sample.queue(), QueueFold.empty(size, batch, sample)));
            nextQueues.put(sample.queue(), QueueFold.merge(part, batch, sample));
        }
        Map<String, FlowTable.Change> nextFlows = new HashMap<>();
        Map<String, List<FlowSample>> byQueue =
                batch.flows().stream().collect(Collectors.groupingBy(FlowSample::queue));
        byQueue.forEach((queue, samples) ->
                nextFlows.put(queue, flows.getOrDefault(queue, new FlowTable()).merged(samples)));
        return new Change(batch.clocking(), nextQueues, nextFlows);
    }

    void apply(Change change) {
        clocking = change.clocking();
        queues.putAll(change.queues());
        change.flows().forEach((queue, next) -> flows.computeIfAbsent(queue, q -> new FlowTable())
                .apply(next));
    }

    /** Its queues by name, each with the batches that may be missing from it. */
    List<QueueWindow> queueWindows(long lostBatches) {
        List<QueueWindow> windows = new ArrayList<>();
        queues.values().forEach(part -> windows.add(QueueFold.finish(part.window(), lostBatches)));
        return windows;
    }

    /** Its flows by name of the queue. */
    List<FlowWindow> flowWindows() {
        List<FlowWindow> windows = new ArrayList<>();
        flows.forEach((queue, table) -> windows.add(table.top(node, queue, size.sizeMillis(), startMillis)));
        return windows;
    }

    WindowSize size() {
        return size;
    }

    long startMillis() {
        return startMillis;
    }

    long endMillis() {
        return startMillis + size.sizeMillis();
    }

    long closingMillis() {
        return size.closingMillis(startMillis);
    }

    Clocking clocking() {
        return clocking;
    }

    /** New values of queues and flows. */
    record Change(Clocking clocking, Map<String, QueuePart> queues, Map<String, FlowTable.Change> flows) {}
}
