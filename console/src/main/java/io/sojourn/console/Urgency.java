// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.Cause;
import org.jspecify.annotations.Nullable;

/** How much a verdict asks for attention, from 0 (fine) to 3 (trouble). */
enum Urgency {
    /** Nothing to do. */
    FINE(0),
    /** Not known, or not enough data to say. */
    UNSURE(1),
    /** Something is wrong for which no setting of this queue is the cure, or which hurts less. */
    LOOK(2),
    /** Something is wrong that a setting or an upgrade cures. */
    TROUBLE(3);

    private final int rank;

    Urgency(int rank) {
        this.rank = rank;
    }

    int rank() {
        return rank;
    }

    static Urgency of(@Nullable Cause verdict) {
        if (verdict == null) {
            return UNSURE;
        }
        return switch (verdict) {
            case HEALTHY -> FINE;
            case INSUFFICIENT -> UNSURE;
            case UNKNOWN, RECEIVE_WINDOW_LIMITED, PATH_CHANGE, REORDERING, RANDOM_LOSS -> LOOK;
            case POLICED, BUFFERBLOAT, UNDERSIZED_QUEUE, DEGRADED_LINK, CONGESTED_PARENT, UNFAIR -> TROUBLE;
        };
    }
}
