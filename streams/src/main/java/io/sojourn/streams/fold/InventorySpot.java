// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.Scope;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A queue that the inventory lists, or that a listed one names as its parent. */
final class InventorySpot {
    /** What a queue's packets must not be counted in twice. */
    static final List<Scope> NAMED = List.of(Scope.NODE, Scope.SITE, Scope.SUBSCRIBER, Scope.GROUP);

    final String node;
    final String queue;
    final Set<InventorySpot> children = new HashSet<>(2);

    /** By scope of {@link #NAMED}, how many children are in the same one. */
    private final int[] inSame = new int[NAMED.size()];

    @Nullable
    InventoryEntry entry;

    /** What the entry names as its parent, be it in a circle or not. */
    @Nullable
    InventorySpot above;

    /** How many entries name it as their parent. */
    int named;

    boolean isInCircle;
    boolean wasListed;
    Placement placement = Placement.ALONE;

    InventorySpot(String node, String queue) {
        this.node = node;
        this.queue = queue;
    }

    /** What it feeds; null in a circle. */
    @Nullable
    InventorySpot feeds() {
        return isInCircle ? null : above;
    }

    /** Takes another entry, or none; its children are looked at again. */
    void list(@Nullable InventoryEntry next) {
        wasListed = entry != null;
        entry = next;
        Arrays.fill(inSame, 0);
        children.forEach(child -> count(child, 1));
    }

    void add(InventorySpot child) {
        if (children.add(child)) {
            count(child, 1);
        }
    }

    void remove(InventorySpot child) {
        if (children.remove(child)) {
            count(child, -1);
        }
    }

    private void count(InventorySpot child, int by) {
        for (int i = 0; i < inSame.length; i++) {
            String name = nameIn(NAMED.get(i));
            inSame[i] += name != null && name.equals(child.nameIn(NAMED.get(i))) ? by : 0;
        }
    }

    /** Whether none of its children in the same one has its packets already. */
    boolean countsIn(Scope scope) {
        return inSame[NAMED.indexOf(scope)] == 0;
    }

    /** The node, site, subscriber or group that it is in. */
    @Nullable
    String nameIn(Scope scope) {
        if (scope == Scope.NODE) {
            return node;
        }
        InventoryEntry known = entry;
        if (known == null) {
            return null;
        }
        return switch (scope) {
            case SITE -> known.site();
            case SUBSCRIBER -> known.subscriber();
            case GROUP -> known.group();
            case QUEUE, LINK, NODE -> null;
        };
    }
}
