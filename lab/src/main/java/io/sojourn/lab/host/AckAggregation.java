// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/**
 * How many more segments an acknowledgment may bring at once than the bandwidth explains: room that a window needs where
 * acknowledgments come in bunches.
 *
 * <p>Source: Linux, tcp_bbr.c, "extra_acked": the greatest excess of the last 5 to 10 rounds, at most what the bandwidth
 * carries in 100 ms.
 */
final class AckAggregation {
    private static final int WINDOW_ROUNDS = 5;
    private static final double LIMIT_SECONDS = 0.1;
    private static final double NANOS_PER_SECOND = 1e9;

    private final double[] greatest = new double[2];
    private int current;
    private int rounds;
    private long epochNanos;
    private double epochAcked;

    /** Measuring starts anew, after an idle time. */
    void begin(long nowNanos) {
        epochNanos = nowNanos;
        epochAcked = 0;
    }

    void roundStarts() {
        if (++rounds >= WINDOW_ROUNDS) {
            rounds = 0;
            current = 1 - current;
            greatest[current] = 0;
        }
    }

    /** @param window more than this is not counted */
    void acknowledged(int acked, double segmentsPerSecond, int window, long nowNanos) {
        double expected = segmentsPerSecond * (nowNanos - epochNanos) / NANOS_PER_SECOND;
        if (epochAcked <= Math.floor(expected)) {
            begin(nowNanos);
            expected = 0;
        }
        epochAcked += acked;
        greatest[current] = Math.max(greatest[current], Math.min(window, epochAcked - Math.floor(expected)));
    }

    int segments(double segmentsPerSecond) {
        return (int) Math.min(Math.max(greatest[0], greatest[1]), segmentsPerSecond * LIMIT_SECONDS);
    }
}
