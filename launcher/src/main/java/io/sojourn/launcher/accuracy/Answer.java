// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import io.sojourn.telemetry.Cause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was said of one part of a case, beside what is right.
 *
 * @param rateErrorRatio of the policer's estimate, null when it gave none or the truth is not known
 * @param bucketErrorRatio likewise; null also when the estimate is a lower bound only
 * @param isBucketBound whether the estimate says "at least"
 * @param secondsToVerdict event time from what there was to see to the first right finding; null when either is missing
 * @param passing causes of trouble, not right, that were told for a time and are not the verdict
 */
public record Answer(
        String set,
        String view,
        String kind,
        String name,
        Label label,
        Cause cause,
        double confidence,
        String summary,
        @Nullable Double rateErrorRatio,
        @Nullable Double bucketErrorRatio,
        boolean isBucketBound,
        @Nullable Double secondsToVerdict,
        List<Cause> passing) {
    public Answer {
        passing = List.copyOf(passing);
    }

    /** Whether it names no cause where one is asked for: "not enough data", or "something is wrong". */
    public boolean isOpen() {
        return cause == Cause.INSUFFICIENT || cause == Cause.UNKNOWN;
    }

    public boolean isRight() {
        return label.accepts(cause);
    }

    /** Trouble was named that wasn't there. */
    public boolean isFalseAlarm() {
        return isNamedTrouble(cause) && !label.allows(cause);
    }

    /** The cause is known and another was given, or trouble was named that wasn't there. */
    public boolean isMiss() {
        return !isRight() && (label.isNamed() || isFalseAlarm());
    }

    static boolean isNamedTrouble(Cause cause) {
        return cause.isTrouble() && cause != Cause.UNKNOWN;
    }
}
