// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Schema;
import java.util.Optional;

/**
 * One change of a setting a finding, with its predicted effect. The same finding and settings give the same
 * recommendation.
 *
 * <p>Applicable only to queues that a node of ours conditions: only such a node measures sojourn times or bucket levels,
 * so their presence in the evidence tells. For all others it is advice.
 */
public final class Advisor {
    /** An hour of event time: traffic changes within a busy hour, and an operator may look only now and then. */
    static final long VALID_MILLIS = 3_600_000;

    private final Forecaster forecaster;

    public Advisor(Forecaster forecaster) {
        this.forecaster = forecaster;
    }

    /**
     * @param current of the queue when it was found
     * @param number of this recommendation among those of the finding, from 1 on
     * @return empty when there is nothing to propose
     */
    public Optional<Recommendation> recommend(Finding finding, QueueSettings current, int number) {
        return Rules.propose(finding, current).map(proposal -> recommendation(finding, current, number, proposal));
    }

    private Recommendation recommendation(Finding finding, QueueSettings current, int number, Proposal proposal) {
        return new Recommendation(
                Schema.CURRENT,
                finding.id() + "#" + number,
                finding.id(),
                finding.node(),
                finding.queue(),
                finding.cause(),
                RecommendationState.PROPOSED,
                1,
                current,
                proposal.settings(),
                proposal.applicable(),
                proposal.reason(),
                proposal.rule(),
                forecaster.predict(finding, current, proposal.settings()),
                finding.evidence(),
                finding.observedMillis(),
                finding.observedMillis() + VALID_MILLIS,
                null);
    }
}
