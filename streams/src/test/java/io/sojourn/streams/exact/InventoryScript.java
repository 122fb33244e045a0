// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A made-up inventory of three nodes: what is known of queues differs, they feed queues of any node, and one that nobody lists. */
final class InventoryScript {
    private static final List<String> NODES = List.of("edge-0", "edge-1", "edge-2");

    private final Random random;

    InventoryScript(Random random) {
        this.random = random;
    }

    List<InventoryEntry> entries() {
        List<InventoryEntry> entries = new ArrayList<>();
        for (int i = 0; i < NODES.size(); i++) {
            String node = NODES.get(i);
            // Of one that comes before: never in a circle.
            entries.add(entry(node, "wan", i == 0 ? null : any(null, "edge-" + random.nextInt(i) + "/wan")));
            for (String queue : List.of("sub-1", "sub-2")) {
                String fed = NODES.get(random.nextInt(NODES.size())) + "/wan";
                entries.add(entry(node, queue, any(null, node + "/wan", fed, "edge-2/nobody-lists-it")));
            }
        }
        return entries;
    }

    private InventoryEntry entry(String node, String queue, String parent) {
        return new InventoryEntry(
                Schema.CURRENT,
                node,
                queue,
                any("tower-1", "tower-2"),
                parent,
                any(null, 40_000_000L, 60_000_000L),
                any(null, 4_000_000L),
                any(null, "alice", "bob", "carol"),
                any(null, "gold", "silver"));
    }

    @SafeVarargs
    private <T> T any(T... some) {
        return some[random.nextInt(some.length)];
    }
}
