// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.node.SettingsGuard.Verdict;
import io.sojourn.node.SettingsGuard.Verdict.Accepted;
import io.sojourn.node.SettingsGuard.Verdict.Refused;
import io.sojourn.node.path.DataPath;
import io.sojourn.node.path.NodeQueue;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Outcome;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.Topic;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Guards, applies and answers: what a node does with what it is told. */
final class Control {
    /** No link has begun, so no time has. */
    private static final long BEFORE_ANY_PACKET = 0;

    private final SettingsGuard guard;
    private final DataPath path;
    private final String node;
    private final Consumer<AppliedSetting> answers;
    private final Deque<Setting> unanswered = new ArrayDeque<>();
    private long applied;
    private long refused;

    Control(String node, SettingsGuard guard, DataPath path, Consumer<AppliedSetting> answers) {
        this.node = node;
        this.guard = guard;
        this.path = path;
        this.answers = answers;
    }

    /** Does what a setting says, or not, and answers once; says nothing about one that came twice. */
    void take(Setting setting, long nowNanos, long wallMillis) {
        Optional<NodeQueue> queue = path.queue(setting.queue());
        NodeQueue.State state = queue.map(NodeQueue::state).orElse(null);
        Verdict verdict = guard.check(setting, state, wallMillis);
        if (verdict instanceof Accepted accepted && queue.isPresent()) {
            path.apply(queue.get(), accepted.settings(), setting.revision(), nowNanos);
            applied++;
            answer(setting, Outcome.APPLIED, "", queue.get().state(), nowNanos);
        } else if (verdict instanceof Refused refusal) {
            refused++;
            answer(setting, Outcome.REFUSED, refusal.reason(), state, nowNanos);
        }
    }

    /** The next setting that came while the node was down and was never answered; null when there is none. */
    @Nullable
    Setting nextUnanswered() {
        return unanswered.poll();
    }

    /**
     * Puts each queue back to what was in force before the node stopped, without a new answer: the highest revision
     * that was answered as applied, or whose answer is older than answers are kept. What was never answered is taken up
     * like any new setting.
     *
     * @param settings every setting of this node that the topic still holds, oldest first
     * @param given the answers to them that the topic still holds, oldest first
     */
    void restore(List<Setting> settings, List<AppliedSetting> given, long wallMillis) {
        Map<String, Outcome> outcomes = new HashMap<>();
        given.forEach(answer -> outcomes.put(id(answer.queue(), answer.revision()), answer.outcome()));
        long forgottenBeforeMillis =
                wallMillis - Topic.APPLIED_SETTINGS.retention().toMillis();
        for (NodeQueue queue : path.queues()) {
            settings.stream()
                    .filter(setting -> setting.queue().equals(queue.name()))
                    .filter(setting -> wasApplied(setting, outcomes, forgottenBeforeMillis))
                    .filter(setting -> guard.checkAgain(setting, queue.state()) instanceof Accepted)
                    .max(Comparator.comparingLong(Setting::revision))
                    .ifPresent(setting -> restore(queue, setting));
        }
        settings.stream()
                .filter(setting -> !outcomes.containsKey(id(setting.queue(), setting.revision())))
                .filter(setting -> setting.issuedMillis() >= forgottenBeforeMillis)
                .forEach(unanswered::add);
    }

    long applied() {
        return applied;
    }

    long refused() {
        return refused;
    }

    private void restore(NodeQueue queue, Setting setting) {
        if (guard.checkAgain(setting, queue.state()) instanceof Accepted accepted) {
            queue.apply(accepted.settings(), setting.revision(), BEFORE_ANY_PACKET);
        }
    }

    private static boolean wasApplied(Setting setting, Map<String, Outcome> outcomes, long forgottenBeforeMillis) {
        Outcome outcome = outcomes.get(id(setting.queue(), setting.revision()));
        return outcome == null ? setting.issuedMillis() < forgottenBeforeMillis : outcome == Outcome.APPLIED;
    }

    private void answer(
            Setting setting, Outcome outcome, String reason, NodeQueue.@Nullable State state, long nowNanos) {
        answers.accept(new AppliedSetting(
                Schema.CURRENT,
                node,
                setting.queue(),
                setting.revision(),
                outcome,
                reason,
                state == null ? 0 : state.revision(),
                state == null ? null : state.inForce(),
                setting.recommendationId(),
                nowNanos / 1_000_000));
    }

    private static String id(String queue, long revision) {
        return queue + "/" + revision;
    }
}
