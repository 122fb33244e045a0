// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.List;

/**
 * The top flows of one queue over one window. Stands in a {@link FlowWindowBatch}.
 *
 * @param flows descending by bytes, each the sum of its samples in the window
 * @param otherBytes bytes of flows that were sampled but did not make the top
 */
public record FlowWindow(
        int schema,
        String node,
        String queue,
        long sizeMillis,
        long startMillis,
        List<FlowSample> flows,
        long otherBytes) {
    public FlowWindow {
        Schema.check(schema);
        Range.name("node", node);
        Range.name("queue", queue);
        Range.atLeast("sizeMillis", sizeMillis, 1_000);
        Range.atLeast("startMillis", startMillis, 0);
        flows = List.copyOf(Range.present("flows", flows));
        Range.atLeast("otherBytes", otherBytes, 0);
    }
}
