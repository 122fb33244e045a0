// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

/**
 * The formulas behind the advice, all in packets of {@value #PACKET_BYTES} bytes (a full Ethernet frame without FCS).
 * Exact arithmetic; what is estimated are the arguments.
 */
public final class Sizing {
    static final int PACKET_BYTES = 1_514;
    static final int MSS_BYTES = 1_460;

    private Sizing() {}

    /** What a path holds without a queue: rate times round-trip time, in bytes. 20 Mbit/s, 100 ms: 250 000. */
    public static double bdpBytes(double rateBitsPerSecond, double rttMillis) {
        return rateBitsPerSecond * rttMillis / 8e3;
    }

    /** The same in whole packets, rounded down. 250 000 bytes: 165. */
    public static long bdpPackets(double rateBitsPerSecond, double rttMillis) {
        return (long) (bdpBytes(rateBitsPerSecond, rttMillis) / PACKET_BYTES);
    }

    /**
     * Queue that keeps a link full under n long flows that do not move in step: BDP over the square root of n. Source:
     * Appenzeller, Keslassy, McKeown, "Sizing Router Buffers" (SIGCOMM 2004). Below 50 flows they may move in step, and
     * the whole BDP is taken. 165 packets and 100 flows: 17.
     */
    public static long throughputLimitPackets(double rateBitsPerSecond, double rttMillis, long flows) {
        double bdp = bdpBytes(rateBitsPerSecond, rttMillis) / PACKET_BYTES;
        return (long) Math.ceil(flows < 50 ? bdp : bdp / Math.sqrt(flows));
    }

    /**
     * Queue that loses nothing: all that windows let into the network at once. Four windows of 64 512 bytes: 176. On a
     * path that itself holds a BDP that many fewer would do.
     */
    public static long noLossLimitPackets(long flows, double windowBytesPerFlow) {
        return flows * (long) (windowBytesPerFlow / MSS_BYTES);
    }

    /** Round-trip time when windows fill the queue (Little's law). 4 x 64 512 bytes at 19.3 Mbit/s: 106.96 ms. */
    public static double windowFilledRttMillis(double windowBytes, double goodputBitsPerSecond) {
        return windowBytes * 8e3 / goodputBitsPerSecond;
    }

    /** IOS-XE's default queue limit: 50 ms of the rate in packets of 1 500 bytes. 20 Mbit/s: 83. */
    public static long defaultLimitPackets(double rateBitsPerSecond) {
        return (long) (rateBitsPerSecond * 0.050 / 8 / 1_500);
    }

    /** Shaper burst: what the rate gives in 4 ms (IOS-XE's default Tc), at least one packet. 20 Mbit/s: 10 000 bytes. */
    public static long shaperBurstBytes(double rateBitsPerSecond) {
        return Math.max(PACKET_BYTES, Math.round(rateBitsPerSecond * 0.004 / 8));
    }

    /**
     * Policer bucket: rate times round-trip time, at least ten packets and 32 kB, at most a quarter second of the rate.
     * Beyond rate times round-trip time loss grows and goodput does not.
     */
    public static long policerBucketBytes(double rateBitsPerSecond, double rttMillis) {
        double most = rateBitsPerSecond * 0.25 / 8;
        double least = Math.max(10 * PACKET_BYTES, 32_000);
        return Math.round(Math.max(least, Math.min(most, bdpBytes(rateBitsPerSecond, rttMillis))));
    }

    /** CoDel's target (RFC 8289 section 4.4, as CAKE sets it): 5 ms, at least 1.5 packet times. 1 Mbit/s: 18 168 us. */
    public static long targetMicros(double rateBitsPerSecond) {
        return Math.round(Math.max(5_000, 1.5 * PACKET_BYTES * 8e6 / rateBitsPerSecond));
    }

    /**
     * CoDel's interval: the usual round-trip time, 100 ms unless the path is longer, plus what the target is above 5 ms,
     * at least twice the target, at most a second. 1 Mbit/s: 113 168 us; 220 kbit/s: 177 582 us.
     */
    public static long intervalMicros(double rateBitsPerSecond, double rttMillis) {
        long target = targetMicros(rateBitsPerSecond);
        double usual = Math.max(100, rttMillis) * 1e3;
        return Math.round(Math.min(1_000_000, Math.max(usual + target - 5_000, 2.0 * target)));
    }
}
