// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.twin.TwinForecast.Between;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * From runs to ranges: the lowest and the highest of them, widened by how far the model was from recorded kernels
 * ({@link ModelError}). What Reno and CUBIC differ by is not in that: the runs themselves span it. Where runs are too short
 * to settle ({@link Runs#settle}), ranges are open to what the setting itself bounds: delay from an empty queue to a full
 * one, any loss from none on, goodput from three quarters of the rate on where the queue does not hold what the path does.
 */
final class Ranges {
    private static final double PAYLOAD_BYTES = 1_460;
    private static final double PAYLOAD_WITHOUT_TIMESTAMPS = PAYLOAD_BYTES / Runs.PAYLOAD_BYTES;
    /** Of the rate, what flows get that halve their windows at once, where no queue makes up for it: the mean of 1/2 and 1. */
    private static final double HALVED_USE = 0.75;

    private final TwinInput input;
    private final List<Outcome> outcomes;
    private final ModelError error;
    private final boolean settled;

    private Ranges(TwinInput input, List<Outcome> outcomes, ModelError error) {
        this.input = input;
        this.outcomes = outcomes;
        this.error = error;
        this.settled = Runs.settle(input);
    }

    static TwinForecast.Predicted of(TwinInput input, List<Outcome> outcomes, ModelError error) {
        Ranges ranges = new Ranges(input, outcomes, error);
        return new TwinForecast.Predicted(
                ranges.goodput(),
                ranges.delay(outcome -> Runs.rtt(outcome).meanMicros(), 0),
                ranges.delay(outcome -> Runs.rtt(outcome).p50Micros(), 0),
                ranges.delay(outcome -> Runs.rtt(outcome).p95Micros(), error.p95Millis()),
                ranges.loss(),
                outcomes.size());
    }

    /** Payload that the rate carries at most: segments without timestamps. */
    static double carriedBitsPerSecond(TwinInput input) {
        return input.box().rateBitsPerSecond() * PAYLOAD_BYTES / input.packetBytes();
    }

    /** The model's error does not lift goodput above what the rate carries, or above what there is to send. */
    private Between goodput() {
        Between runs = between(Runs::goodputBitsPerSecond, error.goodputRatio());
        double carried = carriedBitsPerSecond(input);
        Long offered = input.load().offeredBitsPerSecond();
        double most = offered == null ? carried : Math.min(carried, offered);
        double low = settled || Runs.queueHoldsThePath(input) ? runs.low() : Math.min(runs.low(), HALVED_USE * most);
        return new Between(
                Math.min(low, most),
                Math.min(most, runs.median()),
                Math.min(most, runs.high() * PAYLOAD_WITHOUT_TIMESTAMPS));
    }

    /** Nor does it take delay below the path's own. */
    private Between delay(ToDoubleFunction<Outcome> micros, double errorMillis) {
        Between runs = between(outcome -> micros.applyAsDouble(outcome) / 1e3, error.delayRatio());
        Long rttMicros = input.load().baseRttMicros();
        double leastMillis = rttMicros == null ? 0 : rttMicros / 1e3;
        double low = settled ? runs.low() - errorMillis : leastMillis;
        double high = settled ? 0 : Runs.fullNanos(input) / 1e6;
        return new Between(Math.max(leastMillis, low), runs.median(), Math.max(high, runs.high() + errorMillis));
    }

    private Between loss() {
        // What is dropped was offered a queue before, maybe before the measuring began.
        Between runs = between(outcome -> Math.min(1, Runs.lossRatio(outcome)), error.lossRatio());
        return new Between(
                settled ? Math.max(0, runs.low() - error.lossPoints()) : 0,
                runs.median(),
                Math.min(1, runs.high() + error.lossPoints()));
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
