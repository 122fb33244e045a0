// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import io.sojourn.telemetry.Cause;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which verdicts are right.
 *
 * @param possible causes that may be told beside them: they were there a little, or it is not known whether they were
 * @param isNamed whether the cause is known; otherwise it's only known what would be wrong, and recall has no meaning
 */
public record Label(Set<Cause> right, Set<Cause> possible, boolean isNamed) {
    /** Nothing but a policer's verdict would be wrong. */
    public static final Label NOT_POLICED = new Label(EnumSet.complementOf(EnumSet.of(Cause.POLICED)), Set.of(), false);

    public Label {
        right = Set.copyOf(right);
        possible = Set.copyOf(possible);
    }

    /** Any of these is right. */
    public static Label of(Set<Cause> right) {
        return new Label(right, Set.of(), true);
    }

    boolean accepts(Cause cause) {
        return right.contains(cause);
    }

    /** Whether it is no false alarm. */
    boolean allows(Cause cause) {
        return right.contains(cause) || possible.contains(cause);
    }
}
