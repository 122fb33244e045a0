// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Sketch;
import java.util.OptionalDouble;

/**
 * A queue that stands: even its least delay in each 100 ms stays above a target. A burst that drains is good queue and
 * is not counted, which a mean or a maximum would do.
 *
 * <p>Source: RFC 8289 section 3.1 (CoDel's estimator) and 4.4 (no target below one and a half packet times: on a slow
 * link one packet ahead is delay enough). Error: a bucket within 1 % of the threshold may fall on either side.
 *
 * <p>False positives: round-trip times that grow elsewhere (the other direction, a path change, a busy receiver);
 * sojourn times have none of these.
 */
public final class StandingQueue {
    /** RFC 8289's target. */
    static final double SOJOURN_TARGET_MICROS = 5_000;
    /**
     * The target for round-trip times, above their base: three times RFC 8289's. Half of a delayed-acknowledgement
     * timer (40 ms on Linux) passes into the least of 100 ms when few acknowledgements come, and smoothed times of the
     * kernel lag and carry jitter of several milliseconds.
     */
    static final double RTT_TARGET_MICROS = 15_000;

    /** RFC 8289 section 4.4. */
    static final double SOJOURN_PACKET_TIMES = 1.5;
    /**
     * For round-trip times: a sender needs four segments in flight to recover from a loss without a timeout (RFC 5681
     * section 3.2, three duplicate acknowledgements), so a delay of four packet times can't be taken away by any queue.
     */
    static final double RTT_PACKET_TIMES = 4;

    static final int PACKET_BYTES = 1_514;

    private StandingQueue() {}

    /** Time to send one full packet, in microseconds: 606 at 20 Mbit/s, 55 055 at 220 kbit/s. */
    public static double packetMicros(double rateBitsPerSecond) {
        return PACKET_BYTES * 8e6 / rateBitsPerSecond;
    }

    /** Least standing sojourn time, in microseconds. */
    public static double sojournThresholdMicros(double rateBitsPerSecond) {
        return Math.max(SOJOURN_TARGET_MICROS, SOJOURN_PACKET_TIMES * packetMicros(rateBitsPerSecond));
    }

    /** Least standing round-trip time above the base, in microseconds. */
    public static double rttThresholdMicros(double rateBitsPerSecond) {
        return Math.max(RTT_TARGET_MICROS, RTT_PACKET_TIMES * packetMicros(rateBitsPerSecond));
    }

    /**
     * Share of 100 ms buckets whose least delay is above the threshold, 0 to 1; empty without buckets.
     *
     * @param floorsMicros least delay of each 100 ms
     */
    public static OptionalDouble share(Sketch floorsMicros, double thresholdMicros) {
        return floorsMicros.shareAbove(thresholdMicros);
    }
}
