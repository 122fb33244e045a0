// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.history.HistoryException;
import io.sojourn.history.HistoryReader;
import io.sojourn.history.QueueFilter;
import io.sojourn.history.QueueStatus;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Setting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The history, as the console reads it, and the newest windows beside it. */
public final class HistoryData implements ConsoleData {
    private final HistoryReader history;
    private final LiveWindows live;

    public HistoryData(HistoryReader history, LiveWindows live) {
        this.history = history;
        this.live = live;
    }

    @Override
    public LiveWindows live() {
        return live;
    }

    @Override
    public List<QueueState> queues() {
        return answered(() -> history.queues().stream()
                .map(s -> new QueueState(s.node(), s.queue(), s.window(), s.finding()))
                .toList());
    }

    @Override
    public List<QueueWindow> windows(
            String node, String queue, long sizeMillis, long fromMillis, long toMillis, int limit) {
        return answered(() -> history.windows(node, queue, sizeMillis, fromMillis, toMillis, limit));
    }

    @Override
    public List<Finding> findings(@Nullable String node, @Nullable String queue, @Nullable Boolean open, int limit) {
        QueueFilter filter = new QueueFilter(node, queue, Boolean.TRUE.equals(open), limit);
        return answered(() -> history.findings(filter).stream()
                .filter(f -> open == null || open == (f.state() != FindingState.CLOSED))
                .toList());
    }

    @Override
    public List<Recommendation> recommendations(@Nullable RecommendationState state, int limit) {
        QueueFilter all = QueueFilter.all(limit);
        QueueFilter filter = state == RecommendationState.PROPOSED ? all.open() : all;
        return answered(() -> {
            Set<String> open = openFindings();
            return history.recommendations(filter).stream()
                    .map(r -> isOver(r, open) ? r.decided(RecommendationState.WITHDRAWN, null) : r)
                    .filter(r -> state == null || state == r.state())
                    .toList();
        });
    }

    /** Nobody decided, and what it would cure is no longer so. */
    private static boolean isOver(Recommendation recommendation, Set<String> openFindings) {
        return recommendation.state() == RecommendationState.PROPOSED
                && !openFindings.contains(recommendation.findingId());
    }

    private Set<String> openFindings() {
        return history.queues().stream()
                .map(QueueStatus::finding)
                .filter(Objects::nonNull)
                .map(Finding::id)
                .collect(Collectors.toSet());
    }

    @Override
    public List<Setting> settings(@Nullable String node, @Nullable String queue, int limit) {
        return answered(
                () -> history.settings(node, queue).stream().limit(limit).toList());
    }

    @Override
    public List<AppliedSetting> appliedSettings(@Nullable String node, @Nullable String queue, int limit) {
        return answered(
                () -> history.appliedSettings(node, queue).stream().limit(limit).toList());
    }

    @Override
    public List<Reject> rejects(int limit) {
        return answered(() -> history.rejects(limit));
    }

    private static <T> T answered(Supplier<T> question) {
        try {
            return question.get();
        } catch (HistoryException e) {
            throw new UncheckedIOException(new IOException(e.getMessage(), e));
        }
    }
}
