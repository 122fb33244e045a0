// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One window of time of one node that is still being folded: all its queues and flows, and the node itself. */
final class OpenWindow {
    final WindowSize size;
    final long startMillis;
    final Map<String, WindowTotal> queues = new HashMap<>();
    final Map<String, FlowTable> flows = new TreeMap<>();

    @Nullable
    WindowTotal nodeTotal;

    Clocking clocking = Clocking.LIVE;
    boolean hasNews;

    OpenWindow(WindowSize size, long startMillis) {
        this.size = size;
        this.startMillis = startMillis;
    }

    /** Takes the total: it must not be used any more. */
    void add(WindowTotal total) {
        WindowTotal known = queues.putIfAbsent(total.queue, total);
        if (known != null) {
            known.addInTime(total);
        }
        took(total.clocking);
    }

    /** Takes the total of the node itself. */
    void addNode(WindowTotal total) {
        if (nodeTotal == null) {
            nodeTotal = total;
        } else {
            nodeTotal.addInTime(total);
        }
        took(total.clocking);
    }

    void addFlows(String queue, List<FlowSample> samples, Clocking from) {
        flows.computeIfAbsent(queue, q -> new FlowTable()).add(samples);
        took(from);
    }

    void addFlows(FlowWindow smaller, Clocking from) {
        flows.computeIfAbsent(smaller.queue(), q -> new FlowTable()).add(smaller);
        took(from);
    }

    private void took(Clocking from) {
        clocking = from;
        hasNews = true;
    }

    long endMillis() {
        return startMillis + size.sizeMillis();
    }

    long closingMillis() {
        return size.closingMillis(startMillis);
    }
}
