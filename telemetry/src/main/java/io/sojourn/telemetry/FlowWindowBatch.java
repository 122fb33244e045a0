// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.List;

/**
 * Final flow windows of one node, size and start, or as many of them as fit in a record. Topic {@code flow-windows}, key
 * node.
 *
 * @param windows by queue, ascending
 */
public record FlowWindowBatch(int schema, String node, long sizeMillis, long startMillis, List<FlowWindow> windows) {
    public FlowWindowBatch {
        Schema.check(schema);
        Range.name("node", node);
        Range.atLeast("sizeMillis", sizeMillis, 1_000);
        Range.atLeast("startMillis", startMillis, 0);
        windows = List.copyOf(Range.present("windows", windows));
    }
}
