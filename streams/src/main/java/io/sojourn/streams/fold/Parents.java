// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Sketch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sums of the queues of one node in one second. */
final class Parents {
    private final String node;
    private final Inventory inventory;

    Parents(String node, Inventory inventory) {
        this.node = node;
        this.inventory = inventory;
    }

    @Nullable
    Long planOf(String queue) {
        return inventory.of(node, queue).planBitsPerSecond();
    }

    /** The node as a whole; null when none of its queues counts. */
    @Nullable
    WindowTotal nodeSum(List<WindowTotal> second) {
        List<WindowTotal> children = new ArrayList<>(second.size());
        for (WindowTotal queue : second) {
            if (inventory.of(node, queue.queue).isInNode()) {
                children.add(queue);
            }
        }
        if (children.isEmpty()) {
            return null;
        }
        WindowTotal sum = WindowTotal.beside(Scope.NODE, node, Scope.NODE.label(), children);
        sum.expectedQueues = sum.queueCount;
        finishSecond(sum, null);
        return sum;
    }

    /** The node's part of each parent that may have parts on other nodes, by name. */
    List<QueueWindow> parts(List<WindowTotal> second, long lostBatches) {
        Map<Parent, List<WindowTotal>> children = new HashMap<>();
        for (WindowTotal queue : second) {
            for (Parent parent : inventory.of(node, queue.queue).parents()) {
                children.computeIfAbsent(parent, p -> new ArrayList<>()).add(queue);
            }
        }
        return children.entrySet().stream()
                .sorted(Comparator.comparing(of -> of.getKey().key()))
                .map(of -> part(of.getKey(), of.getValue(), lostBatches))
                .toList();
    }

    /** @param lostBatches of the node, not of each of its queues */
    private static QueueWindow part(Parent parent, List<WindowTotal> children, long lostBatches) {
        WindowTotal sum = WindowTotal.beside(parent.scope(), parent.node(), parent.queue(), children);
        sum.expectedQueues = parent.expectedQueues();
        sum.linkBitsPerSecond = parent.capacityBitsPerSecond();
        sum.lostBatches = lostBatches;
        return sum.build();
    }

    /** How full the whole parent was: its queues may have been full one after the other. */
    static void finishSecond(WindowTotal sum, @Nullable Long capacityBitsPerSecond) {
        if (capacityBitsPerSecond != null) {
            sum.linkBitsPerSecond = capacityBitsPerSecond;
            sum.settings = Rates.ofParent(capacityBitsPerSecond, sum.settings);
        }
        Double mean = Rates.bitsPerSecond(sum.sentBytes, sum.coveredMillis);
        sum.ratedMillis = 0;
        sum.aboveCommittedMillis = 0;
        sum.above80Millis = 0;
        sum.above95Millis = 0;
        Rates.note(sum, mean, sum.coveredMillis);
        sum.throughputPeakBitsPerSecond = mean;
        sum.sketch(Sketches.CELL, mean == null ? Sketch.empty() : Sketch.ofOne(Math.round(mean)));
    }
}
