// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An answer: as much as one page holds.
 *
 * @param nodes by name
 * @param next where the next page begins: after this; null when there is no more
 * @param missing instances that did not answer, and why: what they have is not in the page
 */
public record LatestPage(List<LatestNode> nodes, @Nullable Position next, List<String> missing) {
    static final LatestPage EMPTY = new LatestPage(List.of(), null, List.of());

    public LatestPage {
        nodes = List.copyOf(nodes);
        missing = List.copyOf(missing);
    }

    /**
     * A place in the order of nodes and queues.
     *
     * @param queue the last one that was told of; null for the whole node
     */
    public record Position(String node, @Nullable String queue) implements Comparable<Position> {
        @Override
        public int compareTo(Position other) {
            int byNode = node.compareTo(other.node);
            Comparator<@Nullable String> wholeNodeLast = Comparator.nullsLast(Comparator.naturalOrder());
            return byNode != 0 ? byNode : wholeNodeLast.compare(queue, other.queue);
        }
    }

    /** Pages that begin at the same place, of instances that share the nodes, as one. */
    static LatestPage merged(List<LatestPage> pages, WindowsQuery query) {
        Position end = pages.stream()
                .map(LatestPage::next)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
        TreeMap<String, LatestNode> nodes = new TreeMap<>();
        // While a node moves two instances may tell of it: who has heard of it last, has it.
        pages.stream().flatMap(page -> page.nodes().stream()).forEach(n -> nodes.merge(n.node(), n, LatestPage::later));
        TreeSet<String> missing = new TreeSet<>();
        pages.forEach(page -> missing.addAll(page.missing()));
        PageBuilder builder = new PageBuilder(query);
        for (LatestNode node : nodes.values()) {
            if (!builder.add(node, end)) {
                break;
            }
        }
        return builder.page(end, new ArrayList<>(missing));
    }

    private static LatestNode later(LatestNode one, LatestNode other) {
        return timeOf(one) >= timeOf(other) ? one : other;
    }

    private static long timeOf(LatestNode node) {
        return Objects.requireNonNullElse(node.nodeTimeMillis(), Long.MIN_VALUE);
    }
}
