// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.RecommendationState;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What can be read. Each method answers one GET. */
final class Reads {
    private static final Map<String, Long> SIZES_MILLIS =
            Map.of("1s", 1_000L, "10s", 10_000L, "1m", 60_000L, "5m", 300_000L, "1h", 3_600_000L);
    private static final List<String> SIZES = List.of("1s", "10s", "1m", "5m", "1h");
    private static final int WINDOWS_MOST = 5_000;
    private static final int RECORDS_MOST = 2_000;
    private static final int RECORDS_USUAL = 200;

    private final ConsoleData data;
    private final QueueTable table;
    private final Supplier<List<HealthCheck>> health;
    private final LongSupplier nowMillis;

    Reads(ConsoleData data, Supplier<List<HealthCheck>> health, LongSupplier nowMillis) {
        this.data = data;
        this.table = new QueueTable(data);
        this.health = health;
        this.nowMillis = nowMillis;
    }

    /** The answers, by path. */
    Map<String, Reader> byPath() {
        return Map.of(
                "/api/health", this::health,
                "/api/queues", this::queues,
                "/api/windows", this::windows,
                "/api/findings", this::findings,
                "/api/recommendations", this::recommendations,
                "/api/settings", this::settings,
                "/api/applied-settings", this::appliedSettings,
                "/api/rejects", this::rejects);
    }

    /** Answers one path. */
    interface Reader {
        Answer read(@Nullable String rawQuery) throws Problem;
    }

    private record HealthView(boolean fine, List<HealthCheck> checks) {}

    private record QueuesView(long serverMillis, Sources sources, List<QueueRow> queues) {}

    private record WindowsView(
            String node, String queue, long sizeMillis, boolean truncated, Sources sources, List<WindowView> windows) {}

    private Answer health(@Nullable String query) throws Problem {
        Parameters.of(query);
        List<HealthCheck> checks = health.get();
        boolean fine = checks.stream().allMatch(HealthCheck::fine);
        return Answer.json(fine ? 200 : 503, new HealthView(fine, checks));
    }

    private Answer queues(@Nullable String query) throws Problem {
        Parameters.of(query);
        QueueTable.Look look = table.look();
        return Answer.ok(new QueuesView(nowMillis.getAsLong(), look.sources(), look.rows()));
    }

    private Answer windows(@Nullable String query) throws Problem {
        Parameters p = Parameters.of(query, "node", "queue", "size", "from", "to", "limit");
        @Nullable String size = p.choice("size", SIZES);
        long sizeMillis = SIZES_MILLIS.getOrDefault(size == null ? "10s" : size, 10_000L);
        long from = p.instantMillis("from", 0);
        long to = p.instantMillis("to", Long.MAX_VALUE);
        if (to <= from) {
            throw Problem.field(
                    400, "to", Long.toString(to), "more than from=" + from, "exchange them, or leave one out");
        }
        int limit = p.limit(360, WINDOWS_MOST);
        String node = p.required("node");
        String queue = p.required("queue");
        QueueTable.Series series = table.series(node, queue, sizeMillis, from, to, limit + 1);
        int surplus = Math.max(0, series.windows().size() - limit);
        List<WindowView> newest =
                series.windows().stream().skip(surplus).map(WindowView::of).toList();
        return Answer.ok(new WindowsView(node, queue, sizeMillis, surplus > 0, series.sources(), newest));
    }

    private Answer findings(@Nullable String query) throws Problem {
        Parameters p = Parameters.of(query, "node", "queue", "open", "limit");
        return Answer.ok(Map.of("findings", data.findings(p.text("node"), p.text("queue"), p.flag("open"), limit(p))));
    }

    private Answer recommendations(@Nullable String query) throws Problem {
        Parameters p = Parameters.of(query, "state", "limit");
        @Nullable RecommendationState state = p.constant("state", RecommendationState.class);
        return Answer.ok(Map.of("recommendations", data.recommendations(state, limit(p))));
    }

    private Answer settings(@Nullable String query) throws Problem {
        Parameters p = Parameters.of(query, "node", "queue", "limit");
        // A signature lets its holder repeat the setting, so it stays between the desk and the node.
        List<SettingView> shown = data.settings(p.text("node"), p.text("queue"), limit(p)).stream()
                .map(SettingView::of)
                .toList();
        return Answer.ok(Map.of("settings", shown));
    }

    private Answer appliedSettings(@Nullable String query) throws Problem {
        Parameters p = Parameters.of(query, "node", "queue", "limit");
        return Answer.ok(Map.of("appliedSettings", data.appliedSettings(p.text("node"), p.text("queue"), limit(p))));
    }

    private Answer rejects(@Nullable String query) throws Problem {
        Parameters p = Parameters.of(query, "limit");
        return Answer.ok(Map.of("rejects", data.rejects(limit(p))));
    }

    private static int limit(Parameters p) throws Problem {
        return p.limit(RECORDS_USUAL, RECORDS_MOST);
    }
}
