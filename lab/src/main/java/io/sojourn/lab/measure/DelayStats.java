// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import java.util.Arrays;

/**
 * Exact order statistics of delays. The sample of rank {@code ceil(q n)} is the q-quantile.
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
    static DelayStats of(long[] nanos, int count) {
        if (count == 0) {
            return new DelayStats(0, 0, 0, 0, 0, 0, 0);
        }
        Arrays.sort(nanos, 0, count);
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += nanos[i];
        }
        return new DelayStats(
                count,
                nanos[0] / NANOS_PER_MICRO,
                sum / count / NANOS_PER_MICRO,
                ranked(nanos, count, 50),
                ranked(nanos, count, 95),
                ranked(nanos, count, 99),
                nanos[count - 1] / NANOS_PER_MICRO);
    }

    private static double ranked(long[] sorted, int count, int percent) {
        long rank = ((long) count * percent + 99) / 100;
        return sorted[(int) rank - 1] / NANOS_PER_MICRO;
    }
}
