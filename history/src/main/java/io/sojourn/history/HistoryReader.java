// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.Incident;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Setting;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the history back, as the very records that were written. Safe for use by several threads.
 *
 * <p>No data is an empty list: also when the store has not been written to yet. Every method throws {@link
 * HistoryException} when the store does not answer. QuestDB applies what it accepted after a moment (tens of
 * milliseconds): a read right after a write may miss it, see {@link #isCaughtUp}.
 *
 * <p>Names of nodes and queues may hold any characters.
 */
public interface HistoryReader {
    /** Every queue ever seen within the retention, by node and queue, at most {@value QueueFilter#LIMIT}. */
    List<QueueStatus> queues();

    /**
     * Windows of one size, ascending by start.
     *
     * @param fromMillis least start
     * @param toMillis start must be less
     * @param limit 1 to {@value QueueFilter#LIMIT}; when there are more, the newest are returned
     */
    List<QueueWindow> windows(String node, String queue, long sizeMillis, long fromMillis, long toMillis, int limit);

    /** As {@link #windows}, the top flows. */
    List<FlowWindow> flowWindows(String node, String queue, long sizeMillis, long fromMillis, long toMillis, int limit);

    /** The latest version of each finding, newest first. Looks at the newest 50 000 rows at most. */
    List<Finding> findings(QueueFilter filter);

    /** The latest version of each recommendation, newest first. Looks at the newest 50 000 rows at most. */
    List<Recommendation> recommendations(QueueFilter filter);

    /** The latest version of one recommendation. */
    Optional<Recommendation> recommendation(String id);

    /** What the queue was told, newest first, at most {@value QueueFilter#LIMIT}; null is any node, any queue. */
    List<Setting> settings(@Nullable String node, @Nullable String queue);

    /** What the node did with it, newest first, at most {@value QueueFilter#LIMIT}; null is any node, any queue. */
    List<AppliedSetting> appliedSettings(@Nullable String node, @Nullable String queue);

    /** The latest state of each incident, newest first. Looks at the newest 50 000 rows at most. */
    List<Incident> incidents(QueueFilter filter);

    /** Newest first. */
    List<Reject> rejects(int limit);

    /** Throws {@link HistoryException} with what is wrong and what to change, unless the store answers queries. */
    void check();

    /** Whether everything the store has accepted can be read. Always so with InfluxDB. */
    boolean isCaughtUp();
}
