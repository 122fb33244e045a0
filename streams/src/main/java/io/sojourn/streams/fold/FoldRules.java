// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.OutOfRange;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the fold is told.
 *
 * @param sizes ascending from {@link WindowSize#SECOND_MILLIS}, each a multiple of the one before, graces not decreasing
 * @param clockToleranceMillis how far the end of a live batch may lie from the time at which the broker took it
 * @param holdBackMillis how long a live node may hold batches back while it can't reach the broker; see {@link ClockRule}
 */
public record FoldRules(List<WindowSize> sizes, long clockToleranceMillis, long holdBackMillis) {
    public FoldRules {
        sizes = List.copyOf(sizes);
        if (sizes.isEmpty() || sizes.get(0).sizeMillis() != WindowSize.SECOND_MILLIS) {
            throw new OutOfRange("sizes", sizes, "ascending, the first of " + WindowSize.SECOND_MILLIS + " ms");
        }
        for (int i = 1; i < sizes.size(); i++) {
            checkStep(sizes.get(i - 1), sizes.get(i));
        }
        if (clockToleranceMillis < 1) {
            throw new OutOfRange("clockToleranceMillis", clockToleranceMillis, "at least 1");
        }
        if (holdBackMillis < 0) {
            throw new OutOfRange("holdBackMillis", holdBackMillis, "at least 0");
        }
    }

    private static void checkStep(WindowSize smaller, WindowSize larger) {
        if (larger.sizeMillis() <= smaller.sizeMillis() || larger.sizeMillis() % smaller.sizeMillis() != 0) {
            throw new OutOfRange("sizeMillis", larger.sizeMillis(), "a multiple of " + smaller.sizeMillis());
        }
        if (larger.graceMillis() < smaller.graceMillis()) {
            throw new OutOfRange(
                    "graceMillis of " + larger.sizeMillis() + " ms",
                    larger.graceMillis(),
                    "at least that of " + smaller.sizeMillis() + " ms, " + smaller.graceMillis()
                            + ": a window is made of smaller ones that have closed");
        }
    }

    /**
     * Windows of 1 s and 10 s with 2 s of grace, of 1 min with 5 s, of 5 min with 10 s, of 1 h with 30 s; clocks within 10 s;
     * 2 min of holding back.
     */
    public static FoldRules defaults() {
        return new FoldRules(
                List.of(
                        new WindowSize(1_000, 2_000),
                        new WindowSize(10_000, 2_000),
                        new WindowSize(60_000, 5_000),
                        new WindowSize(300_000, 10_000),
                        new WindowSize(3_600_000, 30_000)),
                10_000,
                120_000);
    }

    /** The same with so much more grace. */
    public FoldRules waiting(long millis) {
        List<WindowSize> longer = sizes.stream()
                .map(size -> new WindowSize(size.sizeMillis(), size.graceMillis() + millis))
                .toList();
        return new FoldRules(longer, clockToleranceMillis, holdBackMillis);
    }

    public long longestGraceMillis() {
        return sizes.get(sizes.size() - 1).graceMillis();
    }

    /** The size of so many milliseconds, if there is one. */
    public Optional<WindowSize> size(long sizeMillis) {
        return sizes.stream().filter(size -> size.sizeMillis() == sizeMillis).findFirst();
    }

    /** The size whose open windows need the batches of their seconds after a restart: seconds are not kept. */
    public WindowSize needingBatches() {
        return sizes.get(Math.min(1, sizes.size() - 1));
    }

    /** The size that is made of windows of this size; null for the largest. */
    public @Nullable WindowSize above(WindowSize size) {
        int next = sizes.indexOf(size) + 1;
        return next < sizes.size() ? sizes.get(next) : null;
    }
}
