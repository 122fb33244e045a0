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

    static final double RAISE = 0.01;
    static final double CLEAR = 0.005;

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

    /** Of the three views, that which saw most, with a count of at least 15; else 0. */
    double worstRatio() {
        double tail = drops.total() >= LEAST_LOSSES ? dropRatio() : 0;
        double trail = trailLostPackets >= LEAST_LOSSES ? trailRatio() : 0;
        double resent = retransmittedPackets >= LEAST_LOSSES ? retransmitRatio() : 0;
        return Math.max(tail, Math.max(trail, resent));
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
        return worstRatio() >= bound;
    }

    /**
     * Whether losses explain the resends. Where most resends answer no loss, packets were reordered or delayed, and
     * trails made from resends say little.
     */
    boolean explainsResends() {
        return 2 * lostPackets() >= retransmittedPackets;
    }

    /** Packets known to be lost, by whichever of queue and trail saw more; resends are not counted as such. */
    long lostPackets() {
        return Math.max(trailLostPackets, drops.total());
    }

    /**
     * Packets lost on the path that this queue did not drop: by trail, unless the queue's own drops make up half of it or
     * more; else what was sent again beyond the drops, which misses a loss that nobody mended.
     */
    long elsewherePackets() {
        return isTrailFromElsewhere() ? trailLostPackets : Math.max(0, retransmittedPackets - drops.total());
    }

    /** Whether the trail tells of losses that this queue did not count itself. */
    boolean isTrailFromElsewhere() {
        return trailLostPackets > 0 && 2 * drops.total() < trailLostPackets;
    }

    /** Of the packets offered or of the data packets, whichever are more. */
    double elsewhereRatio() {
        return ratio(elsewherePackets(), isTrailFromElsewhere() ? Math.max(offeredPackets, dataPackets) : dataPackets);
    }

    /** Whether this queue's own counters claim the trails' losses for a full queue. */
    boolean isOwnTail() {
        return 2 * (drops.tail() + drops.aqm() + drops.limit()) >= trailLostPackets && drops.policed() == 0;
    }

    private static double ratio(long part, long whole) {
        return whole == 0 ? 0 : Math.min(1, (double) part / whole);
    }
}
