// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.telemetry.OutOfRange;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How the job runs.
 *
 * @param applicationId consumer group, and prefix of the job's own topics and transactions; one a topic prefix
 * @param stateDir where open windows are kept; may be lost, for the changelog topics hold them too
 * @param groupProtocol how instances share partitions
 * @param threads at most as many as the samples topic has partitions are of use
 * @param commitInterval how long a closed window waits for its transaction, 10 ms to 30 s
 * @param idleAfter wall-clock silence after which a node's windows are closed without it
 * @param rules sizes, graces and clock bounds
 */
public record WindowsConfig(
        String applicationId,
        Path stateDir,
        GroupProtocol groupProtocol,
        int threads,
        Duration commitInterval,
        Duration idleAfter,
        FoldRules rules) {
    public static final String DEFAULT_APPLICATION_ID = "sojourn-windows";

    private static final Duration IDLE_BEYOND_GRACE = Duration.ofSeconds(10);

    public WindowsConfig {
        if (applicationId.isBlank()) {
            throw new OutOfRange("applicationId", applicationId, "not blank");
        }
        if (threads < 1 || threads > 64) {
            throw new OutOfRange("threads", threads, "from 1 to 64");
        }
        if (commitInterval.toMillis() < 10 || commitInterval.toMillis() > 30_000) {
            throw new OutOfRange("commitInterval", commitInterval, "from 10 ms to 30 s");
        }
        if (idleAfter.toMillis() <= rules.longestGraceMillis()) {
            throw new OutOfRange(
                    "idleAfter", idleAfter, "more than the longest grace, " + rules.longestGraceMillis() + " ms");
        }
    }

    /** One thread, commits every 200 ms, the fold's own defaults, idle 10 s after the longest grace. */
    public static WindowsConfig defaults(Path stateDir) {
        FoldRules rules = FoldRules.defaults();
        return new WindowsConfig(
                DEFAULT_APPLICATION_ID,
                stateDir,
                GroupProtocol.CLASSIC,
                1,
                Duration.ofMillis(200),
                Duration.ofMillis(rules.longestGraceMillis()).plus(IDLE_BEYOND_GRACE),
                rules);
    }
}
