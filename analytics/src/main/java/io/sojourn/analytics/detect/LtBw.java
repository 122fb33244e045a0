// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The long-term bandwidth estimator of BBR version 1: two lossy intervals of nearly the same rate mean a policer.
 *
 * <p>Source: Linux net/ipv4/tcp_bbr.c ({@code bbr_lt_bw_sampling}); its loss is counted over delivered packets, 25 %
 * lost over delivered being 20 % lost over sent. Here an interval is one window, whose loss is known, instead of some
 * rounds of one flow.
 *
 * <p>Error: the rate is the mean of two that differ by at most an eighth, so up to 1/16 off. False positives: any full
 * link with enough loss (a flooded FIFO). Misses policed traffic that loses less than the threshold. So it only supports
 * {@link PdCapped}, with the lower threshold {@link #PREFILTER_RATIO}, and never decides.
 */
public final class LtBw {
    /** 50/256 of delivered packets, as in BBR. */
    public static final double BBR_RATIO = 50.0 / 256;
    /** 5 % of delivered packets: a policed present-day sender loses 5 to 18 % at round-trip times up to 20 ms. */
    public static final double PREFILTER_RATIO = 0.05;

    static final double SAME_RATE_RATIO = 1.0 / 8;
    static final double SAME_RATE_BITS_PER_SECOND = 4_000;

    private LtBw() {}

    /**
     * What one interval delivered.
     *
     * @param bitsPerSecond delivered
     * @param lostOverDelivered packets lost over packets delivered
     */
    public record Interval(double bitsPerSecond, double lostOverDelivered) {}

    /**
     * The policed rate in bits a second, from the newest two lossy intervals that agree; empty when none do.
     *
     * @param intervals in time order
     * @param leastRatio {@link #BBR_RATIO} or {@link #PREFILTER_RATIO}
     */
    public static OptionalDouble policedBitsPerSecond(List<Interval> intervals, double leastRatio) {
        double last = 0;
        OptionalDouble policed = OptionalDouble.empty();
        for (Interval interval : intervals) {
            if (interval.lostOverDelivered() < leastRatio || interval.bitsPerSecond() <= 0) {
                continue;
            }
            double rate = interval.bitsPerSecond();
            double difference = Math.abs(rate - last);
            if (last > 0 && (difference <= last * SAME_RATE_RATIO || difference <= SAME_RATE_BITS_PER_SECOND)) {
                policed = OptionalDouble.of((last + rate) / 2);
            }
            last = rate;
        }
        return policed;
    }
}
