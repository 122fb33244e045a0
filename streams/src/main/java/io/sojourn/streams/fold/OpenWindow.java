// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One window of time that is still being folded. Of a node: all its queues and flows, and the node itself. Of a parent: its
 * sum, and in a second, its parts by node in place of queues.
 */
final class OpenWindow {
    final WindowSize size;
    final long startMillis;
    final Map<String, WindowTotal> queues = new LinkedHashMap<>();
    final Map<String, FlowTable> flows = new TreeMap<>();

    @Nullable
    WindowTotal sum;

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

    /** Takes what a node adds to a parent. */
    void addPart(String from, WindowTotal part) {
        WindowTotal known = queues.putIfAbsent(from, part);
        if (known != null) {
            queues.put(from, WindowTotal.beside(List.of(known, part)));
        }
        took(part.clocking);
    }

    /** Takes the total of the node, or the parent, itself. */
    void addSum(WindowTotal total) {
        if (sum == null) {
            sum = total;
        } else {
            sum.addInTime(total);
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
