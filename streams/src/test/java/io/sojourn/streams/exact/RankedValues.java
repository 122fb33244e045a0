// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.Quantiles;
import io.sojourn.telemetry.Sketch;
import java.util.Arrays;

/** The values of a sketch in ascending order, each as near as its bin tells: the middle of a bin of 1 %. */
final class RankedValues {
    private static final double GAMMA = 1.01 / 0.99;

    private final Sketch sketch;

    /** Each as often as it was seen. */
    private final double[] bins;

    RankedValues(Sketch sketch) {
        this.sketch = sketch;
        bins = new double[Math.toIntExact(sketch.count())];
        int next = Math.toIntExact(sketch.zeros());
        for (var bin : sketch.bins()) {
            int end = next + Math.toIntExact(bin.count());
            Arrays.fill(bins, next, end, 2 * Math.pow(GAMMA, bin.index()) / (GAMMA + 1));
            next = end;
        }
    }

    long count() {
        return bins.length;
    }

    /** @param rank from 0 on */
    double at(long rank) {
        return clamped(bins[Math.toIntExact(rank)]);
    }

    private double clamped(double value) {
        return Math.max(sketch.min(), Math.min(sketch.max(), value));
    }

    /** The percentile by the rank below; null with fewer values than it needs. */
    Double percentile(int percent, long leastCount) {
        return count() < leastCount ? null : (Double) at(percent * (count() - 1) / 100);
    }

    /** Each needs ten values above it. */
    Quantiles percentiles() {
        return new Quantiles(
                count(),
                count() == 0 ? null : (Long) sketch.min(),
                percentile(50, 20),
                percentile(95, 200),
                percentile(99, 1_000));
    }

    long countAbove(double bound) {
        return Arrays.stream(bins).filter(value -> value > bound).count();
    }

    double meanOfLower(int percent) {
        return Arrays.stream(bins)
                .limit(count() * percent / 100)
                .map(this::clamped)
                .average()
                .orElseThrow();
    }
}
