// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import java.util.Arrays;

/**
 * Keeps an even selection of the values of an interval: all of them up to a limit, then every second, every fourth and so
 * on. The order does not change the selection, so results repeat. A quantile of n values is off by less than one rank in
 * {@code limit / 2}.
 */
final class MedianSampler {
    private static final int FIRST_CAPACITY = 8;

    private final int limit;
    private long[] values = {};
    private int size;
    private long seen;
    private int stride = 1;

    /** @param limit most values kept, even */
    MedianSampler(int limit) {
        this.limit = limit;
    }

    void add(long value) {
        if (seen++ % stride != 0) {
            return;
        }
        if (size == limit) {
            for (int i = 0; i < limit / 2; i++) {
                values[i] = values[2 * i];
            }
            size = limit / 2;
            stride *= 2;
            if ((seen - 1) % stride != 0) {
                return;
            }
        }
        if (size == values.length) {
            values = Arrays.copyOf(values, Math.min(limit, Math.max(FIRST_CAPACITY, 2 * size)));
        }
        values[size++] = value;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    long value(int index) {
        return values[index];
    }

    /** The lower median; only when not empty. Reorders the values. */
    long median() {
        Arrays.sort(values, 0, size);
        return values[(size - 1) / 2];
    }

    void clear() {
        size = 0;
        seen = 0;
        stride = 1;
    }
}
