// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** Holds what a test puts in. */
final class FakeData implements ConsoleData {
    final List<QueueWindow> windows = new CopyOnWriteArrayList<>();
    final List<Finding> findings = new CopyOnWriteArrayList<>();
    final List<Recommendation> recommendations = new CopyOnWriteArrayList<>();
    final List<Setting> settings = new CopyOnWriteArrayList<>();
    final List<AppliedSetting> applied = new CopyOnWriteArrayList<>();
    final List<Reject> rejects = new CopyOnWriteArrayList<>();
    final List<QueueWindow> newest = new CopyOnWriteArrayList<>();
    volatile boolean down;
    volatile boolean liveDown = true;

    @Override
    public LiveWindows live() {
        return new LiveWindows() {
            @Override
            public List<QueueWindow> newest(long sizeMillis, int limit) throws IOException {
                return fitting(w -> w.sizeMillis() == sizeMillis);
            }

            @Override
            public List<QueueWindow> newest(String node, String queue) throws IOException {
                return fitting(w -> w.node().equals(node) && w.queue().equals(queue));
            }
        };
    }

    private List<QueueWindow> fitting(Predicate<QueueWindow> which) throws IOException {
        if (liveDown) {
            throw new IOException("partition 0 is moving");
        }
        return newest.stream().filter(which).toList();
    }

    @Override
    public List<QueueState> queues() {
        checkUp();
        Map<String, QueueState> states = new LinkedHashMap<>();
        for (QueueWindow w : windows) {
            if (w.sizeMillis() == 10_000) {
                states.put(
                        w.node() + "/" + w.queue(), new QueueState(w.node(), w.queue(), w, open(w.node(), w.queue())));
            }
        }
        for (Finding f : findings) {
            states.putIfAbsent(
                    f.node() + "/" + f.queue(), new QueueState(f.node(), f.queue(), null, open(f.node(), f.queue())));
        }
        return new ArrayList<>(states.values());
    }

    private Finding open(String node, String queue) {
        return findings(node, queue, true, 1).stream().findFirst().orElse(null);
    }

    @Override
    public List<QueueWindow> windows(
            String node, String queue, long sizeMillis, long fromMillis, long toMillis, int limit) {
        checkUp();
        List<QueueWindow> fitting = windows.stream()
                .filter(w -> w.node().equals(node) && w.queue().equals(queue) && w.sizeMillis() == sizeMillis)
                .filter(w -> w.startMillis() >= fromMillis && w.startMillis() < toMillis)
                .sorted(Comparator.comparingLong(QueueWindow::startMillis))
                .toList();
        return fitting.subList(Math.max(0, fitting.size() - limit), fitting.size());
    }

    @Override
    public List<Finding> findings(String node, String queue, Boolean open, int limit) {
        checkUp();
        return findings.stream()
                .filter(f -> node == null || f.node().equals(node))
                .filter(f -> queue == null || f.queue().equals(queue))
                .filter(f -> open == null || open == (f.state() != FindingState.CLOSED))
                .sorted(Comparator.comparingLong(Finding::sinceMillis).reversed())
                .limit(limit)
                .toList();
    }

    @Override
    public List<Recommendation> recommendations(RecommendationState state, int limit) {
        checkUp();
        return recommendations.stream()
                .filter(r -> state == null || r.state() == state)
                .limit(limit)
                .toList();
    }

    @Override
    public List<Setting> settings(String node, String queue, int limit) {
        checkUp();
        return settings.stream()
                .filter(s -> node == null || s.node().equals(node))
                .limit(limit)
                .toList();
    }

    @Override
    public List<AppliedSetting> appliedSettings(String node, String queue, int limit) {
        checkUp();
        return applied.stream()
                .filter(a -> node == null || (a.node().equals(node) && Objects.equals(a.queue(), queue)))
                .limit(limit)
                .toList();
    }

    @Override
    public List<Reject> rejects(int limit) {
        checkUp();
        return rejects.stream().limit(limit).toList();
    }

    private void checkUp() {
        if (down) {
            throw new UncheckedIOException(new IOException("http://127.0.0.1:1/query: refused"));
        }
    }
}
