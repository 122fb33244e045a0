// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/**
 * The greatest delivery rate of the last rounds, payload in bits per second.
 *
 * <p>Source: Cardwell and others, BBR (ACM Queue 14.5, 2016); rounds as in Linux: the current one and {@value #ROUNDS}
 * before it. Exact. Only a new rate makes an old one expire.
 */
final class BbrBandwidth {
    private static final int ROUNDS = 10;

    private final double[] greatest = new double[ROUNDS + 1];
    private long round;
    private double max;

    double bitsPerSecond() {
        return max;
    }

    /** @param ofRound ascends */
    void add(double bitsPerSecond, long ofRound) {
        for (; round < ofRound; round++) {
            greatest[slot(round + 1)] = 0;
        }
        greatest[slot(round)] = Math.max(greatest[slot(round)], bitsPerSecond);
        max = 0;
        for (double ofOne : greatest) {
            max = Math.max(max, ofOne);
        }
    }

    private static int slot(long round) {
        return (int) (round % (ROUNDS + 1));
    }
}
