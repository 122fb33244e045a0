// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import io.sojourn.telemetry.Cause;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How right a number of answers are.
 *
 * @param named parts whose cause is known: recall is of these
 * @param found of these, how many were given their cause
 * @param falseAlarms parts whose verdict is trouble that wasn't there
 * @param passingAlarms parts whose verdict is none, but which were told such trouble for a time
 * @param insufficient parts said to have too little data
 * @param unknown parts said to be wrong in an unknown way
 * @param bucketBounds buckets estimated by a lower bound only: they have no error
 * @param secondsToPoliced from the first drop to the verdict
 * @param secondsToStanding from the standing of the queue to the verdict
 */
public record Score(
        int parts,
        int named,
        int found,
        int falseAlarms,
        int passingAlarms,
        int insufficient,
        int unknown,
        Spread rateErrorRatio,
        Spread bucketErrorRatio,
        int bucketBounds,
        Spread secondsToPoliced,
        Spread secondsToStanding) {
    /** Null when no part's cause is known. */
    public @Nullable Double recallRatio() {
        return named == 0 ? null : (Double) ((double) found / named);
    }

    public static Score of(List<Answer> answers) {
        Predicate<Answer> isNamed = answer -> answer.label().isNamed();
        return new Score(
                answers.size(),
                count(answers, isNamed),
                count(answers, isNamed.and(Answer::isRight)),
                count(answers, Answer::isFalseAlarm),
                count(
                        answers,
                        answer -> !answer.isFalseAlarm() && !answer.passing().isEmpty()),
                count(answers, answer -> answer.cause() == Cause.INSUFFICIENT),
                count(answers, answer -> answer.cause() == Cause.UNKNOWN),
                spread(answers, Answer::rateErrorRatio),
                spread(answers, Answer::bucketErrorRatio),
                count(answers, Answer::isBucketBound),
                spread(answers, answer -> answer.cause() == Cause.POLICED ? answer.secondsToVerdict() : null),
                spread(answers, answer -> answer.cause() == Cause.POLICED ? null : answer.secondsToVerdict()));
    }

    private static int count(List<Answer> answers, Predicate<Answer> which) {
        return (int) answers.stream().filter(which).count();
    }

    private static Spread spread(List<Answer> answers, Function<Answer, @Nullable Double> figure) {
        return Spread.of(answers.stream().map(figure).filter(Objects::nonNull).toList());
    }
}
