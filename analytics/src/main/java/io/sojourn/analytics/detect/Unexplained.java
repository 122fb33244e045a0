// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import java.util.Optional;

/**
 * Loss, or packets sent again, that no other cause explains: 1 % and 15 packets, over the horizon and lately, by whatever
 * saw most. Any trouble without a name comes here.
 */
final class Unexplained implements Suspect {
    @Override
    public Optional<Suspicion> suspicion(Views views) {
        LossView loss = views.loss();
        boolean lately = views.recent().anyAbove(LossView.RAISE);
        boolean enough = views.held() == Cause.UNKNOWN ? loss.anyAbove(LossView.CLEAR) : loss.anyAbove(LossView.RAISE);
        return Optional.of(Suspicion.of(
                Cause.UNKNOWN,
                Criterion.atLeast("worstLossRatio", loss.worstRatio(), LossView.RAISE, LossView.CLEAR),
                Criterion.must("enoughLost", enough),
                Criterion.must("lostLately", lately)));
    }
}
