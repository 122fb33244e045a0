// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The receivers' windows fill a queue that stands: hardly any loss, data in flight that stays at the windows, and windows
 * over round-trip time explain the rate. Once said, it holds as long as the windows stay full.
 *
 * <p>False positives: see {@link ReceiveWindowLimit}.
 */
final class WindowLimited implements Suspect {
    /** "About no loss" of the decision table. */
    static final double LOSS_LIMIT = 0.001;

    @Override
    public Optional<Suspicion> suspicion(Views views) {
        OptionalDouble standing = views.delay().standing();
        if (standing.isEmpty() || views.recentHorizon().advertisedWindowBytes() == 0) {
            return Optional.empty();
        }
        return Optional.of(Suspicion.of(
                Cause.RECEIVE_WINDOW_LIMITED,
                Bloated.criterion(standing.getAsDouble()),
                Criterion.must("windowsAreFull", isFlat(views)),
                Criterion.must(
                        "windowsExplainTheRate", explains(views) || views.held() == Cause.RECEIVE_WINDOW_LIMITED)));
    }

    private static boolean isFlat(Views views) {
        Horizon now = views.recentHorizon();
        LossView recent = views.recent();
        return now.advertisedWindowBytes() > 0
                && now.inflightBytes() >= ReceiveWindowLimit.FLAT_RATIO * now.advertisedWindowBytes()
                && Math.max(recent.dropRatio(), recent.retransmitRatio()) < LOSS_LIMIT;
    }

    private static boolean explains(Views views) {
        Horizon now = views.recentHorizon();
        OptionalDouble rtt = now.rttMicros().quantile(0.5);
        return rtt.isPresent()
                && ReceiveWindowLimit.holds(
                        now.advertisedWindowBytes(),
                        now.inflightBytes(),
                        rtt.getAsDouble(),
                        now.payloadBitsPerSecond());
    }

    /** Whether it would be raised if nothing held. */
    static boolean isClear(Views views) {
        return isFlat(views) && explains(views);
    }
}
