// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import java.util.Arrays;

/** A growing list of delays. */
final class Delays {
    private long[] nanos = new long[1024];
    private int count;

    void add(long value) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, count * 2);
        }
        nanos[count++] = value;
    }

    void addAll(Delays other) {
        for (int i = 0; i < other.count; i++) {
            add(other.nanos[i]);
        }
    }

    DelayStats stats() {
        return DelayStats.of(nanos, count);
    }
}
