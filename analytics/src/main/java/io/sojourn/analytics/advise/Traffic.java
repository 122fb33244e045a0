// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import io.sojourn.analytics.detect.Evidence;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.Measure;
import java.util.OptionalDouble;

/**
 * The traffic of a finding, read back from its evidence. Empty where it was not seen.
 *
 * @param packets offered in the horizon
 * @param flows at once, at least 1
 * @param windowBytesPerFlow offered by the receivers
 * @param throughputBitsPerSecond sent, headers included, in the median second with traffic
 * @param rttP50Millis where the queue's own sojourn times are measured, those above the base
 * @param rttP95Millis likewise
 * @param dropRatio dropped by the queue itself, by its counters
 * @param lossRatio lost anywhere, by trail
 * @param unresponsiveRatio 0 to 1
 * @param conditioned whether a node of ours owns the queue
 */
record Traffic(
        OptionalDouble packets,
        OptionalDouble baseRttMillis,
        OptionalDouble flows,
        OptionalDouble windowBytesPerFlow,
        OptionalDouble throughputBitsPerSecond,
        OptionalDouble rttP50Millis,
        OptionalDouble rttP95Millis,
        OptionalDouble dropRatio,
        OptionalDouble lossRatio,
        double unresponsiveRatio,
        boolean conditioned) {
    static Traffic of(Finding finding) {
        OptionalDouble flows = value(finding, Evidence.ACTIVE_FLOWS);
        OptionalDouble windows = value(finding, Evidence.WINDOW_BYTES);
        OptionalDouble base = value(finding, Evidence.BASE_RTT);
        boolean known = flows.isPresent() && flows.getAsDouble() >= 0.5;
        return new Traffic(
                value(finding, Evidence.OFFERED_PACKETS),
                base,
                known ? OptionalDouble.of(Math.max(1, Math.round(flows.getAsDouble()))) : OptionalDouble.empty(),
                known && windows.isPresent()
                        ? OptionalDouble.of(windows.getAsDouble() / flows.getAsDouble())
                        : OptionalDouble.empty(),
                first(value(finding, Evidence.THROUGHPUT_P50), value(finding, Evidence.THROUGHPUT)),
                delay(base, value(finding, Evidence.SOJOURN_P50), value(finding, Evidence.RTT_P50)),
                delay(base, value(finding, Evidence.SOJOURN_P95), value(finding, Evidence.RTT_P95)),
                value(finding, Evidence.DROP_RATIO),
                value(finding, Evidence.LOSS_RATIO),
                Evidence.value(finding.evidence(), Evidence.UNRESPONSIVE_RATIO),
                Evidence.value(finding.evidence(), Evidence.CONDITIONED) > 0);
    }

    /** Round trips seen at a queue may be those of the path behind it only: its own time is the better known. */
    private static OptionalDouble delay(OptionalDouble base, OptionalDouble sojourn, OptionalDouble rtt) {
        return base.isPresent() && sojourn.isPresent()
                ? OptionalDouble.of(base.getAsDouble() + sojourn.getAsDouble())
                : rtt;
    }

    private static OptionalDouble first(OptionalDouble better, OptionalDouble otherwise) {
        return better.isPresent() ? better : otherwise;
    }

    private static OptionalDouble value(Finding finding, String name) {
        return Evidence.find(finding.evidence(), name).stream()
                .mapToDouble(Measure::value)
                .findFirst();
    }
}
