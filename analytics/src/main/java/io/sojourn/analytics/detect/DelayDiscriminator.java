// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Sketch;

/**
 * Tells a policer from a queue that drops its tail: both lose when "the bucket is empty", but a queue delays first.
 *
 * <p>rho = (median delay just before losses - base delay) / (bucket / rate). In front of a full queue of {@code bucket}
 * bytes rho is near 1; at a policer nothing waits, and it is near 0. Example: base 5 ms, 52 ms before losses, 20 Mbit/s
 * and 128 106 bytes (51.2 ms): 0.92, a queue; base 0.2, 5.4 ms before losses, 626 955 bytes (250.8 ms): 0.02, a policer.
 *
 * <p>Error: delayed acknowledgements and timer jitter add up to a few milliseconds, so a rise below {@link
 * #NOISE_MICROS} counts as none. False "policer": a queue shorter than that. False "queue": a policer behind another
 * queue that is full.
 */
public final class DelayDiscriminator {
    /** What dropped the packets. */
    public enum Kind {
        POLICER,
        QUEUE,
        /** Neither clearly, or no delay known. */
        UNKNOWN
    }

    static final double POLICER_RHO = 0.25;
    static final double QUEUE_RHO = 0.5;
    /** Rises below 1 ms are timestamping and scheduling. */
    static final double NOISE_MICROS = 1_000;

    private static final double INFLATED_FLOOR_MICROS = 20_000;
    private static final double INFLATED_OVER_P10 = 1.3;
    /** More inflated losses than this and it is no policer. */
    static final double INFLATED_SHARE = 0.20;

    private DelayDiscriminator() {}

    /** @return rho; 0 when the delay has not risen above noise */
    public static double rho(double delayMicros, double baseMicros, double rateBitsPerSecond, double bucketBytes) {
        double riseMicros = delayMicros - baseMicros;
        double depthMicros = bucketBytes * 8e6 / rateBitsPerSecond;
        return riseMicros <= NOISE_MICROS ? 0 : riseMicros / depthMicros;
    }

    /** Below 0.25 a policer, above 0.5 a queue. */
    public static Kind kind(double rho) {
        if (rho < POLICER_RHO) {
            return Kind.POLICER;
        }
        return rho > QUEUE_RHO ? Kind.QUEUE : Kind.UNKNOWN;
    }

    /**
     * Rule 9 of {@link Pd}: the share of losses before which the delay x was inflated: at least the median of all, more
     * than 1.3 times their 10th percentile, and at least 20 ms.
     *
     * @param beforeLoss delay known just before each loss
     * @param all delays of the same time; both within 1 %
     * @return 0 to 1; 0 when either is empty
     */
    public static double inflatedBeforeLoss(Sketch beforeLoss, Sketch all) {
        if (beforeLoss.isEmpty() || all.isEmpty()) {
            return 0;
        }
        double p10 = all.quantile(0.1).orElse(0);
        double p50 = all.quantile(0.5).orElse(0);
        double bound = Math.max(Math.max(p50, INFLATED_OVER_P10 * p10), INFLATED_FLOOR_MICROS);
        return beforeLoss.shareAbove(Math.nextDown(bound)).orElse(0);
    }
}
