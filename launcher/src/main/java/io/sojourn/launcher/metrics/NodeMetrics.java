// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import io.sojourn.node.NodeCounters;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What a shaper node tells of itself. */
public final class NodeMetrics {
    private NodeMetrics() {}

    public static void bind(SelfMetrics metrics, Supplier<NodeCounters> node) {
        metrics.count(SelfMetric.NODE_PACKETS, () -> node.get().packets());
        metrics.count(SelfMetric.NODE_UNMATCHED, () -> node.get().unmatchedPackets());
        metrics.count(SelfMetric.NODE_REORDERED, () -> node.get().reorderedPackets());
        metrics.count(SelfMetric.NODE_TIME_JUMPS, () -> node.get().timeJumps());
        metrics.counts(SelfMetric.NODE_SETTINGS, () -> settings(node.get()));
    }

    private static Map<List<String>, Long> settings(NodeCounters counters) {
        return Map.of(
                List.of("applied"), counters.appliedSettings(),
                List.of("refused"), counters.refusedSettings());
    }
}
