// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The inventory as a tree: which queues feed which, and which parents each queue is a part of.
 *
 * <p>A queue counts in its node, site, subscriber or group unless another queue that is in the same one feeds it: then its
 * packets are counted there already. It always counts in the link that it feeds, which is the sum of the queues that name one
 * queue as their parent.
 *
 * <p>Queues that feed each other in a circle count as if they fed none, for otherwise none of them would count. A circle of
 * more than {@value #LONGEST_CIRCLE} queues is not seen: its queues are missing from their nodes, sites, subscribers and
 * groups.
 *
 * <p>A change costs what it touches: the queue, what it feeds and fed, and where a queue itself changes its node's, site's,
 * subscriber's or group's name, a look at the queues that feed it. Safe for use by several threads.
 */
public final class InventoryTree implements Inventory {
    static final int LONGEST_CIRCLE = 64;

    private final Map<String, Map<String, InventorySpot>> spots = new HashMap<>();
    private final Map<String, Parent> parents = new HashMap<>();
    private final Set<InventorySpot> unlisted = new LinkedHashSet<>();

    @Override
    public synchronized Placement of(String node, String queue) {
        InventorySpot spot = find(node, queue);
        return spot == null ? Placement.ALONE : spot.placement;
    }

    /** How many queues are listed. */
    public synchronized int size() {
        return spots.values().stream()
                .mapToInt(ofNode -> (int) ofNode.values().stream()
                        .filter(spot -> spot.entry != null)
                        .count())
                .sum();
    }

    /** Takes an entry in place of the one before it; what is wrong with where it stands. */
    public synchronized Optional<Refusal> put(InventoryEntry entry) {
        InventorySpot spot = at(entry.node(), entry.queue());
        boolean wasInCircle = spot.isInCircle;
        set(spot, entry);
        return spot.isInCircle && !wasInCircle ? Optional.of(circular(spot)) : Optional.empty();
    }

    /** Takes the entry of a queue out; nothing happens when there is none. */
    public synchronized void remove(String node, String queue) {
        InventorySpot spot = find(node, queue);
        if (spot != null) {
            set(spot, null);
        }
    }

    /** Parents that no entry lists, each named once. A parent may be listed after what feeds it: ask when all are in. */
    public synchronized List<Refusal> unlistedParents() {
        List<Refusal> refusals = unlisted.stream().map(InventoryTree::notListed).toList();
        unlisted.clear();
        return refusals;
    }

    private void set(InventorySpot spot, @Nullable InventoryEntry entry) {
        if (Objects.equals(spot.entry, entry)) {
            return;
        }
        Set<InventorySpot> touched = new LinkedHashSet<>(circle(spot));
        touched.add(spot);
        Set<InventorySpot> around = new LinkedHashSet<>();
        detach(touched, around);
        InventorySpot before = spot.above;
        spot.list(entry);
        spot.above = entry == null || entry.parent() == null
                ? null
                : at(InventoryEntry.nodeOf(entry.parent()), InventoryEntry.queueOf(entry.parent()));
        name(before, -1);
        name(spot.above, 1);
        touched.forEach(each -> each.isInCircle = false);
        List<InventorySpot> circle = circle(spot);
        detach(circle, around);
        circle.forEach(each -> each.isInCircle = true);
        touched.addAll(circle);
        attach(touched, around);
        around.addAll(touched);
        around.forEach(this::place);
        settle(spot);
        settle(before);
    }

    private static void detach(Collection<InventorySpot> children, Set<InventorySpot> around) {
        for (InventorySpot child : children) {
            InventorySpot above = child.feeds();
            if (above != null && above.children.contains(child)) {
                above.remove(child);
                around.add(above);
            }
        }
    }

    private static void attach(Collection<InventorySpot> children, Set<InventorySpot> around) {
        for (InventorySpot child : children) {
            InventorySpot above = child.feeds();
            if (above != null) {
                above.add(child);
                around.add(above);
            }
        }
    }

    /** Those that feed each other in a circle with this one, itself first; empty when there is none. */
    private static List<InventorySpot> circle(InventorySpot spot) {
        List<InventorySpot> passed = new ArrayList<>();
        InventorySpot next = spot;
        while (next != null && passed.size() < LONGEST_CIRCLE) {
            passed.add(next);
            next = next.above;
            if (next == spot) {
                return passed;
            }
        }
        return List.of();
    }

    /** Notes that so many more name it as what they feed. */
    private void name(@Nullable InventorySpot above, int more) {
        if (above != null) {
            above.named += more;
            if (above.entry == null && above.named == 1 && more > 0) {
                unlisted.add(above);
            }
        }
    }

    /** Works out where a queue counts, and lets the parents know. */
    private void place(InventorySpot spot) {
        List<Parent> now = parentsOf(spot);
        List<Parent> before = spot.placement.parents();
        now.forEach(parent -> parent.expect(parent.expectedQueues() + 1));
        before.forEach(parent -> {
            parent.expect(parent.expectedQueues() - 1);
            if (parent.expectedQueues() == 0) {
                parents.remove(parent.key());
            }
        });
        InventoryEntry entry = spot.entry;
        spot.placement =
                new Placement(entry == null ? null : entry.planBitsPerSecond(), spot.countsIn(Scope.NODE), now);
        Parent link = parents.get(Parent.key(Scope.LINK, spot.node, spot.queue));
        if (link != null) {
            link.capacity(entry == null ? null : entry.capacityBitsPerSecond());
        }
    }

    private List<Parent> parentsOf(InventorySpot spot) {
        List<Parent> now = new ArrayList<>();
        InventorySpot above = spot.feeds();
        if (above != null) {
            Parent link = parent(Scope.LINK, above.node, above.queue);
            link.capacity(above.entry == null ? null : above.entry.capacityBitsPerSecond());
            now.add(link);
        }
        for (Scope scope : InventorySpot.NAMED) {
            String name = spot.nameIn(scope);
            if (scope != Scope.NODE && name != null && spot.countsIn(scope)) {
                now.add(parent(scope, scope.label(), name));
            }
        }
        return now;
    }

    private Parent parent(Scope scope, String node, String queue) {
        return parents.computeIfAbsent(Parent.key(scope, node, queue), key -> new Parent(scope, node, queue));
    }

    /** Forgets what is neither listed nor named. */
    private void settle(@Nullable InventorySpot spot) {
        if (spot == null) {
            return;
        }
        if (spot.entry != null || spot.named == 0) {
            unlisted.remove(spot);
        } else if (spot.wasListed) {
            spot.wasListed = false;
            unlisted.add(spot);
        }
        if (spot.entry == null && spot.named == 0) {
            spots.computeIfPresent(spot.node, (node, ofNode) -> {
                ofNode.remove(spot.queue);
                return ofNode.isEmpty() ? null : ofNode;
            });
        }
    }

    private @Nullable InventorySpot find(String node, String queue) {
        Map<String, InventorySpot> ofNode = spots.get(node);
        return ofNode == null ? null : ofNode.get(queue);
    }

    private InventorySpot at(String node, String queue) {
        return spots.computeIfAbsent(node, n -> new HashMap<>())
                .computeIfAbsent(queue, q -> new InventorySpot(node, queue));
    }

    private static Refusal circular(InventorySpot spot) {
        List<String> way = new ArrayList<>();
        circle(spot).forEach(each -> way.add(Topic.queueKey(each.node, each.queue)));
        way.add(way.get(0));
        return new Refusal(
                spot.node,
                "parent",
                String.join(" feeds ", way),
                "no circle",
                "take the parent out of one of them; until then they count as if they fed none");
    }

    private static Refusal notListed(InventorySpot spot) {
        return new Refusal(
                spot.node,
                "parent",
                Topic.queueKey(spot.node, spot.queue) + " of " + spot.named + " queues",
                "a queue that the inventory lists",
                "list it with its capacity, or mend the name; until then the link's capacity is not known");
    }
}
