// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import io.sojourn.streams.latest.LatestNode;
import io.sojourn.streams.latest.LatestPage;
import io.sojourn.streams.latest.LatestWindows;
import io.sojourn.streams.latest.Moving;
import io.sojourn.streams.latest.WindowsQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The nodes that this process folds. So many are told of by name; the rest together. */
final class WindowsNodes {
    static final int NAMED = 1_000;
    private static final String OTHER = "other";
    private static final long HEARD_WITHIN_MILLIS = 300_000;

    private final LatestWindows windows;
    private final LongSupplier nowMillis;
    private final Set<String> named = new HashSet<>();

    /** @param nowMillis wall clock */
    WindowsNodes(LatestWindows windows, LongSupplier nowMillis) {
        this.windows = windows;
        this.nowMillis = nowMillis;
    }

    Map<List<String>, Long> late() {
        Map<List<String>, Long> late = new HashMap<>();
        read().forEach(node -> late.merge(label(node), node.lateBatches(), Long::sum));
        return late;
    }

    Map<List<String>, Double> clockOffsets() {
        Map<List<String>, Double> offsets = new HashMap<>();
        for (LatestNode node : read()) {
            Long millis = node.clockOffsetMillis();
            if (millis != null) {
                offsets.merge(
                        label(node), millis / 1e3, (one, other) -> Math.abs(one) >= Math.abs(other) ? one : other);
            }
        }
        return offsets;
    }

    @Nullable
    Double watermarkDelaySeconds() {
        long now = nowMillis.getAsLong();
        Double largest = null;
        for (LatestNode node : read()) {
            Long time = node.nodeTimeMillis();
            if (time != null && node.clockOffsetMillis() != null && now - time <= HEARD_WITHIN_MILLIS) {
                double seconds = (now - time) / 1e3;
                largest = largest == null ? seconds : Math.max(largest, seconds);
            }
        }
        return largest;
    }

    Double count() {
        return (double) read().size();
    }

    /** Nothing while the nodes move from one process to another. */
    private List<LatestNode> read() {
        List<LatestNode> nodes = new ArrayList<>();
        try {
            WindowsQuery query = WindowsQuery.nodes(WindowsQuery.MOST);
            LatestPage page = windows.here(query);
            nodes.addAll(page.nodes());
            for (LatestPage.Position next = page.next(); next != null; next = page.next()) {
                page = windows.here(query.after(next));
                nodes.addAll(page.nodes());
            }
        } catch (Moving e) {
            return List.of();
        }
        return nodes;
    }

    private synchronized List<String> label(LatestNode node) {
        if (named.size() < NAMED) {
            named.add(node.node());
        }
        return List.of(named.contains(node.node()) ? node.node() : OTHER);
    }
}
