// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * What the operator knows of a queue. Topic {@code inventory} (compacted), key {@code node/queue}.
 *
 * @param parent "node/queue" of the queue this one feeds; null at the top
 * @param capacityBitsPerSecond of the link below
 * @param planBitsPerSecond what was sold (CIR)
 * @param subscriber who pays for it
 * @param group a set of subscribers: a plan, a tower, a department
 */
public record InventoryEntry(
        int schema,
        String node,
        String queue,
        @Nullable String site,
        @Nullable String parent,
        @Nullable Long capacityBitsPerSecond,
        @Nullable Long planBitsPerSecond,
        @Nullable String subscriber,
        @Nullable String group) {
    public InventoryEntry {
        Schema.check(schema);
        Range.name("node", node);
        Range.name("queue", queue);
        Range.optionalName("site", site);
        Range.optionalName("parent", parent);
        Range.optionalName("subscriber", subscriber);
        Range.optionalName("group", group);
        Range.atLeast("capacityBitsPerSecond", capacityBitsPerSecond, 1);
        Range.atLeast("planBitsPerSecond", planBitsPerSecond, 1);
    }
}
