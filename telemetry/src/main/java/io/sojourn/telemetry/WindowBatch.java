// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Windows of one size and start that one owner closed, or in part: a batch holds as many as fit in a record. Topics {@code
 * windows} and {@code live-windows}, key node; {@code scope-windows}, key owner.
 *
 * @param owner the node, or "bucket-" and a number for parents that span nodes
 * @param clockOffsetMillis how far the node's clock is ahead of the broker's, negative behind, as estimated: see
 *     docs/53-metrics.md; null when it has no live clock
 * @param windows by queue or scope, ascending; all with this size, start and stage
 */
public record WindowBatch(
        int schema,
        String owner,
        Stage stage,
        long sizeMillis,
        long startMillis,
        @Nullable Long clockOffsetMillis,
        List<QueueWindow> windows) {
    public WindowBatch {
        Schema.check(schema);
        Range.name("owner", owner);
        Range.present("stage", stage);
        Range.atLeast("sizeMillis", sizeMillis, 1_000);
        Range.atLeast("startMillis", startMillis, 0);
        windows = List.copyOf(Range.present("windows", windows));
    }

    public long endMillis() {
        return startMillis + sizeMillis;
    }
}
