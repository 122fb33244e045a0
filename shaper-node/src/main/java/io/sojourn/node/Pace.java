// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

/** Ties the packets' time to the world's: {@code speed} seconds of the one for each second of the other. */
final class Pace {
    private final NodeClock clock;
    private final double speed;
    private long anchorNodeNanos;
    private long anchorClockNanos;

    /** @param speed 0 for no tie: everything is due at once */
    Pace(NodeClock clock, double speed) {
        this.clock = clock;
        this.speed = speed;
    }

    /** From now on this time of the packets is now. */
    void anchor(long nodeNanos) {
        anchorNodeNanos = nodeNanos;
        anchorClockNanos = clock.nanoTime();
    }

    /** Nanoseconds of the world until a time of the packets; 0 when it has come. */
    long waitNanos(long nodeNanos) {
        if (speed == 0) {
            return 0;
        }
        double dueNanos = (nodeNanos - anchorNodeNanos) / speed;
        return Math.max(0, (long) Math.ceil(dueNanos) - (clock.nanoTime() - anchorClockNanos));
    }

    /** Now, in the packets' time. Means something only while some time is waited for. */
    long nowNanos() {
        return anchorNodeNanos + (long) ((clock.nanoTime() - anchorClockNanos) * speed);
    }
}
