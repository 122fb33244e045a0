// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.Quantiles;
import io.sojourn.telemetry.Sketch;
import org.jspecify.annotations.Nullable;

/**
 * A delay of one window, as it is shown. Percentiles are at most 1 % off and stand only when enough values lie above them
 * ({@link Quantiles}); where one is null, {@code count} says why.
 *
 * @param count values seen, at least 1
 * @param minMicros least of them
 * @param meanMicros their mean
 * @param shownMicros the highest percentile up to the 95th that stands, or the mean when none does
 * @param shownAs which: p95, p50 or mean
 * @param baseMicros least of the window: what remains without waiting; null when it was not seen
 */
record Delay(
        long count,
        long minMicros,
        double meanMicros,
        @Nullable Double p50Micros,
        @Nullable Double p95Micros,
        @Nullable Double p99Micros,
        double shownMicros,
        String shownAs,
        @Nullable Double baseMicros) {
    /** Null when there are no values: "no data". */
    static @Nullable Delay of(Sketch values, Sketch floor) {
        if (values.isEmpty()) {
            return null;
        }
        Quantiles q = Quantiles.of(values);
        double mean = Math.rint((double) values.sum() / values.count());
        @Nullable Double p50 = rounded(q.p50());
        @Nullable Double p95 = rounded(q.p95());
        return new Delay(
                values.count(),
                values.min(),
                mean,
                p50,
                p95,
                rounded(q.p99()),
                p95 != null ? p95 : p50 != null ? p50 : mean,
                p95 != null ? "p95" : p50 != null ? "p50" : "mean",
                floor.isEmpty() ? null : (double) floor.min());
    }

    /** To the microsecond: the sketch is no finer. */
    private static @Nullable Double rounded(@Nullable Double micros) {
        return micros == null ? null : Math.rint(micros);
    }
}
