// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.WindowSize;
import io.sojourn.telemetry.OutOfRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the job runs.
 *
 * @param applicationId consumer group, and prefix of the job's own topics and transactions; one a topic prefix
 * @param stateDir where open windows are kept; may be lost, for the changelog topics hold them too
 * @param groupProtocol how instances share partitions
 * @param threads at most as many as the samples topic has partitions are of use
 * @param commitInterval how long a closed window waits for its transaction, 10 ms to 30 s
 * @param idleAfter wall-clock silence after which a node's windows are closed without it
 * @param earlyEvery how often a node's windows in progress are given out at most; zero for never
 * @param earlySizesMillis sizes of which they are given out
 * @param standbys copies of the state on other instances, 0 to 3: what a crash costs less of
 * @param rules sizes, graces and clock bounds
 * @param scopeWait how much longer than a node's windows those of a parent wait for parts of other nodes, 0 to 10 min
 * @param address HOST:PORT at which other instances ask this one for its newest windows; null when they don't
 */
public record WindowsConfig(
        String applicationId,
        Path stateDir,
        GroupProtocol groupProtocol,
        int threads,
        Duration commitInterval,
        Duration idleAfter,
        Duration earlyEvery,
        List<Long> earlySizesMillis,
        int standbys,
        FoldRules rules,
        Duration scopeWait,
        @Nullable String address) {
    public static final String DEFAULT_APPLICATION_ID = "sojourn-windows";

    private static final Duration IDLE_AFTER = Duration.ofSeconds(15);
    private static final Duration SCOPE_WAIT = Duration.ofSeconds(5);
    private static final Duration LONGEST_SCOPE_WAIT = Duration.ofMinutes(10);

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
        earlySizesMillis = List.copyOf(earlySizesMillis);
        if (!earlyEvery.isZero() && earlyEvery.toMillis() < 1_000) {
            throw new OutOfRange("earlyEvery", earlyEvery, "zero, or at least 1 s");
        }
        if (standbys < 0 || standbys > 3) {
            throw new OutOfRange("standbys", standbys, "from 0 to 3");
        }
        if (idleAfter.toMillis() < 1_000) {
            throw new OutOfRange("idleAfter", idleAfter, "at least 1 s");
        }
        if (scopeWait.isNegative() || scopeWait.compareTo(LONGEST_SCOPE_WAIT) > 0) {
            throw new OutOfRange("scopeWait", scopeWait, "from 0 to " + LONGEST_SCOPE_WAIT);
        }
        if (address != null && !address.matches("[^/@?#\\s]+:[0-9]{1,5}")) {
            throw new OutOfRange("address", address, "HOST:PORT");
        }
    }

    /** One that no other instance asks, and whose parents wait 5 s. */
    public WindowsConfig(
            String applicationId,
            Path stateDir,
            GroupProtocol groupProtocol,
            int threads,
            Duration commitInterval,
            Duration idleAfter,
            Duration earlyEvery,
            List<Long> earlySizesMillis,
            int standbys,
            FoldRules rules) {
        this(
                applicationId,
                stateDir,
                groupProtocol,
                threads,
                commitInterval,
                idleAfter,
                earlyEvery,
                earlySizesMillis,
                standbys,
                rules,
                SCOPE_WAIT,
                null);
    }

    /** The same for another group of so many threads, with so many copies of the state on other instances. */
    public WindowsConfig as(String id, int threadCount, int copies) {
        return new WindowsConfig(
                id,
                stateDir,
                groupProtocol,
                threadCount,
                commitInterval,
                idleAfter,
                earlyEvery,
                earlySizesMillis,
                copies,
                rules,
                scopeWait,
                address);
    }

    /** The same, asked by other instances there. */
    public WindowsConfig at(String hostAndPort) {
        return new WindowsConfig(
                applicationId,
                stateDir,
                groupProtocol,
                threads,
                commitInterval,
                idleAfter,
                earlyEvery,
                earlySizesMillis,
                standbys,
                rules,
                scopeWait,
                hostAndPort);
    }

    /** The rules of parents: parts of different nodes are waited for. */
    FoldRules scopeRules() {
        return rules.waiting(scopeWait.toMillis());
    }

    /**
     * Silence after which a parent's windows are closed. What a silent node had still open reaches its parents only when
     * its own silence is over: closed at the same time, they would be without it.
     */
    Duration scopeIdleAfter() {
        return idleAfter.multipliedBy(2);
    }

    /** One thread, commits every 200 ms, the fold's own defaults, idle after 15 s, seconds in progress once a
     * second. */
    public static WindowsConfig defaults(Path stateDir) {
        FoldRules rules = FoldRules.defaults();
        return new WindowsConfig(
                DEFAULT_APPLICATION_ID,
                stateDir,
                GroupProtocol.CLASSIC,
                1,
                Duration.ofMillis(200),
                IDLE_AFTER,
                Duration.ofSeconds(1),
                List.of(WindowSize.SECOND_MILLIS),
                0,
                rules);
    }
}
