// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import java.util.Arrays;

/** The least and the greatest value of each step: no peak is lost, however many values come. */
public final class Envelope {
    private static final long NOTHING = Long.MIN_VALUE;

    private final Steps steps;
    private final long[] least;
    private final long[] greatest;

    Envelope(Steps steps) {
        this.steps = steps;
        this.least = new long[steps.count()];
        this.greatest = new long[steps.count()];
        Arrays.fill(greatest, NOTHING);
    }

    void add(long value, long nowNanos) {
        put(value, steps.at(nowNanos));
    }

    /** @param step may be outside: nothing is kept then */
    void put(long value, int step) {
        if (step < 0 || step >= steps.count()) {
            return;
        }
        least[step] = isEmpty(step) ? value : Math.min(least[step], value);
        greatest[step] = Math.max(greatest[step], value);
    }

    public Steps steps() {
        return steps;
    }

    /** No value came in this step. */
    public boolean isEmpty(int step) {
        return greatest[step] == NOTHING;
    }

    /** Of a step that is not empty. */
    public long least(int step) {
        return least[step];
    }

    /** Of a step that is not empty. */
    public long greatest(int step) {
        return greatest[step];
    }

    /** Greatest of all; 0 when there is no value. */
    public long peak() {
        long peak = Arrays.stream(greatest).max().orElse(NOTHING);
        return peak == NOTHING ? 0 : peak;
    }
}
