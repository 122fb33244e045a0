// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Quantiles;
import io.sojourn.telemetry.Sketch;
import org.jspecify.annotations.Nullable;

/**
 * The percentiles of a window's delays, each sketch walked once.
 *
 * @param rttP90Micros null with fewer than 100 values
 * @param pdv RFC 5481; where no packet's delay variation was measured, that of the sojourn time: its percentiles less its
 *     least. The error is then 1 % of the sojourn time, which is more than 1 % of the variation, and what varies outside the
 *     queue is not in it
 */
record Delays(
        Quantiles sojourn,
        Quantiles rtt,
        @Nullable Double rttP90Micros,
        Quantiles rttLoaded,
        Quantiles ipdv,
        Quantiles pdv) {
    private static final double[] SHARES = {0.5, 0.9, 0.95, 0.99};

    static Delays of(WindowTotal window) {
        Quantiles sojourn = Quantiles.of(window.sketch(Sketches.SOJOURN));
        Sketch rtt = window.sketch(Sketches.RTT);
        double[] values = rtt.quantiles(SHARES);
        return new Delays(
                sojourn,
                rtt.isEmpty() ? Quantiles.NONE : quantiles(rtt, values),
                rtt.isEmpty() ? null : enough(rtt, 10, values[1]),
                Quantiles.of(window.sketch(Sketches.RTT_LOADED)),
                Quantiles.of(window.sketch(Sketches.IPDV)),
                window.sketch(Sketches.PDV).isEmpty()
                        ? aboveLeast(sojourn)
                        : Quantiles.of(window.sketch(Sketches.PDV)));
    }

    /** The median, or the mean where there are too few values for one; null where there is none. */
    static @Nullable Double middle(Sketch sketch, Quantiles quantiles) {
        if (sketch.isEmpty()) {
            return null;
        }
        return quantiles.p50() != null ? quantiles.p50() : (Double) ((double) sketch.sum() / sketch.count());
    }

    private static Quantiles quantiles(Sketch sketch, double[] values) {
        return new Quantiles(
                sketch.count(),
                sketch.min(),
                enough(sketch, 2, values[0]),
                enough(sketch, 20, values[2]),
                enough(sketch, 100, values[3]));
    }

    private static @Nullable Double enough(Sketch sketch, int oneIn, double value) {
        return sketch.count() >= Quantiles.leastCount(oneIn) ? (Double) value : null;
    }

    private static Quantiles aboveLeast(Quantiles delays) {
        Long least = delays.min();
        return least == null
                ? Quantiles.NONE
                : new Quantiles(
                        delays.count(),
                        0L,
                        above(least, delays.p50()),
                        above(least, delays.p95()),
                        above(least, delays.p99()));
    }

    private static @Nullable Double above(double least, @Nullable Double value) {
        return value == null ? null : (Double) (value - least);
    }
}
