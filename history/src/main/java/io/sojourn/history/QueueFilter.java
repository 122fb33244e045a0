// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.OutOfRange;
import org.jspecify.annotations.Nullable;

/**
 * Which records to read.
 *
 * @param node only of this node; null for all
 * @param queue only of this queue; null for all
 * @param openOnly findings and incidents that are not closed; recommendations that are PROPOSED
 * @param limit most to return, 1 to {@value #LIMIT}; the newest are
 */
public record QueueFilter(@Nullable String node, @Nullable String queue, boolean openOnly, int limit) {
    /** No query returns more records than this. */
    public static final int LIMIT = 10_000;

    public QueueFilter {
        checkLimit(limit);
    }

    /** Everything, newest first. */
    public static QueueFilter all(int limit) {
        return new QueueFilter(null, null, false, limit);
    }

    /** Of one queue, newest first. */
    public static QueueFilter of(String node, String queue, int limit) {
        return new QueueFilter(node, queue, false, limit);
    }

    /** The same, open ones only. */
    public QueueFilter open() {
        return new QueueFilter(node, queue, true, limit);
    }

    static void checkLimit(int limit) {
        if (limit < 1 || limit > LIMIT) {
            throw new OutOfRange("limit", limit, "from 1 to " + LIMIT);
        }
    }
}
