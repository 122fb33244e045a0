// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

/** Whole numbers from {@code low} to {@code high}, both included. */
public record Range(int low, int high) {
    public Range {
        if (low > high) {
            throw new IllegalArgumentException("low=" + low + " is above high=" + high);
        }
    }

    public static Range of(int value) {
        return new Range(value, value);
    }

    boolean covers(Range other) {
        return low <= other.low && high >= other.high;
    }
}
