// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import io.sojourn.telemetry.QueueWindow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fills a page, node by node and in it queue by queue, until it is full. */
final class PageBuilder {
    private final WindowsQuery query;
    private final List<LatestNode> nodes = new ArrayList<>();
    private int taken;
    private LatestPage.@Nullable Position cut;

    PageBuilder(WindowsQuery query) {
        this.query = query;
    }

    /**
     * Takes what fits and does not lie after the end; at least one queue, however many windows it has.
     *
     * @param end null for none
     * @return whether more may be added
     */
    boolean add(LatestNode node, LatestPage.@Nullable Position end) {
        if (end != null && node.node().compareTo(end.node()) > 0) {
            return false;
        }
        if (!nodes.isEmpty() && taken >= query.limit()) {
            cut = new LatestPage.Position(nodes.get(nodes.size() - 1).node(), null);
            return false;
        }
        List<QueueWindow> windows = new ArrayList<>();
        String queue = null;
        for (QueueWindow window : node.windows()) {
            boolean isNext = !window.queue().equals(queue);
            if (isNext && queue != null && taken >= query.limit()) {
                cut = new LatestPage.Position(node.node(), queue);
                break;
            }
            if (end != null && new LatestPage.Position(node.node(), window.queue()).compareTo(end) > 0) {
                break;
            }
            queue = window.queue();
            windows.add(window);
            taken++;
        }
        taken += node.windows().isEmpty() ? 1 : 0;
        nodes.add(node.with(windows));
        return cut == null;
    }

    LatestPage page(LatestPage.@Nullable Position end, List<String> missing) {
        return new LatestPage(nodes, cut != null ? cut : end, missing);
    }
}
