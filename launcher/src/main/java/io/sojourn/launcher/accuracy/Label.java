// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import io.sojourn.telemetry.Cause;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which verdicts are right.
 *
 * @param isNamed whether the cause is known; otherwise it's only known what would be wrong, and recall has no meaning
 */
public record Label(Set<Cause> right, boolean isNamed) {
    /** Nothing but a policer's verdict would be wrong. */
    public static final Label NOT_POLICED = new Label(EnumSet.complementOf(EnumSet.of(Cause.POLICED)), false);

    public Label {
        right = Set.copyOf(right);
    }

    /** Any of these is right. */
    public static Label of(Set<Cause> right) {
        return new Label(right, true);
    }

    boolean accepts(Cause cause) {
        return right.contains(cause);
    }
}
