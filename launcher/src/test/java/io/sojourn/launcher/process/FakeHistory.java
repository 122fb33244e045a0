// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.history.HistoryReader;
import io.sojourn.history.QueueFilter;
import io.sojourn.history.QueueStatus;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.Incident;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.Measure;
import io.sojourn.telemetry.Prediction;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Setting;
import java.util.List;
import java.util.Optional;

/** A history that knows one recommendation, and perhaps one answer of its node. */
final class FakeHistory implements HistoryReader {
    static final String ID = "n/q@5#1";

    AppliedSetting applied;
    boolean applicable = true;
    List<QueueStatus> queues = List.of();

    List<Measure> evidence = List.of();

    @Override
    public Optional<Recommendation> recommendation(String id) {
        return Optional.of(new Recommendation(
                        1,
                        ID,
                        "n/q@5",
                        "n",
                        "q",
                        Cause.POLICED,
                        RecommendationState.PROPOSED,
                        1,
                        QueueSettings.policer(20_000_000, 625_000, LengthAccounting.ETHERNET),
                        QueueSettings.shaper(20_000_000, 10_000, 83L, LengthAccounting.ETHERNET),
                        applicable,
                        "reason",
                        "rule",
                        new Prediction("twin", null, null, null, null, null),
                        evidence,
                        10,
                        3_600_010,
                        null))
                .filter(recommendation -> recommendation.id().equals(id));
    }

    @Override
    public List<AppliedSetting> appliedSettings(String node, String queue) {
        return applied == null ? List.of() : List.of(applied);
    }

    @Override
    public List<QueueStatus> queues() {
        return queues;
    }

    @Override
    public List<Setting> settings(String node, String queue) {
        return List.of();
    }

    @Override
    public List<QueueWindow> windows(
            String node, String queue, long sizeMillis, long fromMillis, long toMillis, int limit) {
        return List.of();
    }

    @Override
    public List<FlowWindow> flowWindows(
            String node, String queue, long sizeMillis, long fromMillis, long toMillis, int limit) {
        return List.of();
    }

    @Override
    public List<Finding> findings(QueueFilter filter) {
        return List.of();
    }

    @Override
    public List<Recommendation> recommendations(QueueFilter filter) {
        return List.of();
    }

    @Override
    public List<Incident> incidents(QueueFilter filter) {
        return List.of();
    }

    @Override
    public List<Reject> rejects(int limit) {
        return List.of();
    }

    @Override
    public void check() {}

    @Override
    public boolean isCaughtUp() {
        return true;
    }
}
