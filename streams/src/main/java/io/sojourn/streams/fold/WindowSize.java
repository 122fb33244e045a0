// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.OutOfRange;

/**
 * One size of window and how long it waits for late samples. Windows tumble: a start is a multiple of the size.
 *
 * @param sizeMillis 1 000 to 3 600 000
 * @param graceMillis how far the node's time must pass the end before the window closes, 0 to 3 600 000
 */
public record WindowSize(long sizeMillis, long graceMillis) {
    /** The finest: what samples are folded into. */
    public static final long SECOND_MILLIS = 1_000;

    private static final long HOUR_MILLIS = 3_600_000;

    public WindowSize {
        if (sizeMillis < SECOND_MILLIS || sizeMillis > HOUR_MILLIS) {
            throw new OutOfRange("sizeMillis", sizeMillis, "from 1000 to " + HOUR_MILLIS);
        }
        if (graceMillis < 0 || graceMillis > HOUR_MILLIS) {
            throw new OutOfRange("graceMillis", graceMillis, "from 0 to " + HOUR_MILLIS);
        }
    }

    /** Start of the window that holds an instant. */
    public long startOf(long millis) {
        return millis - Math.floorMod(millis, sizeMillis);
    }

    /** The node time at which the window closes: its end plus the grace. */
    public long closingMillis(long startMillis) {
        return startMillis + sizeMillis + graceMillis;
    }
}
