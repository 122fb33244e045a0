// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The rows of the decision table, in the order in which they are asked. */
final class Suspects {
    private static final List<Suspect> IN_ORDER = List.of(
            new PathChanged(),
            new Policed(),
            new CrowdedOut(),
            new WindowLimited(),
            new Bloated(),
            new Undersized(),
            new Reordered(),
            new LostAtRandom(),
            new Unexplained());

    /** Loss that neither a policer nor a standing queue explains: of the former's own losses none of these is made. */
    private static final Set<Cause> LAST =
            EnumSet.of(Cause.UNDERSIZED_QUEUE, Cause.REORDERING, Cause.RANDOM_LOSS, Cause.UNKNOWN);

    private Suspects() {}

    /** In order, without those of which there is no data. */
    static List<Suspicion> suspicions(Views views) {
        List<Suspicion> suspicions = new ArrayList<>();
        IN_ORDER.forEach(suspect -> suspect.suspicion(views).ifPresent(suspicions::add));
        return suspicions;
    }

    static boolean isLast(Cause cause) {
        return LAST.contains(cause);
    }
}
