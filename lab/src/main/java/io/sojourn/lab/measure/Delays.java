// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import io.sojourn.engine.SojournHistogram;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Delays: each by itself up to {@value #EXACT}, in a histogram from then on, so that a long run takes no more memory. */
final class Delays {
    /** 1 MB. */
    static final int EXACT = 1 << 17;

    private static final long[] NONE = {};
    private static final int FIRST_CAPACITY = 64;

    private long[] nanos = NONE;
    private int count;
    /** All of them, when they are too many for the list. */
    private @Nullable SojournHistogram many;

    void add(long value) {
        if (many == null && count == EXACT) {
            many = histogram();
            nanos = NONE;
        }
        if (many != null) {
            many.record(value);
            return;
        }
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, Math.max(FIRST_CAPACITY, count * 2));
        }
        nanos[count++] = value;
    }

    private SojournHistogram histogram() {
        SojournHistogram histogram = new SojournHistogram();
        for (int i = 0; i < count; i++) {
            histogram.record(nanos[i]);
        }
        return histogram;
    }

    DelayStats stats() {
        return stats(List.of(this));
    }

    /** Of the delays of all together. */
    static DelayStats stats(List<Delays> all) {
        long total = all.stream().mapToLong(Delays::count).sum();
        return total <= EXACT
                ? DelayStats.ofSamples(together(all, (int) total))
                : DelayStats.ofHistograms(all.stream()
                        .map(delays -> delays.many == null ? delays.histogram() : delays.many)
                        .toList());
    }

    /** Room for delays that are kept each by itself. */
    int kept() {
        return nanos.length;
    }

    private long count() {
        return many == null ? count : many.count();
    }

    private static long[] together(List<Delays> all, int total) {
        long[] samples = new long[total];
        int end = 0;
        for (Delays delays : all) {
            System.arraycopy(delays.nanos, 0, samples, end, delays.count);
            end += delays.count;
        }
        return samples;
    }
}
