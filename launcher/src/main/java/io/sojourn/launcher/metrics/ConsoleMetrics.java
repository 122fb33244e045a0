// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import io.sojourn.console.Console;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the console tells of itself. */
public final class ConsoleMetrics {
    private ConsoleMetrics() {}

    public static void bind(SelfMetrics metrics, Console console) {
        metrics.counts(SelfMetric.CONSOLE_REQUESTS, () -> byStatus(console.requests()));
    }

    private static Map<List<String>, Long> byStatus(Map<String, Long> requests) {
        return requests.entrySet().stream()
                .collect(Collectors.toMap(row -> List.of(row.getKey()), Map.Entry::getValue));
    }
}
