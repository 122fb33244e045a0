// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import java.util.Arrays;

/** What came in each step, added up. */
public final class Sums {
    private final Steps steps;
    private final long[] sums;

    Sums(Steps steps) {
        this.steps = steps;
        this.sums = new long[steps.count()];
    }

    void add(long amount, long nowNanos) {
        int step = steps.at(nowNanos);
        if (step >= 0 && step < sums.length) {
            sums[step] += amount;
        }
    }

    public Steps steps() {
        return steps;
    }

    public long sum(int step) {
        return sums[step];
    }

    /** Of all steps. */
    public long total() {
        return Arrays.stream(sums).sum();
    }
}
