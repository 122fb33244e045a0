// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.twin.TwinForecast.Between;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * From runs to ranges: the lowest and the highest of them, widened by how far the model was from recorded kernels.
 *
 * <p>The widening is what nine in ten of those runs are off by, where that is not what Reno and CUBIC differ by, which the
 * runs themselves span: goodput 2 %, delay 10 %, and p95 delay 3 ms where no queue stands. Loss is within a factor of 1.5
 * and two tenths of a point for either congestion control.
 */
final class Ranges {
    private static final double PAYLOAD_BYTES = 1_460;
    private static final double PAYLOAD_WITHOUT_TIMESTAMPS = PAYLOAD_BYTES / 1_448;

    private static final double GOODPUT_ERROR = 0.03;
    private static final double DELAY_ERROR = 0.10;
    /** Which acknowledgments a receiver delays decides the tail of an empty queue. */
    private static final double P95_ERROR_MILLIS = 4;

    private static final double LOSS_ERROR = 0.5;
    private static final double LOSS_FLOOR = 0.002;

    private final TwinInput input;
    private final List<Outcome> outcomes;

    private Ranges(TwinInput input, List<Outcome> outcomes) {
        this.input = input;
        this.outcomes = outcomes;
    }

    static TwinForecast.Predicted of(TwinInput input, List<Outcome> outcomes) {
        Ranges ranges = new Ranges(input, outcomes);
        return new TwinForecast.Predicted(
                ranges.goodput(),
                ranges.delay(outcome -> Runs.rtt(outcome).meanMicros(), 0),
                ranges.delay(outcome -> Runs.rtt(outcome).p50Micros(), 0),
                ranges.delay(outcome -> Runs.rtt(outcome).p95Micros(), P95_ERROR_MILLIS),
                ranges.loss(),
                outcomes.size());
    }

    /** The model's error does not lift goodput above what the rate carries, or above what there is to send. */
    private Between goodput() {
        Between runs = between(Runs::goodputBitsPerSecond, GOODPUT_ERROR);
        double carried = input.box().rateBitsPerSecond() * PAYLOAD_BYTES / input.packetBytes();
        Long offered = input.load().offeredBitsPerSecond();
        double most = offered == null ? carried : Math.min(carried, offered);
        return new Between(runs.low(), runs.median(), Math.min(most, runs.high() * PAYLOAD_WITHOUT_TIMESTAMPS));
    }

    /** Nor does it take delay below the path's own. */
    private Between delay(ToDoubleFunction<Outcome> micros, double errorMillis) {
        Between runs = between(outcome -> micros.applyAsDouble(outcome) / 1e3, DELAY_ERROR);
        Long rttMicros = input.load().baseRttMicros();
        double leastMillis = rttMicros == null ? 0 : rttMicros / 1e3;
        return new Between(Math.max(leastMillis, runs.low() - errorMillis), runs.median(), runs.high() + errorMillis);
    }

    private Between loss() {
        // What is dropped was offered a queue before, maybe before the measuring began.
        Between runs = between(outcome -> Math.min(1, Runs.lossRatio(outcome)), LOSS_ERROR);
        return new Between(Math.max(0, runs.low() - LOSS_FLOOR), runs.median(), Math.min(1, runs.high() + LOSS_FLOOR));
    }

    /** Beyond the runs by a factor of {@code 1 + error}. */
    private Between between(ToDoubleFunction<Outcome> value, double error) {
        double[] runs = outcomes.stream().mapToDouble(value).sorted().toArray();
        return new Between(runs[0] / (1 + error), median(runs), runs[runs.length - 1] * (1 + error));
    }

    private static double median(double[] sorted) {
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
