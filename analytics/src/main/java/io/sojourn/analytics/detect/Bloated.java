// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import java.util.Optional;
import java.util.OptionalDouble;

/** A queue that stands in half of the 100 ms buckets; false positives: see {@link StandingQueue}. */
final class Bloated implements Suspect {
    static final double RAISE = 0.5;
    static final double CLEAR = 0.2;

    private static final double ABSENT_RAISE = CLEAR;
    private static final double ABSENT_CLEAR = RAISE;

    @Override
    public Optional<Suspicion> suspicion(Views views) {
        OptionalDouble standing = views.delay().standing();
        return standing.isEmpty()
                ? Optional.empty()
                : Optional.of(Suspicion.of(Cause.BUFFERBLOAT, criterion(standing.getAsDouble())));
    }

    static Criterion criterion(double standing) {
        return Criterion.atLeast(Evidence.STANDING, standing, RAISE, CLEAR);
    }

    /** That no queue stands, for causes that take none. */
    static Criterion absent(double standing) {
        return Criterion.atMost(Evidence.STANDING, standing, ABSENT_RAISE, ABSENT_CLEAR);
    }
}
