// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.DropCounts;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Traffic that no congestion control governs takes the queue from flows that yield (RFC 2914 section 3.2): at least 40 %
 * of the bytes offered, while the queue drops 1 % and others send as well. Not said of queues that share by flow, where
 * it harms only itself.
 *
 * <p>False positives: a queue of mostly unresponsive traffic in which hardly anybody else has anything to send. Flows of
 * one congestion control that crowd out others are not seen.
 */
final class CrowdedOut implements Suspect {
    static final double SHARE_RAISE = 0.4;
    static final double SHARE_CLEAR = 0.2;
    private static final int LEAST_FLOWS = 2;
    private static final Set<Discipline> FAIR =
            EnumSet.of(Discipline.FQ_CODEL, Discipline.SFQ, Discipline.WFQ, Discipline.CAKE);

    @Override
    public Optional<Suspicion> suspicion(Views views) {
        Horizon horizon = views.horizon();
        boolean sharesByFlow = FAIR.contains(horizon.settings().discipline());
        if (sharesByFlow || !horizon.seesUnresponsive() || horizon.dataPackets() == 0) {
            return Optional.empty();
        }
        DropCounts drops = horizon.drops();
        long full = drops.tail() + drops.aqm();
        return Optional.of(Suspicion.of(
                Cause.UNFAIR,
                Criterion.atLeast(Evidence.UNRESPONSIVE_RATIO, horizon.unresponsiveRatio(), SHARE_RAISE, SHARE_CLEAR),
                Criterion.atLeast(
                                "queueDropRatio",
                                (double) full / Math.max(1, horizon.offeredPackets()),
                                LossView.RAISE,
                                LossView.CLEAR)
                        .of(full, LossView.LEAST_LOSSES),
                Criterion.must("othersSend", horizon.activeFlows() >= LEAST_FLOWS)));
    }
}
