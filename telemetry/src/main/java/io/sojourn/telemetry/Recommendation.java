// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change of a setting that would cure a finding. Topic {@code recommendations}, key {@code node/queue}.
 *
 * @param id stable on a rerun over the same samples
 * @param current what is in force, as far as it is known
 * @param proposed what to set
 * @param reason one sentence for people
 * @param rule the formula and its section
 * @param applicable whether a node of ours owns the queue and can apply it; otherwise it is advice for another device
 * @param author who approved or rejected it; null while PROPOSED
 */
public record Recommendation(
        int schema,
        String id,
        String findingId,
        String node,
        String queue,
        Cause cause,
        RecommendationState state,
        long version,
        QueueSettings current,
        QueueSettings proposed,
        boolean applicable,
        String reason,
        String rule,
        Prediction predicted,
        List<Measure> evidence,
        long createdMillis,
        long expiresMillis,
        @Nullable String author) {
    public Recommendation {
        Schema.check(schema);
        Range.id("id", id);
        Range.id("findingId", findingId);
        Range.name("node", node);
        Range.name("queue", queue);
        Range.present("cause", cause);
        Range.present("state", state);
        Range.atLeast("version", version, 1);
        Range.present("current", current);
        Range.present("proposed", proposed);
        Range.present("reason", reason);
        Range.present("rule", rule);
        Range.present("predicted", predicted);
        evidence = List.copyOf(Range.present("evidence", evidence));
        Range.interval(createdMillis, expiresMillis);
    }

    /** The same recommendation, decided. */
    public Recommendation decided(RecommendationState decision, @Nullable String by) {
        return new Recommendation(
                schema,
                id,
                findingId,
                node,
                queue,
                cause,
                decision,
                version + 1,
                current,
                proposed,
                applicable,
                reason,
                rule,
                predicted,
                evidence,
                createdMillis,
                expiresMillis,
                by);
    }
}
