// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import java.util.SplittableRandom;

/** The pacing gains by which BBR asks for more, gives back what it queued, and then holds the rate for six phases. */
final class BbrCycle {
    private static final double[] GAINS = {5.0 / 4, 3.0 / 4, 1, 1, 1, 1, 1, 1};

    private final SplittableRandom random;
    private int phase;
    private long startNanos;

    BbrCycle(SplittableRandom random) {
        this.random = random;
    }

    /** Begins in any phase but the one that gives back. */
    void begin(long nowNanos) {
        phase = GAINS.length - 1 - random.nextInt(GAINS.length - 1);
        advance(nowNanos);
    }

    void advance(long nowNanos) {
        phase = (phase + 1) % GAINS.length;
        startNanos = nowNanos;
    }

    double gain() {
        return GAINS[phase];
    }

    boolean isProbing() {
        return phase == 0;
    }

    long lastedNanos(long nowNanos) {
        return nowNanos - startNanos;
    }
}
