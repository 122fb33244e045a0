// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.Sketch;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A delay of one window, as it is shown.
 *
 * @param count values behind the percentiles, at least 1
 * @param p50Micros median, at most 1 % off ({@link Sketch})
 * @param p95Micros 95th percentile, at most 1 % off
 * @param baseMicros least of the window: what remains without waiting; null when it was not seen
 */
record Delay(
        long count,
        double p50Micros,
        double p95Micros,
        @Nullable Double baseMicros) {
    /** Null when there are no values: "no data". */
    static @Nullable Delay of(Sketch values, Sketch floor) {
        OptionalDouble p50 = values.quantile(0.5);
        OptionalDouble p95 = values.quantile(0.95);
        if (p50.isEmpty() || p95.isEmpty()) {
            return null;
        }
        @Nullable Double base = floor.isEmpty() ? null : (double) floor.min();
        return new Delay(values.count(), rounded(p50), rounded(p95), base);
    }

    /** To the microsecond: the sketch is no finer. */
    private static double rounded(OptionalDouble micros) {
        return Math.rint(micros.orElseThrow());
    }
}
