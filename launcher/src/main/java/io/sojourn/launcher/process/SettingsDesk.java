// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.analytics.detect.Evidence;
import io.sojourn.console.DecisionDesk;
import io.sojourn.console.Refused;
import io.sojourn.history.HistoryReader;
import io.sojourn.history.QueueStatus;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.Topic;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns an approved recommendation into a signed setting, with the revision it was made for. One decision at a time; a
 * recommendation is decided once.
 */
public final class SettingsDesk implements DecisionDesk {
    private final HistoryReader history;
    private final RecordSink writer;
    private final SettingSigner signer;
    private final Clock clock;
    private final Map<String, Recommendation> decided = new HashMap<>();

    public SettingsDesk(HistoryReader history, RecordSink writer, SettingSigner signer, Clock clock) {
        this.history = history;
        this.writer = writer;
        this.signer = signer;
        this.clock = clock;
    }

    @Override
    public synchronized Recommendation approve(String recommendationId, String author) throws Refused {
        Recommendation recommendation = undecided(recommendationId);
        if (!recommendation.applicable()) {
            throw new Refused(
                    Refused.Why.NOT_APPLICABLE,
                    recommendation.node() + "/" + recommendation.queue()
                            + (Evidence.value(recommendation.evidence(), Evidence.CONDITIONED) > 0
                                    ? " is not changed so by approving; change the node's policy file"
                                    : " is not a queue of a shaper node of ours"));
        }
        checkStillInForce(recommendation);
        Setting setting = setting(recommendation, author);
        Recommendation approved = recommendation.decided(RecommendationState.APPROVED, author);
        send(setting, approved);
        return approved;
    }

    @Override
    public synchronized Recommendation reject(String recommendationId, String author) throws Refused {
        Recommendation rejected = undecided(recommendationId).decided(RecommendationState.REJECTED, author);
        send(null, rejected);
        return rejected;
    }

    private Recommendation undecided(String id) throws Refused {
        @Nullable Recommendation here = decided.get(id);
        Recommendation newest = here != null
                ? here
                : history.recommendation(id)
                        .orElseThrow(() -> new Refused(Refused.Why.UNKNOWN_ID, "no recommendation has the id " + id));
        if (newest.state() != RecommendationState.PROPOSED) {
            String by = newest.author() == null ? "" : " by " + newest.author();
            throw new Refused(Refused.Why.ALREADY_DECIDED, id + " is " + newest.state() + by);
        }
        if (hasExpired(newest) || isOver(newest)) {
            throw new Refused(Refused.Why.EXPIRED, id + " expired; the queue has changed since");
        }
        return newest;
    }

    /** The finding that it would cure was closed since. */
    private boolean isOver(Recommendation recommendation) {
        return history.queues().stream()
                .filter(q -> q.node().equals(recommendation.node()) && q.queue().equals(recommendation.queue()))
                .map(QueueStatus::finding)
                .anyMatch(open -> open == null || !open.id().equals(recommendation.findingId()));
    }

    /** A queue that was set otherwise since needs another recommendation. */
    private void checkStillInForce(Recommendation recommendation) throws Refused {
        @Nullable
        QueueSettings inForce = history.appliedSettings(recommendation.node(), recommendation.queue()).stream()
                .findFirst()
                .map(AppliedSetting::inForce)
                .orElse(null);
        if (inForce != null && !inForce.equals(recommendation.current())) {
            throw new Refused(
                    Refused.Why.EXPIRED,
                    recommendation.id() + " was made for " + recommendation.current() + ", but " + inForce
                            + " is in force");
        }
    }

    /** In the queue's own time: a recording from last year does not expire by today's clock. */
    private boolean hasExpired(Recommendation recommendation) {
        return history.queues().stream()
                .filter(q -> q.node().equals(recommendation.node()) && q.queue().equals(recommendation.queue()))
                .map(q -> q.window())
                .filter(window -> window != null)
                .anyMatch(window -> window.clocking() == Clocking.LIVE
                        ? clock.millis() >= recommendation.expiresMillis()
                        : window.endMillis() >= recommendation.expiresMillis());
    }

    private Setting setting(Recommendation recommendation, String author) {
        long inForce = history.appliedSettings(recommendation.node(), recommendation.queue()).stream()
                .findFirst()
                .map(AppliedSetting::inForceRevision)
                .orElse(0L);
        long issued = history.settings(recommendation.node(), recommendation.queue()).stream()
                .mapToLong(Setting::revision)
                .max()
                .orElse(0);
        return signer.sign(
                recommendation.node(),
                recommendation.queue(),
                Math.max(inForce, issued) + 1,
                inForce,
                recommendation.proposed(),
                author,
                recommendation.id());
    }

    private void send(@Nullable Setting setting, Recommendation decision) throws Refused {
        try {
            if (setting != null) {
                writer.send(Topic.SETTINGS, Topic.queueKey(setting.node(), setting.queue()), setting);
            }
            writer.send(Topic.RECOMMENDATIONS, Topic.queueKey(decision.node(), decision.queue()), decision);
        } catch (IllegalStateException e) {
            throw new Refused(Refused.Why.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
        decided.put(decision.id(), decision);
    }
}
