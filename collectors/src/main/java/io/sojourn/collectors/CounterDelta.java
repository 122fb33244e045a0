// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors;

/**
 * Differences of one running total. The first reading is only a base.
 *
 * <p>A total smaller than the one before was reset: what it shows now was counted since, so that is the difference (a
 * lower bound: what came between the last reading and the reset is lost). A {@linkplain #restart restart}, the counter
 * belonging to a new thing, is the same but known beforehand: a new counter above the old one is found too.
 */
public final class CounterDelta {
    private static final long NONE = -1;

    private long last = NONE;
    private long resets;
    private long restarts;

    /**
     * @param total at least 0
     * @return what was counted since the reading before, at least 0
     */
    public long next(long total) {
        long base = last;
        last = total;
        if (base == NONE) {
            return 0;
        }
        if (total < base) {
            resets++;
            return total;
        }
        return total - base;
    }

    /** The next total is that of a new counter that began at 0. */
    public void restart() {
        if (last != NONE) {
            last = 0;
            restarts++;
        }
    }

    /** How often the total fell. */
    public long resets() {
        return resets;
    }

    public long restarts() {
        return restarts;
    }
}
