// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.inventory;

import io.sojourn.node.policy.LinkPolicy;
import io.sojourn.node.policy.Policy;
import io.sojourn.node.policy.PolicyView;
import io.sojourn.node.policy.QueuePolicy;
import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a policy file knows of its node's queues: the link that each feeds, the rate that it is set to as what was sold, and
 * whose it is where one subscriber alone has it. Links are listed with their rate as capacity.
 */
public final class PolicyInventory {
    private final Policy policy;
    private final Map<String, List<PolicyView.Subscriber>> owners = new HashMap<>();

    private PolicyInventory(Policy policy) {
        this.policy = policy;
        policy.view().subscribers().forEach(subscriber -> owners.computeIfAbsent(
                        subscriber.toClass(), c -> new ArrayList<>())
                .add(subscriber));
    }

    /**
     * Entries of all links and queues.
     *
     * @param listed what is listed already: what the policy does not know of a queue stays as it is there
     */
    public static List<InventoryEntry> entries(Policy policy, Map<String, InventoryEntry> listed) {
        PolicyInventory inventory = new PolicyInventory(policy);
        List<InventoryEntry> entries = new ArrayList<>();
        List<String> queues = policy.queueNames();
        for (LinkPolicy link : policy.links()) {
            if (!queues.contains(link.name())) {
                entries.add(inventory.entry(link.name(), null, link.rateBitsPerSecond(), null));
            }
        }
        policy.queues().forEach(queue -> entries.add(inventory.entry(queue)));
        return entries.stream().map(entry -> over(listed, entry)).toList();
    }

    private InventoryEntry entry(QueuePolicy queue) {
        LinkPolicy link = policy.links().get(queue.link());
        Long rate = queue.settings().rateBitsPerSecond();
        return link.name().equals(queue.name())
                ? entry(queue.name(), null, link.rateBitsPerSecond(), rate)
                : entry(queue.name(), Topic.queueKey(policy.node(), link.name()), null, rate);
    }

    private InventoryEntry entry(String queue, @Nullable String parent, @Nullable Long capacity, @Nullable Long plan) {
        List<PolicyView.Subscriber> owning = owners.getOrDefault(queue, List.of());
        PolicyView.Subscriber owner = owning.size() == 1 ? owning.get(0) : null;
        return new InventoryEntry(
                Schema.CURRENT,
                policy.node(),
                queue,
                null,
                parent,
                capacity,
                plan,
                owner == null ? null : owner.name(),
                owner == null ? null : owner.plan());
    }

    private static InventoryEntry over(Map<String, InventoryEntry> listed, InventoryEntry known) {
        InventoryEntry before = listed.get(Topic.queueKey(known.node(), known.queue()));
        if (before == null) {
            return known;
        }
        return new InventoryEntry(
                Schema.CURRENT,
                known.node(),
                known.queue(),
                before.site(),
                known.parent() != null ? known.parent() : before.parent(),
                known.capacityBitsPerSecond() != null ? known.capacityBitsPerSecond() : before.capacityBitsPerSecond(),
                known.planBitsPerSecond() != null ? known.planBitsPerSecond() : before.planBitsPerSecond(),
                known.subscriber() != null ? known.subscriber() : before.subscriber(),
                known.group() != null ? known.group() : before.group());
    }
}
