// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.lab.measure.DelayStats;
import io.sojourn.lab.measure.HopOutcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * What can be asked of a line or a box.
 *
 * @param text as it is written
 * @param base packets that it is of: without any there is no value
 * @param value of an outcome and the seconds measured
 */
record HopMetric(String text, ToLongFunction<HopOutcome> base, ToDoubleBiFunction<HopOutcome, Double> value) {
    static final HopMetric LOSS =
            new HopMetric("lossPercent", HopOutcome::offeredPackets, (hop, seconds) -> hop.lossRatio() * 100);

    static final List<HopMetric> ALL = List.of(
            LOSS,
            new HopMetric("droppedPackets", HopOutcome::offeredPackets, (hop, seconds) -> hop.droppedPackets()),
            new HopMetric("backlogPeakPackets", HopOutcome::offeredPackets, (hop, seconds) -> hop.backlogPeakPackets()),
            new HopMetric("sojournMeanMillis", HopMetric::left, sojourn(DelayStats::meanMicros)),
            new HopMetric("sojournP95Millis", HopMetric::left, sojourn(DelayStats::p95Micros)),
            new HopMetric("sojournMaxMillis", HopMetric::left, sojourn(DelayStats::maxMicros)),
            // IP bytes that left.
            new HopMetric(
                    "sentMbit", HopOutcome::offeredPackets, (hop, seconds) -> hop.sentIpBytes() * 8 / seconds / 1e6));

    /** @param seconds measured */
    OptionalDouble of(HopOutcome hop, double seconds) {
        return base.applyAsLong(hop) > 0
                ? OptionalDouble.of(value.applyAsDouble(hop, seconds))
                : OptionalDouble.empty();
    }

    static Optional<HopMetric> named(String text) {
        return ALL.stream().filter(metric -> metric.text.equals(text)).findFirst();
    }

    private static long left(HopOutcome hop) {
        return hop.sojourn().count();
    }

    private static ToDoubleBiFunction<HopOutcome, Double> sojourn(ToDoubleFunction<DelayStats> micros) {
        return (hop, seconds) -> micros.applyAsDouble(hop.sojourn()) / 1e3;
    }
}
