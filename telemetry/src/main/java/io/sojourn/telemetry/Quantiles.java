// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * Percentiles of a {@link Sketch}, at most 1 % off, in the unit of its values.
 *
 * <p>A percentile stands only when at least {@value #LEAST_ABOVE} values lie above it: p50 from 20 values on, p95 from 200,
 * p99 from 1 000. Below that it is null; {@code count} says why.
 *
 * @param count values that were seen
 * @param min the least of them, exact; null when there is none
 */
public record Quantiles(
        long count,
        @Nullable Long min,
        @Nullable Double p50,
        @Nullable Double p95,
        @Nullable Double p99) {
    /** Fewer values above a percentile make it a matter of chance. */
    public static final int LEAST_ABOVE = 10;

    private static final double[] MEDIAN_AND_TAIL = {0.5, 0.95, 0.99};

    public static final Quantiles NONE = new Quantiles(0, null, null, null, null);

    public static Quantiles of(Sketch sketch) {
        if (sketch.isEmpty()) {
            return NONE;
        }
        if (sketch.count() < leastCount(2)) {
            return new Quantiles(sketch.count(), sketch.min(), null, null, null);
        }
        double[] values = sketch.quantiles(MEDIAN_AND_TAIL);
        return new Quantiles(
                sketch.count(),
                sketch.min(),
                values[0],
                sketch.count() >= leastCount(20) ? (Double) values[1] : null,
                sketch.count() >= leastCount(100) ? (Double) values[2] : null);
    }

    /** How many values there must be for the percentile with one in so many above it. */
    public static long leastCount(int oneIn) {
        return (long) LEAST_ABOVE * oneIn;
    }
}
