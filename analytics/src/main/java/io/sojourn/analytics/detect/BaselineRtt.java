// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

/**
 * What the delay of a path is without a queue. Two views: an exponential mean that falls at once and rises slowly, for
 * control; and the least of the last ten minutes, for reports. A plain object, so that it can be part of saved state.
 *
 * <p>Source of the first: cake-autorate (alpha 0.001 up, 0.9 down); example: 20 ms, then a sample of 30 gives 20.01,
 * then one of 10 gives 11.001. The second is the windowed minimum of RFC 8289's and BBR's kind, kept a minute at a time,
 * so a minimum is forgotten after nine to ten minutes.
 *
 * <p>Error: a queue that never drains for ten minutes becomes "base", and standing delay is then understated.
 */
public final class BaselineRtt {
    static final double ALPHA_UP = 0.001;
    static final double ALPHA_DOWN = 0.9;
    static final int MINUTES = 10;

    /** In microseconds; 0 before the first sample. */
    public double smoothedMicros;
    /** Minutes since the epoch of each slot; -1 when unused. */
    public long[] minutes = unused();
    /** The least of each slot, in microseconds. */
    public double[] leastMicros = new double[MINUTES];

    private static long[] unused() {
        long[] none = new long[MINUTES];
        java.util.Arrays.fill(none, -1);
        return none;
    }

    /** Takes one delay, above 0. */
    public void add(long atMillis, double delayMicros) {
        double alpha = delayMicros < smoothedMicros ? ALPHA_DOWN : ALPHA_UP;
        smoothedMicros = smoothedMicros == 0 ? delayMicros : smoothedMicros + alpha * (delayMicros - smoothedMicros);
        long minute = atMillis / 60_000;
        int slot = (int) (minute % MINUTES);
        boolean lower = minutes[slot] != minute || delayMicros < leastMicros[slot];
        if (lower) {
            minutes[slot] = minute;
            leastMicros[slot] = delayMicros;
        }
    }

    /** Least delay of the ten minutes up to {@code atMillis}, in microseconds; 0 when there is none. */
    public double baseMicros(long atMillis) {
        long minute = atMillis / 60_000;
        double base = 0;
        for (int slot = 0; slot < MINUTES; slot++) {
            boolean valid = minutes[slot] >= 0 && minutes[slot] > minute - MINUTES && minutes[slot] <= minute;
            if (valid && (base == 0 || leastMicros[slot] < base)) {
                base = leastMicros[slot];
            }
        }
        return base;
    }
}
