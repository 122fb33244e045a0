// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import io.sojourn.console.HealthCheck;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Whether the parts of a process are fine. */
public final class PartMetrics {
    private PartMetrics() {}

    public static void bind(SelfMetrics metrics, Supplier<List<HealthCheck>> health) {
        metrics.gauges(SelfMetric.PART_UP, () -> up(health.get()));
    }

    private static Map<List<String>, Double> up(List<HealthCheck> checks) {
        return checks.stream()
                .collect(Collectors.toMap(check -> List.of(check.name()), check -> check.fine() ? 1.0 : 0.0));
    }
}
