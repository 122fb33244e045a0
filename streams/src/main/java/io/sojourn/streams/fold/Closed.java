// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.QueueWindow;
import java.util.List;

/**
 * All that one owner, a node or a parent, knows of one window of time. Final, unless it is an early look.
 *
 * @param windows of queues, by name
 * @param flows of queues, by name
 * @param sums of the node itself, or of the parent
 * @param parts of a second: what the node adds to parents that may have parts on other nodes, by name
 */
public record Closed(
        WindowSize size,
        long startMillis,
        List<QueueWindow> windows,
        List<FlowWindow> flows,
        List<QueueWindow> sums,
        List<QueueWindow> parts) {
    public Closed {
        windows = List.copyOf(windows);
        flows = List.copyOf(flows);
        sums = List.copyOf(sums);
        parts = List.copyOf(parts);
    }

    public long endMillis() {
        return startMillis + size.sizeMillis();
    }
}
