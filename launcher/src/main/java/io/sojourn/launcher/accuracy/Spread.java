// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles of a few values, by nearest rank: the least value that at least the share of all values does not exceed.
 * Exact; null, "no data", when there is no value.
 */
public record Spread(
        int count,
        @Nullable Double p50,
        @Nullable Double p90,
        @Nullable Double p95) {
    static Spread of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return new Spread(sorted.size(), at(sorted, 50), at(sorted, 90), at(sorted, 95));
    }

    private static @Nullable Double at(List<Double> sorted, int percent) {
        return sorted.isEmpty() ? null : sorted.get((sorted.size() * percent + 99) / 100 - 1);
    }
}
