// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.OutOfRange;
import java.util.List;

/**
 * What the fold is told.
 *
 * @param sizes one entry a size, at least one
 * @param clockToleranceMillis how far the end of a live batch may lie from the time at which the broker took it
 * @param holdBackMillis how long a live node may hold batches back while it can't reach the broker; see {@link ClockRule}
 */
public record FoldRules(List<WindowSize> sizes, long clockToleranceMillis, long holdBackMillis) {
    public FoldRules {
        sizes = List.copyOf(sizes);
        if (sizes.isEmpty()
                || sizes.stream().map(WindowSize::sizeMillis).distinct().count() < sizes.size()) {
            throw new OutOfRange("sizes", sizes, "at least one, each size once");
        }
        if (clockToleranceMillis < 1) {
            throw new OutOfRange("clockToleranceMillis", clockToleranceMillis, "at least 1");
        }
        if (holdBackMillis < 0) {
            throw new OutOfRange("holdBackMillis", holdBackMillis, "at least 0");
        }
    }

    /** Windows of 1 s and 10 s with 2 s of grace and of 1 min with 5 s; clocks within 10 s; 2 min of holding back. */
    public static FoldRules defaults() {
        return new FoldRules(
                List.of(new WindowSize(1_000, 2_000), new WindowSize(10_000, 2_000), new WindowSize(60_000, 5_000)),
                10_000,
                120_000);
    }

    public long longestGraceMillis() {
        return sizes.stream().mapToLong(WindowSize::graceMillis).max().orElse(0);
    }
}
