// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A path that loses packets one by one, whatever the load: radio, a bad cable, a failing port. Lost elsewhere than in this
 * queue, as steadily as chance ({@link Dispersion}), without a queue that stands, without a delay that rises before
 * losses, below the rate, not like a bucket (PD-C), and not where a policer was found in the last ten minutes.
 *
 * <p>False positives: a very short queue elsewhere that many flows overflow in turn; an active queue manager elsewhere
 * that keeps its queue below what delays show.
 */
final class LostAtRandom implements Suspect {
    static final double RAISE = 0.002;
    static final double CLEAR = 0.001;
    /** More is seldom the fault of a line: policers and full queues take that much. */
    static final double MOST_RAISE = 0.035;

    static final double MOST_CLEAR = 0.05;
    static final double EXCESS_RAISE = 1;
    static final double EXCESS_CLEAR = 2;
    static final double FULL = 0.95;

    @Override
    public Optional<Suspicion> suspicion(Views views) {
        LossView loss = views.loss();
        Optional<Dispersion> dispersion =
                loss.isTrailFromElsewhere() ? Dispersion.of(views.trails().cells()) : Dispersion.of(views.horizon());
        boolean seen = loss.dataPackets() > 0 || loss.isTrailFromElsewhere();
        if (!seen || views.delay().standing().isEmpty() || (dispersion.isEmpty() && loss.elsewherePackets() > 0)) {
            return Optional.empty();
        }
        return Optional.of(Suspicion.of(
                Cause.RANDOM_LOSS,
                Criterion.atLeast(Evidence.ELSEWHERE_RATIO, loss.elsewhereRatio(), RAISE, CLEAR)
                        .of(loss.elsewherePackets(), LossView.LEAST_LOSSES),
                Criterion.atMost("lostElsewhereAtMostRatio", loss.elsewhereRatio(), MOST_RAISE, MOST_CLEAR),
                Criterion.atMost(
                        Evidence.DISPERSION,
                        dispersion.map(Dispersion::excess).orElse(0.0),
                        EXCESS_RAISE,
                        EXCESS_CLEAR),
                Bloated.absent(views.standing()),
                Criterion.atMost(
                        Evidence.INFLATED_LOSSES,
                        views.inference().inflatedRatio(),
                        DelayDiscriminator.INFLATED_SHARE,
                        2 * DelayDiscriminator.INFLATED_SHARE),
                Criterion.must("notFull", isNotFull(views.horizon())),
                Criterion.must(
                        "notOfABucket",
                        !views.isPolicerKnown() && !views.inference().isPolicer())));
    }

    /** A link whose rate is not known is not taken for full. */
    private static boolean isNotFull(Horizon horizon) {
        @Nullable Long set = horizon.settings().rateBitsPerSecond();
        return set == null || horizon.throughputBitsPerSecond() < FULL * set;
    }
}
