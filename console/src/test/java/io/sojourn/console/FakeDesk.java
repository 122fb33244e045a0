// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Outcome;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Schema;
import java.util.Optional;

/** Decides over the recommendations of a {@link FakeData}; the node answers at once. */
final class FakeDesk implements DecisionDesk {
    private final FakeData data;
    private final long nowMillis;
    volatile boolean down;

    FakeDesk(FakeData data, long nowMillis) {
        this.data = data;
        this.nowMillis = nowMillis;
    }

    @Override
    public Recommendation approve(String recommendationId, String author) throws Refused {
        Recommendation r = decide(recommendationId, author, RecommendationState.APPROVED);
        data.applied.add(0, applied(r));
        return r;
    }

    @Override
    public Recommendation reject(String recommendationId, String author) throws Refused {
        return decide(recommendationId, author, RecommendationState.REJECTED);
    }

    private Recommendation decide(String id, String author, RecommendationState decision) throws Refused {
        if (down) {
            throw new Refused(Refused.Why.UNAVAILABLE, "the broker does not answer");
        }
        Optional<Recommendation> found =
                data.recommendations.stream().filter(r -> r.id().equals(id)).findFirst();
        Recommendation r = found.orElseThrow(() -> new Refused(Refused.Why.UNKNOWN_ID, "no recommendation " + id));
        if (r.state() != RecommendationState.PROPOSED) {
            throw new Refused(Refused.Why.ALREADY_DECIDED, id + " is " + r.state() + " by " + r.author());
        }
        if (r.expiresMillis() <= nowMillis) {
            throw new Refused(Refused.Why.EXPIRED, id + " expired at " + r.expiresMillis());
        }
        if (!r.applicable() && decision == RecommendationState.APPROVED) {
            throw new Refused(Refused.Why.NOT_APPLICABLE, "no node of ours owns " + r.queue());
        }
        Recommendation decided = r.decided(decision, author);
        data.recommendations.set(data.recommendations.indexOf(r), decided);
        return decided;
    }

    private AppliedSetting applied(Recommendation r) {
        return new AppliedSetting(
                Schema.CURRENT, r.node(), r.queue(), 1, Outcome.APPLIED, "", 1, r.proposed(), r.id(), nowMillis);
    }
}
