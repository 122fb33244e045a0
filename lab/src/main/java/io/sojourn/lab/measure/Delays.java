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
        if (count + other.count > nanos.length) {
            nanos = Arrays.copyOf(nanos, count + other.count);
        }
        System.arraycopy(other.nanos, 0, nanos, count, other.count);
        count += other.count;
    }

    DelayStats stats() {
        return DelayStats.of(nanos, count);
    }
}
