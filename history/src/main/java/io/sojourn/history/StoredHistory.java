// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.Incident;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The questions, in terms of rows; what a row is in which store is the store's affair. */
final class StoredHistory implements HistoryReader {
    private static final int PAGE_ROWS = 5_000;
    private static final int SCAN_ROWS = 50_000;

    private final Store store;

    StoredHistory(Store store) {
        this.store = store;
    }

    @Override
    public List<QueueStatus> queues() {
        List<QueueWindow> windows =
                read(Select.from(Measurements.QUEUE_WINDOW).newestPer("node", "queue", "w"), QueueWindow.class);
        return Latest.statuses(windows, openFindings(QueueFilter.all(QueueFilter.LIMIT)));
    }

    @Override
    public List<QueueWindow> windows(
            String node, String queue, long sizeMillis, long fromMillis, long toMillis, int limit) {
        Select rows = Select.from(Measurements.QUEUE_WINDOW)
                .where("node", node)
                .where("queue", queue)
                .where("w", Measurements.windowTag(sizeMillis));
        return ascending(rows, fromMillis, toMillis, limit, QueueWindow.class);
    }

    @Override
    public List<FlowWindow> flowWindows(
            String node, String queue, long sizeMillis, long fromMillis, long toMillis, int limit) {
        Select rows = Select.from(Measurements.FLOW_WINDOW)
                .where("node", node)
                .where("queue", queue)
                .where("w", Measurements.windowTag(sizeMillis))
                .where("rank", "0");
        return ascending(rows, fromMillis, toMillis, limit, FlowWindow.class);
    }

    private <R extends Record> List<R> ascending(
            Select rows, long fromMillis, long toMillis, int limit, Class<R> type) {
        QueueFilter.checkLimit(limit);
        if (fromMillis >= toMillis) {
            throw new OutOfRange("fromMillis", fromMillis, "less than toMillis=" + toMillis);
        }
        List<R> records =
                new ArrayList<>(read(rows.between(fromMillis, toMillis).page(limit, 0), type));
        Collections.reverse(records);
        return records;
    }

    @Override
    public List<Finding> findings(QueueFilter filter) {
        if (filter.openOnly()) {
            return limited(openFindings(filter), filter.limit());
        }
        return latest(of(Measurements.FINDING, filter), Finding.class, Finding::id, Latest::later, f -> true, filter);
    }

    /** A queue has one open finding at a time: the newest, unless that is closed. */
    private List<Finding> openFindings(QueueFilter filter) {
        Select newest = of(Measurements.FINDING, filter).newestPer("node", "queue", "state");
        List<Finding> latest = Latest.of(
                read(newest, Finding.class), f -> new QueueStatus(f.node(), f.queue(), null, null), Latest::later);
        return latest.stream().filter(f -> f.state() != FindingState.CLOSED).toList();
    }

    @Override
    public List<Recommendation> recommendations(QueueFilter filter) {
        Predicate<Recommendation> wanted = r -> !filter.openOnly() || r.state() == RecommendationState.PROPOSED;
        Select rows = of(Measurements.RECOMMENDATION, filter);
        return latest(rows, Recommendation.class, Recommendation::id, Latest::later, wanted, filter);
    }

    @Override
    public Optional<Recommendation> recommendation(String id) {
        Select rows = Select.from(Measurements.RECOMMENDATION).where("id", id);
        return Latest.of(read(rows, Recommendation.class), Recommendation::id, Latest::later).stream()
                .filter(r -> r.id().equals(id))
                .findFirst();
    }

    @Override
    public List<Setting> settings(@Nullable String node, @Nullable String queue) {
        return read(Select.from(Measurements.SETTING).where("node", node).where("queue", queue), Setting.class);
    }

    @Override
    public List<AppliedSetting> appliedSettings(@Nullable String node, @Nullable String queue) {
        Select rows =
                Select.from(Measurements.APPLIED_SETTING).where("node", node).where("queue", queue);
        return read(rows, AppliedSetting.class);
    }

    @Override
    public List<Incident> incidents(QueueFilter filter) {
        if (filter.openOnly()) {
            Select newest = of(Measurements.INCIDENT, filter).newestPer("node", "queue", "rule", "state");
            List<Incident> latest = Latest.of(read(newest, Incident.class), Incident::fingerprint, Latest::later);
            return limited(latest.stream().filter(Incident::open).toList(), filter.limit());
        }
        Function<Incident, Object> once = i -> List.of(i.fingerprint(), i.sinceMillis());
        return latest(of(Measurements.INCIDENT, filter), Incident.class, once, Latest::later, i -> true, filter);
    }

    @Override
    public List<Reject> rejects(int limit) {
        QueueFilter.checkLimit(limit);
        return read(Select.from(Measurements.REJECT).page(limit, 0), Reject.class);
    }

    @Override
    public void check() {
        store.check();
    }

    @Override
    public boolean isCaughtUp() {
        return store.isCaughtUp();
    }

    private static Select of(Measurement<?> measurement, QueueFilter filter) {
        return Select.from(measurement).where("node", filter.node()).where("queue", filter.queue());
    }

    /**
     * Reads pages of rows, newest first, until enough records are wanted. Rows that come in meanwhile push others onto
     * the next page, where they are met again: none is missed.
     */
    private <R extends Record> List<R> latest(
            Select rows,
            Class<R> type,
            Function<R, ?> identity,
            Latest.Later<R> later,
            Predicate<R> wanted,
            QueueFilter filter) {
        Latest<R> latest = new Latest<>(identity, later);
        for (int skip = 0; skip < SCAN_ROWS; skip += PAGE_ROWS) {
            List<R> page = read(rows.page(PAGE_ROWS, skip), type);
            page.forEach(latest::add);
            if (page.size() < PAGE_ROWS || latest.count(wanted) >= filter.limit()) {
                break;
            }
        }
        return limited(latest.values().stream().filter(wanted).toList(), filter.limit());
    }

    private static <R> List<R> limited(List<R> records, int limit) {
        return records.size() > limit ? List.copyOf(records.subList(0, limit)) : records;
    }

    private <R extends Record> List<R> read(Select select, Class<R> type) {
        return store.rows(select).stream()
                .map(json -> Wire.read(json.getBytes(StandardCharsets.UTF_8), type))
                .toList();
    }
}
