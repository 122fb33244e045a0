// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.DropCounts;

/**
 * How much was lost in a horizon, by whatever saw it: the queue's own counters, the trails, the senders' resends. All
 * three see the same losses, so they are never added.
 *
 * @param offeredPackets base of drops; of the trails' losses too
 * @param trailLostPackets packets the trails found lost
 * @param dataPackets base of resends
 */
record LossView(
        long offeredPackets, DropCounts drops, long trailLostPackets, long dataPackets, long retransmittedPackets) {
    /** Fewer losses say nothing about their cause (Flach et al., section 3.1). */
    static final int LEAST_LOSSES = 15;

    static LossView of(Horizon horizon, TrailView trails) {
        return new LossView(
                horizon.offeredPackets(),
                horizon.drops(),
                trails.lostPacketsSince(horizon.startMillis()),
                horizon.dataPackets(),
                horizon.retransmittedPackets());
    }

    double policedRatio() {
        return ratio(drops.policed(), offeredPackets);
    }

    double dropRatio() {
        return ratio(drops.total(), offeredPackets);
    }

    double trailRatio() {
        return ratio(trailLostPackets, Math.max(offeredPackets, dataPackets));
    }

    double retransmitRatio() {
        return ratio(retransmittedPackets, dataPackets);
    }

    /** Packets policed by counters, at least 15 and this share of the offered. */
    boolean policedAbove(double bound) {
        return drops.policed() >= LEAST_LOSSES && policedRatio() >= bound;
    }

    /** Packets lost by trail, at least 15 and this share of the offered. */
    boolean trailAbove(double bound) {
        return trailLostPackets >= LEAST_LOSSES && trailRatio() >= bound;
    }

    /** Anything lost or sent again, by any view, at least 15 packets and this share. */
    boolean anyAbove(double bound) {
        return trailAbove(bound)
                || (drops.total() >= LEAST_LOSSES && dropRatio() >= bound)
                || (retransmittedPackets >= LEAST_LOSSES && retransmitRatio() >= bound);
    }

    /**
     * Whether losses explain the resends. Where most resends answer no loss, packets were reordered or delayed, and
     * trails made from resends say little.
     */
    boolean explainsResends() {
        return 2 * Math.max(trailLostPackets, drops.total()) >= retransmittedPackets;
    }

    /** Whether this queue's own counters claim the trails' losses for a full queue. */
    boolean isOwnTail() {
        return 2 * (drops.tail() + drops.aqm() + drops.limit()) >= trailLostPackets && drops.policed() == 0;
    }

    private static double ratio(long part, long whole) {
        return whole == 0 ? 0 : Math.min(1, (double) part / whole);
    }
}
