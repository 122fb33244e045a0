// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** What each queue is a part of, from all entries by the definitions of docs/23-inventory.md. No queues feed each other. */
final class InventoryReference {
    private final Map<String, InventoryEntry> entries = new LinkedHashMap<>();
    private final Map<String, List<Above>> above = new HashMap<>();

    InventoryReference(List<InventoryEntry> entries) {
        entries.forEach(entry -> this.entries.put(Topic.queueKey(entry.node(), entry.queue()), entry));
        this.entries.forEach((key, entry) -> above.put(key, aboveOf(entry)));
    }

    /** A link, site, subscriber or group: the node and the queue of its windows. */
    record Above(Scope scope, String node, String queue) {}

    /** By node and queue. */
    Map<String, InventoryEntry> entries() {
        return entries;
    }

    List<Above> above(String node, String queue) {
        return above.getOrDefault(Topic.queueKey(node, queue), List.of());
    }

    private List<Above> aboveOf(InventoryEntry entry) {
        List<Above> above = new ArrayList<>();
        if (entry.parent() != null) {
            int slash = entry.parent().indexOf('/');
            String fed = entry.parent();
            above.add(new Above(Scope.LINK, fed.substring(0, slash), fed.substring(slash + 1)));
        }
        addNamed(above, Scope.SITE, entry, InventoryEntry::site);
        addNamed(above, Scope.SUBSCRIBER, entry, InventoryEntry::subscriber);
        addNamed(above, Scope.GROUP, entry, InventoryEntry::group);
        return above;
    }

    /** Unless a queue of the same name feeds it, which has its packets already. */
    private void addNamed(
            List<Above> above, Scope scope, InventoryEntry entry, Function<InventoryEntry, String> nameOf) {
        String name = nameOf.apply(entry);
        boolean isFed = entries.values().stream()
                .filter(other -> Topic.queueKey(entry.node(), entry.queue()).equals(other.parent()))
                .anyMatch(other -> Objects.equals(name, nameOf.apply(other)));
        if (name != null && !isFed) {
            above.add(new Above(scope, scope.label(), name));
        }
    }

    long queuesIn(Above parent) {
        return above.values().stream().filter(all -> all.contains(parent)).count();
    }

    /** Of a link whose queue is listed with one. */
    Long capacity(Above parent) {
        InventoryEntry fed = entries.get(Topic.queueKey(parent.node(), parent.queue()));
        return parent.scope() == Scope.LINK && fed != null ? fed.capacityBitsPerSecond() : null;
    }
}
