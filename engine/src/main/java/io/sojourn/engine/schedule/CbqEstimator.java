// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

/**
 * Tells whether a class has sent more than its share of the link lately: the average of its idle time, that is of the
 * gap between the ends of two packets less the time that the packet takes at the class' own rate.
 *
 * <p>Source: S. Floyd and V. Jacobson, "Link-sharing and resource management models for packet networks" (IEEE/ACM
 * ToN 3(4), 1995), appendix; ALTQ, altq_rmclass.c, rmc_update_class_util; pf's cbq_compute_idletime for the constants.
 *
 * <pre>
 * f = class rate / link rate, ptime = packet / link rate, cptime = ptime (1 - f) / f, g = 1 - 2^-5
 * maxidle = ptime max((1/f - 1) (1 - g^maxburst) / g^maxburst, 1 - g)
 * offtime = cptime (1 + 1/(1 - g) (1 - g^(minburst-1)) / g^(minburst-1))
 * minidle = - packet / class rate
 * avgidle = g avgidle + (1 - g) idle, from minidle to maxidle; over the limit while not above 0
 * </pre>
 *
 * <p>Example: link 10 Mbit/s, class 2, packets of 1500 bytes: cptime 4.8 ms, maxidle 3.177 ms, offtime 9.755 ms.
 *
 * <p>Error: times are whole nanoseconds and the average is kept in 32nds of one, rounded down: less than 2 ns a packet.
 */
final class CbqEstimator {
    /** The filter's gain is two to minus this (RM_FILTER_GAIN). */
    static final int FILTER_GAIN = 5;

    private static final double GAIN = 1.0 / (1 << FILTER_GAIN);
    private static final long UNDER = Long.MIN_VALUE;
    private static final long NANOBITS_PER_BYTE = 8_000_000_000L;
    /** Longest packet that is counted in full, 256 MB: its nanobits do not overflow. */
    private static final int LENGTH_LIMIT_BYTES = 1 << 28;
    /** Longer cptime than this, and a class may send 4 packets at once instead of 16. */
    private static final double SLOW_NANOS = 10_000_000.0;

    private final long rate;
    private final long maxIdle;
    private final long minIdle;
    private final long offNanos;

    /** Average idle time in 32nds of a nanosecond; so are its bounds. */
    private long averageIdle;

    private long endNanos;
    private long lastPacketNanos;
    private long undertimeNanos = UNDER;
    private boolean isSuspended;

    /**
     * A class that has been idle.
     *
     * @param maxBurst packets that it may then send at once; 0 takes {@link #usualMaxBurst}
     * @param minBurst packets that it sends at once when it is kept at its rate
     */
    CbqEstimator(long rate, long linkRate, int packetBytes, int maxBurst, int minBurst, long nowNanos) {
        this.rate = rate;
        double f = (double) rate / linkRate;
        double ptime = packetNanos(packetBytes, linkRate);
        double cptime = ptime * (1 - f) / f;
        int most = maxBurst > 0 ? maxBurst : usualMaxBurst(rate, linkRate, packetBytes);
        double gainOfMost = Math.pow(1 - GAIN, most);
        double gainOfLeast = Math.pow(1 - GAIN, Math.min(minBurst, most) - 1);
        double maxIdleNanos = ptime * Math.max((1 / f - 1) * (1 - gainOfMost) / gainOfMost, GAIN);
        maxIdle = Math.round(maxIdleNanos / GAIN);
        offNanos = Math.round(cptime * (1 + (1 - gainOfLeast) / gainOfLeast / GAIN));
        minIdle = -(packetNanos(packetBytes, rate) << FILTER_GAIN);
        averageIdle = maxIdle;
        endNanos = nowNanos;
    }

    /** 16 packets, or 4 of a class whose packets come more than 10 ms apart (pf's cbq_compute_idletime). */
    static int usualMaxBurst(long rate, long linkRate, int packetBytes) {
        double f = (double) rate / linkRate;
        return packetNanos(packetBytes, linkRate) * (1 - f) / f > SLOW_NANOS ? 4 : 16;
    }

    /** A packet of the class, or of one below it, occupies the link from start to end. */
    void sent(int lengthBytes, long startNanos, long linkEndNanos) {
        long packetNanos = packetNanos(lengthBytes, rate);
        long idleNanos = linkEndNanos - endNanos - packetNanos;
        averageIdle += idleNanos - (averageIdle >> FILTER_GAIN);
        // "need some lower bound for avgidle, otherwise a borrowing class gets unbounded penalty" (ALTQ).
        averageIdle = Math.max(minIdle, Math.min(maxIdle, averageIdle));
        // The idle time that would bring the average to 0, a packet later.
        undertimeNanos = averageIdle > 0
                ? UNDER
                : startNanos + packetNanos + (((1 - (1 << FILTER_GAIN)) * averageIdle) >> FILTER_GAIN);
        endNanos = linkEndNanos;
        lastPacketNanos = packetNanos;
        isSuspended = false;
    }

    boolean isUnderLimit(long nowNanos) {
        return undertimeNanos <= nowNanos;
    }

    /** The class is over its limit and nobody lends: it stays so for offtime instead of a packet's time, once. */
    void suspend() {
        if (!isSuspended) {
            isSuspended = true;
            undertimeNanos += Math.max(0, offNanos - lastPacketNanos);
        }
    }

    /** First time at which it is under its limit; meaningful while it is not. */
    long undertimeNanos() {
        return undertimeNanos;
    }

    /** Goes on from where the estimator of an earlier setting was. */
    void inherit(CbqEstimator before) {
        averageIdle = Math.max(minIdle, Math.min(maxIdle, before.averageIdle));
        endNanos = before.endNanos;
        lastPacketNanos = before.lastPacketNanos;
        undertimeNanos = before.undertimeNanos;
        isSuspended = before.isSuspended;
    }

    long maxIdleNanos() {
        return maxIdle >> FILTER_GAIN;
    }

    long offNanos() {
        return offNanos;
    }

    /** Time of a packet at a rate, rounded down. */
    static long packetNanos(int lengthBytes, long rate) {
        return Math.min(lengthBytes, LENGTH_LIMIT_BYTES) * NANOBITS_PER_BYTE / rate;
    }
}
