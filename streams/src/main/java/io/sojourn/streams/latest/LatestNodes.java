// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Nodes that are held here. Safe for use by several threads while the stream thread writes. */
interface LatestNodes {
    /** Null when it is not held here. */
    @Nullable
    Held node(String node);

    /** By name, those that are not before this one; null for all. */
    Stream<Held> from(@Nullable String node);

    /** What is held of what is asked for, as far as a page holds it. */
    default LatestPage page(WindowsQuery query) {
        if (query.node() != null) {
            Held held = node(query.node());
            return held == null ? LatestPage.EMPTY : page(Stream.of(held), query);
        }
        return page(from(query.afterNode()), query);
    }

    private static LatestPage page(Stream<Held> nodes, WindowsQuery query) {
        PageBuilder builder = new PageBuilder(query);
        Iterator<Held> all = nodes.iterator();
        boolean goesOn = true;
        while (goesOn && all.hasNext()) {
            Held held = all.next();
            boolean isOver = held.state().node().equals(query.afterNode()) && query.afterQueue() == null;
            goesOn = isOver || builder.add(held.read(query), null);
        }
        return builder.page(null, List.of());
    }
}
