// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import org.jspecify.annotations.Nullable;

/**
 * How near an application is to what it needs: 100 where the network is as good as it can use, 0 where it is of no use.
 *
 * <p>Source: draft-ietf-ippm-qoo-10. With the requirement for optimal performance (ROP) and the condition at the point of
 * unacceptable performance (CPUP), a measured value M meets {@code clamp(0, 1, 1 - (M - ROP) / (CPUP - ROP))}; the score is
 * 100 times the least of that of latency and that of loss. Example: 350 ms with ROP 200 and CPUP 500 make 50. The profiles
 * are those of LibreQoS ({@code qoo_profiles.json}), one percentile each: web has the 90th, the others the 95th.
 *
 * <p>The draft's third term, throughput, is left out: what was sent is not what could have been. Loss is the share of data
 * segments sent again where that was seen, else the share of packets that this queue dropped. Error: resends count more than
 * what was lost (spurious ones), drops less (loss elsewhere); latency is 1 % off by the sketch, at most 2 points of a score.
 */
enum QualityOfOutcome {
    WEB(50_000, 150_000, 0.005, 0.01),
    VIDEO_CALL(50_000, 100_000, 0.001, 0.005),
    STREAMING(50_000, 100_000, 0.001, 0.01);

    private final double optimalMicros;
    private final double unacceptableMicros;
    private final double optimalLossRatio;
    private final double unacceptableLossRatio;

    QualityOfOutcome(
            double optimalMicros, double unacceptableMicros, double optimalLossRatio, double unacceptableLossRatio) {
        this.optimalMicros = optimalMicros;
        this.unacceptableMicros = unacceptableMicros;
        this.optimalLossRatio = optimalLossRatio;
        this.unacceptableLossRatio = unacceptableLossRatio;
    }

    /**
     * 0 to 100; null when either is not known.
     *
     * @param rttMicros the profile's percentile of round-trip times, null with too few of them
     */
    @Nullable
    Double score(@Nullable Double rttMicros, @Nullable Double lossRatio) {
        if (rttMicros == null || lossRatio == null) {
            return null;
        }
        return 100
                * Math.min(
                        met(rttMicros, optimalMicros, unacceptableMicros),
                        met(lossRatio, optimalLossRatio, unacceptableLossRatio));
    }

    /** Share of a requirement that is met, 0 to 1. */
    static double met(double measured, double optimal, double unacceptable) {
        return Math.max(0, Math.min(1, 1 - (measured - optimal) / (unacceptable - optimal)));
    }
}
