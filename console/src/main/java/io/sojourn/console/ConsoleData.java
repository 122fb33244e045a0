// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Setting;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the console reads. Called from several threads at once.
 *
 * <p>Every method throws {@link java.io.UncheckedIOException} when the store does not answer: the console then says so
 * (503) and goes on.
 */
public interface ConsoleData {
    /** Whoever has the newest windows before the store has them, and when it has not. */
    default LiveWindows live() {
        return LiveWindows.NONE;
    }

    /** Every queue of which anything is known. */
    List<QueueState> queues();

    /**
     * Windows that start in {@code [fromMillis, toMillis)}, ascending; when there are more than {@code limit}, the newest.
     *
     * @param sizeMillis 1 000, 10 000, 60 000, 300 000 or 3 600 000
     */
    List<QueueWindow> windows(String node, String queue, long sizeMillis, long fromMillis, long toMillis, int limit);

    /**
     * The newest version of each finding, newest first.
     *
     * @param node null for all
     * @param queue null for all
     * @param open null for open and closed
     */
    List<Finding> findings(@Nullable String node, @Nullable String queue, @Nullable Boolean open, int limit);

    /** The newest version of each recommendation, newest first; {@code state} null for all. */
    List<Recommendation> recommendations(@Nullable RecommendationState state, int limit);

    /** What nodes were told, newest first; node and queue null for all. */
    List<Setting> settings(@Nullable String node, @Nullable String queue, int limit);

    /** What nodes answered, newest first; node and queue null for all. */
    List<AppliedSetting> appliedSettings(@Nullable String node, @Nullable String queue, int limit);

    /** What could not be read, newest first. */
    List<Reject> rejects(int limit);

    /**
     * A queue at its newest.
     *
     * @param window its newest window of 10 s, or the smallest larger or smaller size there is; null when there is none
     * @param finding its open finding; null when there is none
     */
    record QueueState(
            String node,
            String queue,
            @Nullable QueueWindow window,
            @Nullable Finding finding) {}
}
