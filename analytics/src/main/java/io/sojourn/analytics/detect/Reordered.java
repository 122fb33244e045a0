// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Packets overtake each other, most often because they are balanced packet by packet over paths of unequal delay: 1 % of
 * the data comes after later data and was not lost (RFC 4737 section 3), which senders answer by sending again and by
 * slowing down (RFC 5681 section 3.2: three duplicate acknowledgments).
 *
 * <p>The depth follows from rate and gap: packets a second times the difference of the delays. The gap is at most
 * {@link #gapMillis}.
 *
 * <p>False positives: a sender that sends again too early, whose copies cross the originals.
 */
final class Reordered implements Suspect {
    static final double RAISE = 0.01;
    static final double CLEAR = 0.005;
    static final int LEAST = 15;
    /** Where more is lost than comes late, the loss is the trouble: what mends holes looks late as well. */
    static final double OVER_LOST_RAISE = 1;

    static final double OVER_LOST_CLEAR = 0.5;

    @Override
    public Optional<Suspicion> suspicion(Views views) {
        Horizon horizon = views.horizon();
        OptionalDouble ratio = horizon.reorderedRatio();
        return ratio.isEmpty()
                ? Optional.empty()
                : Optional.of(Suspicion.of(
                        Cause.REORDERING,
                        Criterion.atLeast(Evidence.REORDERED_RATIO, ratio.getAsDouble(), RAISE, CLEAR)
                                .of(horizon.reorderedPackets(), LEAST),
                        Criterion.atLeast(
                                "reorderedOverLostRatio",
                                (double) horizon.reorderedPackets()
                                        / Math.max(1, views.loss().lostPackets()),
                                OVER_LOST_RAISE,
                                OVER_LOST_CLEAR)));
    }

    /** Upper bound of the difference of the delays: round-trip times from the 5th to the 95th percentile. */
    static OptionalDouble gapMillis(Horizon horizon) {
        OptionalDouble low = horizon.rttMicros().quantile(0.05);
        OptionalDouble high = horizon.rttMicros().quantile(0.95);
        return low.isEmpty() || high.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of((high.getAsDouble() - low.getAsDouble()) / 1e3);
    }

    /** Packets that one may come late by, at that gap. */
    static OptionalDouble depthPackets(Horizon horizon) {
        OptionalDouble gap = gapMillis(horizon);
        return gap.isEmpty() || horizon.coveredMillis() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(gap.getAsDouble() * horizon.sentPackets() / horizon.coveredMillis());
    }
}
