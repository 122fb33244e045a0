// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How the analytics job runs.
 *
 * @param checkpointFolder where its state is saved; a restart goes on from the newest whole checkpoint in it
 * @param checkpointInterval how often, at least 10 ms
 * @param groupId consumer group; only shown, offsets are part of the checkpoint
 * @param parallelism of every operator in a local environment; nodes are spread over it
 * @param idle real time without input after which what a node has sent is taken for all: the end of a recording
 * @param lookback how far back in broker time the topics are read where there is no checkpoint
 * @param gone real time after which a live queue that sends nothing is taken for gone
 */
public record AnalyticsConfig(
        Path checkpointFolder,
        Duration checkpointInterval,
        String groupId,
        int parallelism,
        Duration idle,
        Duration gone,
        Duration lookback) {
    public AnalyticsConfig {
        if (checkpointInterval.toMillis() < 10) {
            throw new IllegalArgumentException(
                    "checkpointInterval=" + checkpointInterval + "; must be at least 10 ms (Flink's own bound)");
        }
        if (parallelism < 1) {
            throw new IllegalArgumentException("parallelism=" + parallelism + "; must be at least 1");
        }
    }

    /** One process: a checkpoint each second, one slot. */
    public static AnalyticsConfig defaults(Path checkpointFolder) {
        return new AnalyticsConfig(
                checkpointFolder,
                Duration.ofSeconds(1),
                "sojourn-analytics",
                1,
                Duration.ofSeconds(10),
                Duration.ofSeconds(65),
                Duration.ofHours(2));
    }
}
