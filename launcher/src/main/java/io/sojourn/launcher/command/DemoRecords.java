// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.WindowBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What the topics told of one node since the demonstration began. */
final class DemoRecords {
    private static final long SECOND_MILLIS = 1_000;

    private final String node;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Recommendation> recommendations = new ArrayList<>();
    private final List<AppliedSetting> answers = new ArrayList<>();
    private final List<QueueWindow> windows = new ArrayList<>();

    DemoRecords(String node) {
        this.node = node;
    }

    void note(Record record) {
        if (record instanceof Finding finding && finding.node().equals(node)) {
            findings.add(finding);
        } else if (record instanceof Recommendation recommendation
                && recommendation.node().equals(node)) {
            recommendations.add(recommendation);
        } else if (record instanceof AppliedSetting answer && answer.node().equals(node)) {
            answers.add(answer);
        } else if (record instanceof WindowBatch batch
                && batch.owner().equals(node)
                && batch.sizeMillis() == SECOND_MILLIS) {
            windows.addAll(batch.windows());
        }
    }

    /** The newest that is open with this cause. */
    Optional<Finding> open(String queue, Cause cause) {
        return findings.stream()
                .filter(finding -> finding.queue().equals(queue))
                .reduce((earlier, later) -> later)
                .filter(finding -> finding.cause() == cause && finding.state() != FindingState.CLOSED);
    }

    Optional<Finding> closed(String findingId) {
        return findings.stream()
                .filter(finding -> finding.id().equals(findingId) && finding.state() == FindingState.CLOSED)
                .findFirst();
    }

    /** One that a node can carry out. */
    Optional<Recommendation> proposed(String findingId) {
        return recommendations.stream()
                .filter(r ->
                        r.findingId().equals(findingId) && r.state() == RecommendationState.PROPOSED && r.applicable())
                .findFirst();
    }

    Optional<Recommendation> decided(String id) {
        return recommendations.stream()
                .filter(r -> r.id().equals(id) && r.state() != RecommendationState.PROPOSED)
                .findFirst();
    }

    Optional<AppliedSetting> answer(String recommendationId) {
        return answers.stream()
                .filter(answer -> recommendationId.equals(answer.recommendationId()))
                .findFirst();
    }

    /** The newest seconds that ended by this time, at most so many. */
    List<QueueWindow> before(String queue, long millis, int most) {
        List<QueueWindow> all = windows(queue, window -> window.endMillis() <= millis);
        return all.subList(Math.max(0, all.size() - most), all.size());
    }

    /** The first so many seconds from this time on; empty when they have not all come. */
    Optional<List<QueueWindow>> after(String queue, long millis, int count) {
        List<QueueWindow> all = windows(queue, window -> window.startMillis() >= millis);
        return all.size() < count ? Optional.empty() : Optional.of(all.subList(0, count));
    }

    private List<QueueWindow> windows(String queue, Predicate<QueueWindow> when) {
        return windows.stream()
                .filter(window -> window.queue().equals(queue))
                .filter(when)
                .toList();
    }
}
