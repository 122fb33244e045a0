// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The queues and their newest windows, of two sources that stand in for each other: what the store knows, and what those
 * who fold windows hold. Only when neither answers there is no table.
 */
final class QueueTable {
    /** Recommendations looked at. */
    private static final int RECOMMENDATIONS_MOST = 500;

    /** Queues whose newest windows are asked for; those beyond are shown from the store. */
    private static final int LIVE_MOST = 2_000;

    private static final long SECOND_MILLIS = 1_000;
    private static final long TEN_SECONDS_MILLIS = 10_000;

    private static final Comparator<QueueWindow> NEWER =
            Comparator.comparingLong(QueueWindow::endMillis).thenComparing(QueueWindow::stage);

    private final ConsoleData data;

    QueueTable(ConsoleData data) {
        this.data = data;
    }

    /** @param rows worst first */
    record Look(List<QueueRow> rows, List<Recommendation> recommendations, Sources sources) {}

    private record Stored(List<ConsoleData.QueueState> queues, List<Recommendation> recommendations) {}

    private record Live(List<QueueWindow> tens, List<QueueWindow> seconds) {}

    /** @throws UncheckedIOException when neither source answers */
    Look look() {
        Stored stored = new Stored(List.of(), List.of());
        @Nullable UncheckedIOException storeFailure = null;
        try {
            stored = new Stored(data.queues(), data.recommendations(null, RECOMMENDATIONS_MOST));
        } catch (UncheckedIOException e) {
            storeFailure = e;
        }
        Live live = new Live(List.of(), List.of());
        Sources.Source liveSource = Sources.Source.FINE;
        try {
            live = new Live(
                    data.live().newest(TEN_SECONDS_MILLIS, LIVE_MOST),
                    data.live().newest(SECOND_MILLIS, LIVE_MOST));
        } catch (IOException e) {
            if (storeFailure != null) {
                throw storeFailure;
            }
            liveSource = Sources.Source.failing(e);
        }
        return new Look(
                rows(stored, live, storeFailure == null),
                stored.recommendations(),
                new Sources(liveSource, source(storeFailure)));
    }

    private static Sources.Source source(@Nullable UncheckedIOException failure) {
        return failure == null ? Sources.Source.FINE : Sources.Source.STORE_DOWN;
    }

    private static List<QueueRow> rows(Stored stored, Live live, boolean verdictsKnown) {
        Map<String, ConsoleData.QueueState> states = new TreeMap<>();
        stored.queues().forEach(s -> states.put(Topic.queueKey(s.node(), s.queue()), s));
        List<QueueWindow> finals =
                live.tens().stream().filter(w -> w.stage() == Stage.FINAL).toList();
        finals.forEach(w -> states.merge(key(w), stateOf(w), QueueTable::newer));
        Map<String, QueueWindow> seconds = new HashMap<>();
        live.seconds().forEach(w -> seconds.merge(key(w), w, QueueTable::newer));
        seconds.forEach((key, w) -> states.putIfAbsent(key, stateOf(w)));
        Map<String, Long> proposals = stored.recommendations().stream()
                .filter(r -> r.state() == RecommendationState.PROPOSED)
                .collect(Collectors.groupingBy(r -> Topic.queueKey(r.node(), r.queue()), Collectors.counting()));
        List<QueueRow> rows = new ArrayList<>(states.size());
        states.forEach((key, state) ->
                rows.add(QueueRow.of(state, seconds.get(key), verdictsKnown, proposals.getOrDefault(key, 0L))));
        rows.sort(QueueRow.WORST_FIRST);
        return rows;
    }

    /** @param windows ascending; the last may be one so far */
    record Series(List<QueueWindow> windows, Sources sources) {}

    /**
     * Windows of one queue: those that are stored, and the newest after them.
     *
     * @throws UncheckedIOException when neither source answers
     */
    Series series(String node, String queue, long sizeMillis, long fromMillis, long toMillis, int limit) {
        List<QueueWindow> joined = new ArrayList<>();
        @Nullable UncheckedIOException storeFailure = null;
        try {
            joined.addAll(data.windows(node, queue, sizeMillis, fromMillis, toMillis, limit));
        } catch (UncheckedIOException e) {
            storeFailure = e;
        }
        long lastMillis = joined.isEmpty()
                ? Long.MIN_VALUE
                : joined.get(joined.size() - 1).startMillis();
        Sources.Source liveSource = Sources.Source.FINE;
        try {
            data.live().newest(node, queue).stream()
                    .filter(w -> w.sizeMillis() == sizeMillis && w.startMillis() > lastMillis)
                    .filter(w -> w.startMillis() >= fromMillis && w.startMillis() < toMillis)
                    .sorted(NEWER)
                    .forEach(joined::add);
        } catch (IOException e) {
            if (storeFailure != null) {
                throw storeFailure;
            }
            liveSource = Sources.Source.failing(e);
        }
        return new Series(joined, new Sources(liveSource, source(storeFailure)));
    }

    private static ConsoleData.QueueState newer(ConsoleData.QueueState stored, ConsoleData.QueueState live) {
        QueueWindow window = stored.window();
        QueueWindow other = live.window();
        boolean isNewer = other != null && (window == null || other.endMillis() >= window.endMillis());
        return isNewer ? new ConsoleData.QueueState(stored.node(), stored.queue(), other, stored.finding()) : stored;
    }

    private static QueueWindow newer(QueueWindow one, QueueWindow other) {
        return NEWER.compare(one, other) >= 0 ? one : other;
    }

    private static ConsoleData.QueueState stateOf(QueueWindow w) {
        return new ConsoleData.QueueState(w.node(), w.queue(), w, null);
    }

    private static String key(QueueWindow w) {
        return Topic.queueKey(w.node(), w.queue());
    }
}
