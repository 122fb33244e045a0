// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import io.sojourn.engine.SojournHistogram;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Order statistics of delays. The sample of rank {@code ceil(q n)} is the q-quantile.
 *
 * <p>Error: exact up to {@value Delays#EXACT} samples; of more, the quantiles are at most 0.4 % off and the rest is exact
 * ({@link SojournHistogram}; samples above 18 minutes count as that).
 *
 * @param count samples; the rest is 0 when it is
 * @param minMicros least
 * @param meanMicros arithmetic mean
 * @param maxMicros greatest
 */
public record DelayStats(
        long count,
        double minMicros,
        double meanMicros,
        double p50Micros,
        double p95Micros,
        double p99Micros,
        double maxMicros) {
    private static final double NANOS_PER_MICRO = 1e3;

    /** Sorts the samples in place. */
    static DelayStats ofSamples(long[] nanos) {
        int count = nanos.length;
        if (count == 0) {
            return new DelayStats(0, 0, 0, 0, 0, 0, 0);
        }
        Arrays.sort(nanos);
        return new DelayStats(
                count,
                nanos[0] / NANOS_PER_MICRO,
                Arrays.stream(nanos).sum() / (double) count / NANOS_PER_MICRO,
                nanos[(int) rank(count, 50) - 1] / NANOS_PER_MICRO,
                nanos[(int) rank(count, 95) - 1] / NANOS_PER_MICRO,
                nanos[(int) rank(count, 99) - 1] / NANOS_PER_MICRO,
                nanos[count - 1] / NANOS_PER_MICRO);
    }

    /** At least one of them holds something. */
    static DelayStats ofHistograms(List<SojournHistogram> histograms) {
        TreeMap<Long, Long> counts = new TreeMap<>();
        histograms.forEach(histogram -> histogram.forEach((nanos, count) -> counts.merge(nanos, count, Long::sum)));
        long count = histograms.stream().mapToLong(SojournHistogram::count).sum();
        double sumNanos = histograms.stream().mapToDouble(SojournHistogram::sum).sum();
        return new DelayStats(
                count,
                histograms.stream().mapToLong(SojournHistogram::min).min().orElse(0) / NANOS_PER_MICRO,
                sumNanos / count / NANOS_PER_MICRO,
                ranked(counts, rank(count, 50)) / NANOS_PER_MICRO,
                ranked(counts, rank(count, 95)) / NANOS_PER_MICRO,
                ranked(counts, rank(count, 99)) / NANOS_PER_MICRO,
                histograms.stream().mapToLong(SojournHistogram::max).max().orElse(0) / NANOS_PER_MICRO);
    }

    private static long rank(long count, int percent) {
        return (count * percent + 99) / 100;
    }

    private static long ranked(TreeMap<Long, Long> counts, long rank) {
        long passed = 0;
        for (var bucket : counts.entrySet()) {
            passed += bucket.getValue();
            if (passed >= rank) {
                return bucket.getKey();
            }
        }
        return counts.lastKey();
    }
}
