// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Why a batch was not folded, in words. */
final class Refusals {
    private Refusals() {}

    /** @param entry the smallest size that still took the batch; null when none did */
    static Refusal late(SampleBatch batch, NodeState state, FoldRules rules, @Nullable WindowSize entry) {
        List<WindowSize> closed = rules.sizes().stream()
                .filter(size -> entry == null || size.sizeMillis() < entry.sizeMillis())
                .toList();
        String lateness =
                closed.stream().map(size -> lateness(batch, state, size)).collect(Collectors.joining(", "));
        String grace = closed.stream()
                .map(size -> "less than " + size.graceMillis() + " ms after a window of " + size.sizeMillis() + " ms")
                .collect(Collectors.joining(", "));
        return new Refusal(
                batch.node(),
                "startMillis",
                batch.startMillis() + " of node " + batch.node() + ", " + lateness,
                grace,
                "send a node's batches in the order of their time, or raise the grace; replay under another node name");
    }

    private static String lateness(SampleBatch batch, NodeState state, WindowSize size) {
        long start = size.startOf(batch.startMillis());
        String window = "its window of " + size.sizeMillis() + " ms";
        return state.nodeTimeMillis() >= size.closingMillis(start)
                ? (state.nodeTimeMillis() - start - size.sizeMillis()) + " ms after the end of " + window
                : "after " + window + " was closed because the node was silent";
    }

    static Refusal latePart(String node, QueueWindow part, ScopeState state, WindowSize second) {
        long endMillis = part.startMillis() + second.sizeMillis();
        String lateness = state.timeMillis() >= endMillis + second.graceMillis()
                ? (state.timeMillis() - endMillis) + " ms behind it"
                : "after it was closed because all were silent";
        return new Refusal(
                node,
                "startMillis",
                part.startMillis() + " of node " + node + " in " + Parent.key(part.scope(), part.node(), part.queue())
                        + ", " + lateness,
                "less than " + second.graceMillis() + " ms behind the other nodes of the parent",
                "set the nodes' clocks alike, or raise scopeWait; the node's own windows have it");
    }

    static Refusal beyondTime(SampleBatch batch, long latestMillis) {
        return new Refusal(
                batch.node(),
                "endMillis",
                batch.endMillis() + " of node " + batch.node(),
                "at most " + latestMillis + " (the end of year 9999), in milliseconds since 1970",
                "send milliseconds, not microseconds or nanoseconds");
    }

    static Refusal unfit(SampleBatch batch, OutOfRange range) {
        return new Refusal(batch.node(), range.field(), range.value(), range.bound(), "mend the node's counters");
    }
}
