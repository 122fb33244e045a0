// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import java.util.Optional;

/**
 * A token bucket without a queue drops what does not conform. By the queue's own counters: at least 1 % of the packets
 * offered, and at least 15. Else by inference: as much lost by trail, losses that explain the resends, PD-C code 0, rho
 * below 0.25, no delay inflated before the losses.
 *
 * <p>False positives: see {@link PdCapped} and {@link DelayDiscriminator}; by counters none.
 */
final class Policed implements Suspect {
    @Override
    public Optional<Suspicion> suspicion(Views views) {
        LossView loss = views.loss();
        double bound = views.held() == Cause.POLICED ? LossView.CLEAR : LossView.RAISE;
        if (loss.policedAbove(bound)) {
            return Optional.of(counted(loss, views.recent()));
        }
        boolean seen = loss.trailLostPackets() > 0 || views.horizon().isConditioned();
        return seen ? Optional.of(inferred(views)) : Optional.empty();
    }

    private static Suspicion counted(LossView loss, LossView recent) {
        return Suspicion.of(
                Cause.POLICED,
                Criterion.atLeast(Evidence.POLICED_RATIO, loss.policedRatio(), LossView.RAISE, LossView.CLEAR)
                        .of(loss.drops().policed(), LossView.LEAST_LOSSES),
                Criterion.must("policedLately", recent.policedRatio() >= LossView.CLEAR));
    }

    private static Suspicion inferred(Views views) {
        LossView loss = views.loss();
        return Suspicion.of(
                Cause.POLICED,
                Criterion.atLeast(Evidence.LOSS_RATIO, loss.trailRatio(), LossView.RAISE, LossView.CLEAR)
                        .of(loss.trailLostPackets(), LossView.LEAST_LOSSES),
                Criterion.must("lostLately", views.recent().trailRatio() >= LossView.CLEAR / 2),
                Criterion.must("lossesExplainResends", loss.explainsResends()),
                Criterion.must("notTheOwnTail", !loss.isOwnTail()),
                Criterion.must("lossesOfABucket", views.inference().isPolicer()));
    }
}
