// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Sketch;
import java.util.OptionalDouble;

/**
 * How long packets wait in a horizon: sojourn times where the queue measures them, else round-trip times above their
 * base.
 *
 * @param isSojourn which of the two
 * @param delayMicros of packets
 * @param floorMicros least of each 100 ms
 * @param baseMicros subtracted from both; 0 for sojourn times, and 0 when not known
 * @param pathRttMicros of the path without a queue; 0 when not known
 * @param thresholdMicros above the base, from which a floor counts as standing
 */
record DelayView(
        boolean isSojourn,
        Sketch delayMicros,
        Sketch floorMicros,
        double baseMicros,
        double pathRttMicros,
        double thresholdMicros) {
    /** Fewer 100 ms buckets than this say nothing about standing: one second's worth of ten. */
    static final int LEAST_BUCKETS = 10;

    /**
     * @param baseRttMicros least round-trip time, by windows or trails; 0 when not known
     * @param windowRttMicros by windows only: trails of a queue that measures sojourn times may tell of those
     */
    static DelayView of(Horizon horizon, double baseRttMicros, double windowRttMicros) {
        Sketch sojournFloors = horizon.sojournFloorMicros();
        double rate = horizon.rateBitsPerSecond();
        if (!sojournFloors.isEmpty()) {
            return new DelayView(
                    true,
                    horizon.sojournMicros(),
                    sojournFloors,
                    0,
                    windowRttMicros,
                    StandingQueue.sojournThresholdMicros(rate));
        }
        return new DelayView(
                false,
                horizon.rttMicros(),
                horizon.rttFloorMicros(),
                baseRttMicros,
                baseRttMicros,
                StandingQueue.rttThresholdMicros(rate));
    }

    /** Share of buckets that stand, 0 to 1; empty with fewer than {@value #LEAST_BUCKETS}. */
    OptionalDouble standing() {
        return floorMicros.count() < LEAST_BUCKETS
                ? OptionalDouble.empty()
                : StandingQueue.share(floorMicros, baseMicros + thresholdMicros);
    }

    /** Median above the base, in milliseconds, at least 0; empty without delays. */
    OptionalDouble increaseMillis() {
        OptionalDouble median = delayMicros.quantile(0.5);
        return median.isEmpty() ? median : OptionalDouble.of(Math.max(0, median.getAsDouble() - baseMicros) / 1e3);
    }
}
