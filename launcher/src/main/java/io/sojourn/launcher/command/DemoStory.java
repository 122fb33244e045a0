// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.labnode.DemoNetwork;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.Outcome;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells what happens to two queues: found, recommended, approved, applied, better. It only looks at topics and approves;
 * whatever it tells of was done by the parts that do it in any installation.
 */
final class DemoStory {
    /** Each step comes within this at the node's own speed, or the story ends there. */
    private static final Duration STEP_WITHIN = Duration.ofSeconds(90);

    private static final Duration ASK_WITHIN = Duration.ofHours(1);
    private static final Duration LOOK = Duration.ofMillis(100);

    /** Compared on either side of a change. */
    private static final int SECONDS = 10;

    /** What a change itself stirs up passes. */
    private static final long SETTLING_MILLIS = 5_000;

    private final DemoRecords records;
    private final Ends ends;
    private final DemoScreen screen;
    private final Duration stepWithin;

    /** A step that did not come about. */
    static final class Missed extends Exception {
        private static final long serialVersionUID = 1L;

        Missed(String what) {
            super(what);
        }
    }

    /** What the story is connected to. */
    interface Ends {
        /** What topics told since; waits at most so long. */
        List<Record> next(Duration wait);

        /** Approves; why it cannot be done, or not yet, else empty. */
        Optional<String> approve(String recommendationId);

        /** Whether the operator approves, not the story. */
        boolean asks();

        /** Real time. */
        long nanoTime();

        /** What is wrong with the node; empty when it runs. */
        Optional<String> nodeProblem();
    }

    /** @param cause that it is about */
    private record Part(String queue, Cause cause, Predicate<DemoEffect> isBetter) {}

    /** @param speed of the node, times real time: when it is slow there is more patience */
    DemoStory(String node, Ends ends, DemoScreen screen, double speed) {
        this.stepWithin = Duration.ofMillis(Math.round(STEP_WITHIN.toMillis() / Math.min(1, speed)));
        this.records = new DemoRecords(node);
        this.ends = ends;
        this.screen = screen;
    }

    void tell() throws Missed, InterruptedException {
        screen.part("Part 1: a policer drops what " + DemoNetwork.POLICED + " is sent in bursts.");
        tell(new Part(DemoNetwork.POLICED, Cause.POLICED, DemoEffect::losesLess));
        screen.part("Part 2: what " + DemoNetwork.BLOATED + " is sent waits in a queue of a thousand packets.");
        tell(new Part(DemoNetwork.BLOATED, Cause.BUFFERBLOAT, DemoEffect::isFaster));
        Finding healthy = await(
                "finding " + DemoNetwork.BLOATED + " HEALTHY",
                stepWithin,
                () -> records.open(DemoNetwork.BLOATED, Cause.HEALTHY));
        screen.found(healthy);
    }

    private void tell(Part part) throws Missed, InterruptedException {
        String of = part.queue() + " ";
        Finding finding =
                await("finding " + of + part.cause(), stepWithin, () -> records.open(part.queue(), part.cause()));
        screen.found(finding);
        Recommendation advice =
                await("recommendation for " + of + part.cause(), stepWithin, () -> records.proposed(finding.id()));
        screen.recommended(advice);
        Optional<AppliedSetting> applied = decide(advice);
        if (applied.isEmpty()) {
            return;
        }
        screen.applied(applied.get());
        DemoEffect effect = effect(part, applied.get().atMillis());
        if (!part.isBetter().test(effect)) {
            throw new Missed("better: " + of + "was not better afterwards:" + System.lineSeparator()
                    + effect.table(advice.predicted()));
        }
        screen.better(effect, advice.predicted());
        screen.over(await("end of " + of + part.cause(), stepWithin, () -> records.closed(finding.id())));
    }

    private DemoEffect effect(Part part, long atMillis) throws Missed, InterruptedException {
        screen.measuring(SECONDS);
        List<QueueWindow> after = await(
                "windows of " + part.queue() + " after the change",
                stepWithin,
                () -> records.after(part.queue(), atMillis + SETTLING_MILLIS, SECONDS));
        List<QueueWindow> before =
                await("windows of " + part.queue() + " before the change", stepWithin, () -> Optional.of(
                                records.before(part.queue(), atMillis, SECONDS))
                        .filter(some -> !some.isEmpty()));
        return new DemoEffect(before, after);
    }

    /** What the node answered; empty when the operator would not have it. */
    private Optional<AppliedSetting> decide(Recommendation advice) throws Missed, InterruptedException {
        if (ends.asks()) {
            screen.asks(advice);
        } else {
            approve(advice);
        }
        String what = "the node's answer to " + advice.id();
        Duration within = ends.asks() ? ASK_WITHIN : stepWithin;
        AppliedSetting answer = await(what, within, () -> decision(advice.id())).answer();
        if (answer != null && answer.outcome() != Outcome.APPLIED) {
            throw new Missed("applied: the node " + answer.outcome() + ": " + answer.reason());
        }
        return Optional.ofNullable(answer);
    }

    /** @param answer of the node; null when the operator rejected what was proposed */
    private record Decision(@Nullable AppliedSetting answer) {}

    private Optional<Decision> decision(String id) {
        boolean rejected = records.decided(id)
                .filter(r -> r.state() == RecommendationState.REJECTED)
                .isPresent();
        return rejected ? Optional.of(new Decision(null)) : records.answer(id).map(Decision::new);
    }

    private void approve(Recommendation advice) throws Missed, InterruptedException {
        screen.approving(advice);
        String[] problem = {""};
        // The store that approvals are checked against is a moment behind the topics.
        await("approval of " + advice.id(), stepWithin, () -> {
            problem[0] = ends.approve(advice.id()).orElse("");
            return problem[0].isEmpty() ? Optional.of(true) : Optional.empty();
        });
    }

    private <T> T await(String what, Duration within, Supplier<Optional<T>> is) throws Missed, InterruptedException {
        long deadlineNanos = ends.nanoTime() + within.toNanos();
        Optional<T> found = is.get();
        while (found.isEmpty()) {
            Optional<String> problem = ends.nodeProblem();
            if (problem.isPresent()) {
                throw new Missed(what + ": the node ended: " + problem.get());
            }
            if (ends.nanoTime() > deadlineNanos) {
                throw new Missed(what + " did not come within " + within.toSeconds() + " s");
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            ends.next(LOOK).forEach(records::note);
            found = is.get();
        }
        return found.get();
    }
}
