// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import static io.sojourn.lab.twin.KernelTable.GOODPUT;
import static io.sojourn.lab.twin.KernelTable.LOSS;
import static io.sojourn.lab.twin.KernelTable.MEAN;
import static io.sojourn.lab.twin.KernelTable.P50;
import static io.sojourn.lab.twin.KernelTable.P95;

import io.sojourn.lab.twin.KernelTable.Quantity;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * What the widening of ranges is worth on runs that it was not chosen on: fitted on the runs of one congestion control, tried
 * on those of the other.
 *
 * @param fitted the least errors, in steps, with which {@link #AIM} of the one half are within
 * @param tried the other half, with those
 */
record HoldOut(ModelError fitted, KernelTable tried) {
    private static final double AIM = 0.9;
    private static final double RATIO_STEP = 0.005;
    private static final double MILLIS_STEP = 0.5;
    private static final double LOSS_STEP = 0.1;
    private static final int MOST_STEPS = 200;

    static HoldOut of(KernelTable table, String fittedOn, String triedOn) {
        ModelError fitted = fit(table.only(fittedOn));
        return new HoldOut(fitted, table.only(triedOn).with(fitted));
    }

    /** Two tenths of a point of loss are not fitted: where the runs lose nothing a factor says nothing. */
    private static ModelError fit(KernelTable half) {
        double points = ModelError.STATED.lossPoints();
        double goodput = least(RATIO_STEP, half, error -> new ModelError(error, 0, 0, 0, points), GOODPUT);
        double delay = least(RATIO_STEP, half, error -> new ModelError(0, error, 0, 0, points), MEAN, P50);
        double p95 = least(MILLIS_STEP, half, error -> new ModelError(0, delay, error, 0, points), P95);
        double loss = least(LOSS_STEP, half, error -> new ModelError(0, 0, 0, error, points), LOSS);
        return new ModelError(goodput, delay, p95, loss, points);
    }

    private static double least(
            double step, KernelTable half, DoubleFunction<ModelError> error, Quantity... quantities) {
        for (int steps = 0; steps < MOST_STEPS; steps++) {
            if (half.with(error.apply(steps * step)).coverage(quantities) >= AIM) {
                return steps * step;
            }
        }
        throw new IllegalStateException("no error is large enough");
    }

    /** As the document has it. */
    static String markdown(KernelTable table) {
        HoldOut onCubic = of(table, "cubic", "reno");
        HoldOut onReno = of(table, "reno", "cubic");
        return String.join(
                "\n",
                List.of(
                        "| range widened by | in use | fitted on CUBIC | then within, of Reno | fitted on Reno | then within, of CUBIC |",
                        "|---|---|---|---|---|---|",
                        line("goodput, %", 100, ModelError::goodputRatio, onCubic, onReno, GOODPUT),
                        line("mean and median RTT, %", 100, ModelError::delayRatio, onCubic, onReno, MEAN, P50),
                        line("p95 RTT, ms besides", 1, ModelError::p95Millis, onCubic, onReno, P95),
                        line("loss, %", 100, ModelError::lossRatio, onCubic, onReno, LOSS)));
    }

    private static String line(
            String name,
            double scale,
            ToDoubleFunction<ModelError> part,
            HoldOut onCubic,
            HoldOut onReno,
            Quantity... quantities) {
        return String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.0f %% | %.1f | %.0f %% |",
                name,
                scale * part.applyAsDouble(ModelError.STATED),
                scale * part.applyAsDouble(onCubic.fitted),
                100 * onCubic.tried.coverage(quantities),
                scale * part.applyAsDouble(onReno.fitted),
                100 * onReno.tried.coverage(quantities));
    }
}
