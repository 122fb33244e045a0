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
    WindowTotal nodeSum(List<QueueWindow> second) {
        List<WindowTotal> parts = new ArrayList<>();
        for (QueueWindow window : second) {
            if (inventory.of(node, window.queue()).isInNode()) {
                parts.add(part(window, Scope.NODE, node, Scope.NODE.label()));
            }
        }
        if (parts.isEmpty()) {
            return null;
        }
        WindowTotal sum = WindowTotal.beside(parts);
        sum.expectedQueues = sum.queueCount;
        finishSecond(sum, null);
        return sum;
    }

    /** The node's part of each parent that may have parts on other nodes, by name. */
    List<QueueWindow> parts(List<QueueWindow> second, long lostBatches) {
        Map<Parent, List<WindowTotal>> parts = new HashMap<>();
        for (QueueWindow window : second) {
            for (Parent parent : inventory.of(node, window.queue()).parents()) {
                parts.computeIfAbsent(parent, p -> new ArrayList<>())
                        .add(part(window, parent.scope(), parent.node(), parent.queue()));
            }
        }
        List<Parent> ordered = new ArrayList<>(parts.keySet());
        ordered.sort(Comparator.comparing(Parent::key));
        List<QueueWindow> sums = new ArrayList<>(ordered.size());
        for (Parent parent : ordered) {
            WindowTotal sum = WindowTotal.beside(parts.getOrDefault(parent, List.of()));
            sum.expectedQueues = parent.expectedQueues();
            sum.linkBitsPerSecond = parent.capacityBitsPerSecond();
            // Of the node, not of each of its queues.
            sum.lostBatches = lostBatches;
            sums.add(sum.build());
        }
        return sums;
    }

    private static WindowTotal part(QueueWindow window, Scope scope, String node, String queue) {
        WindowTotal part = new WindowTotal(window);
        part.scope = scope;
        part.node = node;
        part.queue = queue;
        part.settings = Rates.ofParent(window.settings().rateBitsPerSecond(), window.settings());
        part.linkBitsPerSecond = null;
        return part;
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
