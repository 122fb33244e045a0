// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import io.sojourn.telemetry.Cause;
import java.util.ArrayList;
import java.util.List;

/**
 * How often one cause was said, and how often wrongly.
 *
 * @param said verdicts with this cause
 * @param wrong of these, where it isn't right
 * @param wrongWhere all parts where it would be wrong: false alarms are of these
 */
public record CauseScore(Cause cause, int said, int wrong, int wrongWhere) {
    /** Of those causes that were said at all, in the order of the vocabulary. */
    public static List<CauseScore> of(List<Answer> answers) {
        List<CauseScore> scores = new ArrayList<>();
        for (Cause cause : Cause.values()) {
            List<Answer> said =
                    answers.stream().filter(answer -> answer.cause() == cause).toList();
            if (!said.isEmpty() && cause != Cause.INSUFFICIENT && cause != Cause.UNKNOWN) {
                scores.add(new CauseScore(cause, said.size(), wrong(said, cause), wrong(answers, cause)));
            }
        }
        return scores;
    }

    private static int wrong(List<Answer> answers, Cause cause) {
        return (int)
                answers.stream().filter(answer -> !answer.label().allows(cause)).count();
    }
}
