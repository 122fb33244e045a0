// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * The least sojourn time of each 100 ms in which a packet left: a queue whose floor stays above CoDel's target is
 * standing, whatever its bursts do (RFC 8289, section 3.2: the minimum over an INTERVAL of 100 ms).
 *
 * <p>Cells begin at multiples of 100 ms of the caller's clock. A cell in which nothing left has no floor.
 */
public final class SojournFloor {
    /** Width of a cell. */
    public static final long CELL_NANOS = 100_000_000L;

    private final SojournHistogram floors = new SojournHistogram();
    /** First nanosecond after the cell under way. */
    private long endNanos = Long.MIN_VALUE;

    private long floorNanos = Long.MAX_VALUE;

    /** @param nowNanos when the packet left; never goes back */
    public void record(long sojournNanos, long nowNanos) {
        if (nowNanos >= endNanos) {
            closeBefore(nowNanos);
            endNanos = (Math.floorDiv(nowNanos, CELL_NANOS) + 1) * CELL_NANOS;
        }
        floorNanos = Math.min(floorNanos, sojournNanos);
    }

    /** Puts the cell under way into {@link #floors} if it ended at or before {@code nowNanos}. */
    public void closeBefore(long nowNanos) {
        if (floorNanos != Long.MAX_VALUE && nowNanos >= endNanos) {
            floors.record(floorNanos);
            floorNanos = Long.MAX_VALUE;
        }
    }

    /** Floors of the cells closed so far, in nanoseconds. */
    public SojournHistogram floors() {
        return floors;
    }
}
