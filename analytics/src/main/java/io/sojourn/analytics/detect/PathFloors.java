// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import java.util.Arrays;

/**
 * The floors of the round-trip time (5th percentile of ten seconds) at low load, newest last: what the path takes without
 * a queue. A step that three floors in a row confirm is a change of path. A plain object, so that it can be part of saved
 * state.
 *
 * <p>Example: 20 ms three times, then 32 ms three times: a step of 12 ms, where 5 ms (or a fifth, 4 ms) is one.
 *
 * <p>Error: a change shows 30 s of low load after it; of two within that time only one shows.
 */
public final class PathFloors {
    /** Floors on either side of a step. */
    static final int SIDE = 3;
    /** Least step, and its least share of the floor before. */
    static final double STEP_MICROS = 5_000;

    static final double STEP_RATIO = 0.2;

    /** In microseconds; 0 where there is none yet. */
    public double[] floorsMicros = new double[2 * SIDE];
    /** When the last step was found; 0 for never. */
    public long steppedMillis;

    public double beforeMicros;
    public double afterMicros;

    /** Takes a floor above 0; whether it confirms a step. */
    boolean add(long atMillis, double floorMicros) {
        System.arraycopy(floorsMicros, 1, floorsMicros, 0, floorsMicros.length - 1);
        floorsMicros[floorsMicros.length - 1] = floorMicros;
        double before = median(Arrays.copyOfRange(floorsMicros, 0, SIDE));
        double[] after = Arrays.copyOfRange(floorsMicros, SIDE, 2 * SIDE);
        boolean up = Arrays.stream(after).allMatch(floor -> floor - before >= step(before));
        boolean down = Arrays.stream(after).allMatch(floor -> before - floor >= step(before));
        if (floorsMicros[0] == 0 || !(up || down)) {
            return false;
        }
        steppedMillis = atMillis;
        beforeMicros = before;
        afterMicros = median(after);
        Arrays.fill(floorsMicros, 0, SIDE, 0);
        return true;
    }

    /** Whether there were floors enough to see a step. */
    boolean isKnown() {
        return floorsMicros[0] > 0 || steppedMillis > 0;
    }

    /** The last step over the least that is one. */
    double stepRatio() {
        return Math.abs(afterMicros - beforeMicros) / step(beforeMicros);
    }

    private static double step(double before) {
        return Math.max(STEP_MICROS, STEP_RATIO * before);
    }

    private static double median(double[] three) {
        Arrays.sort(three);
        return three[three.length / 2];
    }
}
