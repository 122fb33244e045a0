// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import java.util.Comparator;
import java.util.List;

/**
 * How much speaks for one cause.
 *
 * @param criteria all of which it takes, at least one
 */
record Suspicion(Cause cause, List<Criterion> criteria) {
    Suspicion {
        criteria = List.copyOf(criteria);
    }

    static Suspicion of(Cause cause, Criterion... criteria) {
        return new Suspicion(cause, List.of(criteria));
    }

    /** 0 to 1, that of the weakest criterion: raised from {@link Criterion#RAISED}, held from {@link Criterion#HELD}. */
    double score() {
        return weakest().score();
    }

    Criterion weakest() {
        return criteria.stream()
                .min(Comparator.comparingDouble(Criterion::score))
                .orElseThrow();
    }
}
