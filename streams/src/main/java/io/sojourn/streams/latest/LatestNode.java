// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import io.sojourn.telemetry.QueueWindow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node at its newest, as the instance that folds it knows it.
 *
 * @param nodeTimeMillis greatest end of a batch; null before the first
 * @param clockOffsetMillis how far the node's clock is ahead of the broker's, negative behind; null when it is not known
 * @param lateBatches batches that came after their second had closed, since this instance has the node
 * @param missingBatches batches that the sequence shows missing, of the run that goes on and the one before it
 * @param windows as they stand on the topics, by queue, then size, the final one before the one so far
 */
public record LatestNode(
        String node,
        @Nullable Long nodeTimeMillis,
        @Nullable Long clockOffsetMillis,
        long lateBatches,
        long missingBatches,
        List<QueueWindow> windows) {
    public LatestNode {
        windows = List.copyOf(windows);
    }

    LatestNode with(List<QueueWindow> others) {
        return new LatestNode(node, nodeTimeMillis, clockOffsetMillis, lateBatches, missingBatches, others);
    }
}
