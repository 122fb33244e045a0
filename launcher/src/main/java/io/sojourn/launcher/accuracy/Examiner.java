// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import io.sojourn.analytics.detect.RunVerdict;
import io.sojourn.launcher.process.OneShot;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.PolicerEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Asks of one case what {@code analyse} says: the same reader, the same detectors, the same choice of the verdict. */
public final class Examiner {
    private Examiner() {}

    /**
     * One answer for the aggregate, and one for each single flow that was judged where the truth holds of flows.
     *
     * @throws io.sojourn.launcher.process.Refusal when it can't be read
     */
    public static List<Answer> ask(LabelledCase labelled) throws InterruptedException {
        OneShot run = new OneShot();
        Onset onset = new Onset(run, labelled.baseRttMicros());
        labelled.samples().read(onset);
        Map<String, RunVerdict> verdicts = run.finish();
        Truth truth = labelled.truth().get();
        Part part = new Part(labelled, truth, run, onset);
        List<Answer> answers = new ArrayList<>();
        Optional<RunVerdict> whole = OneShot.bottleneck(verdicts);
        answers.add(whole.map(verdict -> part.answer(verdict, labelled.name(), labelled.view()))
                .orElseGet(() -> silent(labelled, truth)));
        if (labelled.judgesFlows()) {
            verdicts.values().stream()
                    .filter(OneShot::isFlow)
                    .forEach(verdict -> answers.add(part.answer(
                            verdict, labelled.name() + " " + verdict.finding().queue(), "flow")));
        }
        return answers;
    }

    private static Answer silent(LabelledCase labelled, Truth truth) {
        return new Answer(
                labelled.set(),
                labelled.view(),
                labelled.kind(),
                labelled.name(),
                truth.withoutLoss(),
                Cause.INSUFFICIENT,
                0,
                "no verdict: nothing in it carries TCP or UDP data",
                null,
                null,
                false,
                null,
                List.of());
    }

    private record Part(LabelledCase labelled, Truth truth, OneShot run, Onset onset) {
        Answer answer(RunVerdict verdict, String name, String view) {
            Finding finding = verdict.finding();
            Label label = truth.label(onset.isLossy(finding.queue()));
            boolean isPolicer = finding.cause() == Cause.POLICED && label.accepts(Cause.POLICED);
            @Nullable PolicerEstimate policer = isPolicer ? finding.policer() : null;
            return new Answer(
                    labelled.set(),
                    view,
                    labelled.kind(),
                    name,
                    label,
                    finding.cause(),
                    finding.confidence(),
                    finding.summary(),
                    policer != null ? error(policer.rateBitsPerSecond(), truth.rateBitsPerSecond()) : null,
                    policer != null && policer.refilled() ? error(policer.bucketBytes(), truth.bucketBytes()) : null,
                    policer != null && !policer.refilled(),
                    secondsToVerdict(verdict, label),
                    passing(verdict, label));
        }

        private @Nullable Double secondsToVerdict(RunVerdict verdict, Label label) {
            String queue = verdict.finding().queue();
            Cause cause = verdict.cause();
            OptionalLong from = cause == Cause.POLICED ? onset.lossMillis(queue) : onset.standingMillis(queue);
            boolean isTimed = cause == Cause.POLICED || cause == Cause.BUFFERBLOAT;
            if (!isTimed || !label.isNamed() || !label.accepts(cause) || from.isEmpty()) {
                return null;
            }
            return verdict.changes().stream()
                    .filter(finding -> finding.cause() == cause)
                    .map(finding -> run.toldMillis(finding.id()))
                    .min(Long::compare)
                    .map(told -> (told - from.getAsLong()) / 1e3)
                    .orElse(null);
        }
    }

    private static @Nullable Double error(long estimate, @Nullable Long truth) {
        return truth == null ? null : (Double) (Math.abs(estimate - (double) truth) / truth);
    }

    private static List<Cause> passing(RunVerdict verdict, Label label) {
        return verdict.changes().stream()
                .map(Finding::cause)
                .filter(cause -> Answer.isNamedTrouble(cause) && !label.allows(cause) && cause != verdict.cause())
                .distinct()
                .toList();
    }
}
