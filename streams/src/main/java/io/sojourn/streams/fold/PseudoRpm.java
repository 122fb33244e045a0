// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Sketch;
import org.jspecify.annotations.Nullable;

/**
 * Round trips a minute under load, from what passes by: 60 000 over the mean of the lower 95 % of the loaded round-trip times
 * in milliseconds. 100 ms make 600.
 *
 * <p>Source: draft-ietf-ippm-responsiveness-09, its single-sided trimmed mean and its term for loaded connections. Pseudo,
 * because the draft saturates the link itself and sends probes: its RPM is the mean of this term and of one for new
 * connections (TCP, TLS and HTTP), which nothing passive can measure. Not to be compared with what a client of the draft shows.
 *
 * <p>Error: 1 % by the sketch, and by less than one value in what is trimmed.
 */
final class PseudoRpm {
    /** Fewer values and the upper 5 % are not one. */
    static final int LEAST_COUNT = 20;

    private static final double KEPT_SHARE = 0.95;
    private static final double MICROS_A_MINUTE = 60e6;

    private PseudoRpm() {}

    /** Null with fewer than {@value #LEAST_COUNT} values, or when they are 0. */
    static @Nullable Double of(Sketch rttLoadedMicros) {
        if (rttLoadedMicros.count() < LEAST_COUNT) {
            return null;
        }
        double mean = rttLoadedMicros.trimmedMean(KEPT_SHARE).orElse(0);
        return mean > 0 ? (Double) (MICROS_A_MINUTE / mean) : null;
    }
}
