// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import org.jspecify.annotations.Nullable;

/**
 * What is seen of a queue at one evaluation.
 *
 * @param loss of the horizon
 * @param recent of its last seconds, see {@link #RECENT_MILLIS}
 * @param floors of the path at low load
 * @param isPolicerKnown whether the losses were those of a policer in the last ten minutes
 * @param held the cause that holds now; null before the first
 */
record Views(
        Horizon horizon,
        TrailView trails,
        LossView loss,
        LossView recent,
        DelayView delay,
        PolicerInference inference,
        PathFloors floors,
        boolean isPolicerKnown,
        @Nullable Cause held) {
    /** What happened only before this is over: a policer that was taken away is not held against its queue. */
    static final long RECENT_MILLIS = 3_000;

    static Views of(
            Horizon horizon,
            TrailView trails,
            DelayView delay,
            PolicerInference inference,
            PathFloors floors,
            boolean isPolicerKnown,
            @Nullable Cause held) {
        LossView loss = LossView.of(horizon, trails);
        LossView recent = LossView.of(horizon.last(RECENT_MILLIS), trails);
        return new Views(horizon, trails, loss, recent, delay, inference, floors, isPolicerKnown, held);
    }

    Horizon recentHorizon() {
        return horizon.last(RECENT_MILLIS);
    }

    /** Share of 100 ms that stand; 0 when delays are not known. */
    double standing() {
        return delay.standing().orElse(0);
    }
}
