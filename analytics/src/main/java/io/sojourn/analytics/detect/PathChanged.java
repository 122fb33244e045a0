// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The path became another: the floor of the round-trip time at low load stepped and stays, see {@link PathFloors}. Said
 * for a minute, in which no standing queue is made of it; the base is learned anew.
 *
 * <p>False positives: a receiver that takes longer from some time on.
 */
final class PathChanged implements Suspect {
    /** Load below which no queue is made. */
    static final double LOW_LOAD = 0.5;

    static final long SAID_MILLIS = 60_000;

    @Override
    public Optional<Suspicion> suspicion(Views views) {
        PathFloors floors = views.floors();
        if (!floors.isKnown()) {
            return Optional.empty();
        }
        boolean lately = floors.steppedMillis > 0 && views.horizon().endMillis() - floors.steppedMillis < SAID_MILLIS;
        return Optional.of(Suspicion.of(
                Cause.PATH_CHANGE,
                Criterion.atLeast("floorStepRatio", lately ? floors.stepRatio() : 0, 1, 0.5),
                Criterion.must("steppedLately", lately)));
    }

    /** The floor of the last ten seconds; empty when the load was not low, or is not known. */
    static OptionalDouble floorMicros(Horizon horizon) {
        Horizon span = horizon.last(QueueDetector.TELLING_MILLIS);
        @Nullable Long rate = span.settings().rateBitsPerSecond();
        boolean waits = span.sojournFloorMicros().quantile(0.5).orElse(0) > StandingQueue.SOJOURN_TARGET_MICROS;
        return rate == null || waits || span.throughputBitsPerSecond() >= LOW_LOAD * rate
                ? OptionalDouble.empty()
                : span.rttMicros().quantile(0.05);
    }
}
