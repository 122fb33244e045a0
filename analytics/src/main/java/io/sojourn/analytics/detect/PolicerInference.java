// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.analytics.detect.DelayDiscriminator.Kind;
import io.sojourn.analytics.detect.LtBw.Interval;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Sketch;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Whether the losses of a horizon are those of a policer somewhere on the path, from losses and delay together.
 *
 * @param test PD-C over the trails
 * @param rho see {@link DelayDiscriminator}; not a number when no delay or bucket is known
 * @param inflatedRatio share of losses before which delay was inflated
 * @param longTermBitsPerSecond what {@link LtBw} makes of the windows, in support
 * @param isByChance whether the losses may as well have come by chance
 */
record PolicerInference(
        PdResult test, double rho, double inflatedRatio, OptionalDouble longTermBitsPerSecond, boolean isByChance) {
    static final PolicerInference NONE =
            new PolicerInference(PdResult.of(PdCode.TOO_FEW_LOSSES), Double.NaN, 0, OptionalDouble.empty(), false);

    private static final double CELLS_OF_DOUBT = 2;

    /**
     * @param startsFull see {@link PdCapped#test}
     * @param knownBucketBytes depth found earlier at this rate; 0 for none
     */
    static PolicerInference of(
            Horizon horizon, TrailView trails, boolean startsFull, double baseMicros, double knownBucketBytes) {
        PdResult test = PdCapped.test(trails.cells(), startsFull);
        Sketch rtt = horizon.rttMicros();
        Sketch before = trails.delayBeforeLossMicros().isEmpty() ? rtt : trails.delayBeforeLossMicros();
        double base = TrailView.leastKnown(baseMicros, trails.baseDelayMicros());
        boolean known = test.rateBitsPerSecond() > 0 && !before.isEmpty() && base > 0;
        double bucket = Math.max(test.bucketBytes(), knownBucketBytes);
        double rho = known
                ? DelayDiscriminator.rho(before.quantile(0.5).orElse(0), base, test.rateBitsPerSecond(), bucket)
                : Double.NaN;
        return new PolicerInference(
                test,
                rho,
                DelayDiscriminator.inflatedBeforeLoss(before, rtt.isEmpty() ? before : rtt),
                LtBw.policedBitsPerSecond(intervals(horizon, trails), LtBw.PREFILTER_RATIO),
                isByChance(test, trails.cells()));
    }

    /**
     * A stream of constant rate that loses packets by chance looks like one through a bucket no deeper than what passes in
     * a few cells: then the distances of the losses decide.
     */
    private static boolean isByChance(PdResult test, Cells cells) {
        double cellBytes = test.rateBitsPerSecond() * cells.widthMicros() / 8e6;
        return test.bucketBytes() < PdCapped.SMALL_BUCKET_BYTES + CELLS_OF_DOUBT * cellBytes
                && cells.lossRatio() < LostAtRandom.MOST_RAISE
                && Dispersion.of(cells).map(Dispersion::excess).orElse(Double.POSITIVE_INFINITY)
                        <= LostAtRandom.EXCESS_RAISE;
    }

    private static List<Interval> intervals(Horizon horizon, TrailView trails) {
        return horizon.windows().stream()
                .filter(window -> window.coveredMillis() > 0)
                .map(window -> interval(window, trails))
                .toList();
    }

    private static Interval interval(QueueWindow window, TrailView trails) {
        long lost = trails.cells().list().stream()
                .filter(cell -> cell.startMicros() >= window.startMillis() * 1_000
                        && cell.startMicros() < window.endMillis() * 1_000)
                .mapToLong(Cell::lostPackets)
                .sum();
        long delivered = Math.max(1, window.offeredPackets() - lost);
        return new Interval(window.sentBytes() * 8e3 / window.coveredMillis(), (double) lost / delivered);
    }

    boolean isPolicer() {
        return test.code() == PdCode.POLICED
                && !isByChance
                && !Double.isNaN(rho)
                && DelayDiscriminator.kind(rho) == Kind.POLICER
                && inflatedRatio <= DelayDiscriminator.INFLATED_SHARE;
    }
}
