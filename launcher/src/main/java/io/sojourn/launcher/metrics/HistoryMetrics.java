// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import io.sojourn.history.History;

/** What the writer of the store tells of itself. */
public final class HistoryMetrics {
    private HistoryMetrics() {}

    public static void bind(SelfMetrics metrics, History history) {
        metrics.count(SelfMetric.HISTORY_POINTS, () -> history.counters().writtenPoints());
        metrics.count(SelfMetric.HISTORY_RETRIES, () -> history.counters().retries());
        metrics.count(SelfMetric.HISTORY_REJECTED, () -> history.counters().rejected());
        metrics.count(SelfMetric.HISTORY_EXPIRED, () -> history.counters().expired());
        metrics.gauge(
                SelfMetric.HISTORY_WAITING, () -> (double) history.counters().waiting());
        metrics.kafka(history::kafkaMetrics);
    }
}
