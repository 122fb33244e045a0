// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * What the operator knows of a queue. Topic {@code inventory} (compacted), key {@code node/queue}.
 *
 * <p>{@code node/queue} is split at the first slash: a queue's name may have slashes, a node's may not.
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
        if (node.indexOf('/') >= 0) {
            throw new OutOfRange("node", node, "without a slash: it ends where node/queue has its first");
        }
        Range.name("queue", queue);
        Range.optionalName("site", site);
        checkParent(node, queue, parent);
        Range.optionalName("subscriber", subscriber);
        Range.optionalName("group", group);
        Range.atLeast("capacityBitsPerSecond", capacityBitsPerSecond, 1);
        Range.atLeast("planBitsPerSecond", planBitsPerSecond, 1);
    }

    private static void checkParent(String node, String queue, @Nullable String parent) {
        if (parent == null) {
            return;
        }
        if (parent.length() > 2 * Range.NAME_LIMIT + 1
                || nodeOf(parent).isBlank()
                || queueOf(parent).isBlank()) {
            throw new OutOfRange("parent", parent, "NODE/QUEUE of the queue that this one feeds");
        }
        if (parent.equals(Topic.queueKey(node, queue))) {
            throw new OutOfRange("parent", parent, "another queue than itself");
        }
    }

    /** The node of a key {@code node/queue}; empty when there is no slash. */
    public static String nodeOf(String key) {
        return key.substring(0, Math.max(0, key.indexOf('/')));
    }

    /** The queue of a key {@code node/queue}. */
    public static String queueOf(String key) {
        return key.substring(key.indexOf('/') + 1);
    }
}
