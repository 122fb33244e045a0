// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import io.sojourn.telemetry.OutOfRange;
import org.jspecify.annotations.Nullable;

/**
 * What is asked.
 *
 * @param node null for all
 * @param queue null for all of the node; only with a node
 * @param sizeMillis null for every size
 * @param withWindows false for the nodes alone
 * @param afterNode where the page begins: {@link LatestPage#next}; null for the beginning
 * @param afterQueue null after the whole node
 * @param limit windows in a page, or nodes without windows, 1 to {@value #MOST}
 */
public record WindowsQuery(
        @Nullable String node,
        @Nullable String queue,
        @Nullable Long sizeMillis,
        boolean withWindows,
        @Nullable String afterNode,
        @Nullable String afterQueue,
        int limit) {
    public static final int MOST = 1_000;
    public static final int USUAL = 100;

    public WindowsQuery {
        if (queue != null && node == null) {
            throw new OutOfRange("queue", queue, "together with its node");
        }
        if (afterQueue != null && afterNode == null) {
            throw new OutOfRange("afterQueue", afterQueue, "together with afterNode");
        }
        if (limit < 1 || limit > MOST) {
            throw new OutOfRange("limit", limit, "from 1 to " + MOST);
        }
    }

    /** Windows of one queue. */
    public static WindowsQuery of(String node, String queue) {
        return new WindowsQuery(node, queue, null, true, null, null, USUAL);
    }

    /** Windows of one size of every queue. */
    public static WindowsQuery all(long sizeMillis, int limit) {
        return new WindowsQuery(null, null, sizeMillis, true, null, null, limit);
    }

    /** The nodes, without their windows. */
    public static WindowsQuery nodes(int limit) {
        return new WindowsQuery(null, null, null, false, null, null, limit);
    }

    /** The page after one; its {@code next} is not null. */
    public WindowsQuery after(LatestPage.Position last) {
        return new WindowsQuery(node, queue, sizeMillis, withWindows, last.node(), last.queue(), limit);
    }

    WindowsQuery limited(int windows) {
        return new WindowsQuery(node, queue, sizeMillis, withWindows, afterNode, afterQueue, windows);
    }
}
