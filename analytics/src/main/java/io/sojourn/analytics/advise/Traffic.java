// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import io.sojourn.analytics.detect.Evidence;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.Measure;
import java.util.OptionalDouble;

/**
 * The traffic of a finding, read back from its evidence. Empty where it was not seen.
 *
 * @param flows at once, at least 1
 * @param windowBytesPerFlow offered by the receivers
 * @param throughputBitsPerSecond sent, headers included
 * @param unresponsiveRatio 0 to 1
 * @param conditioned whether a node of ours owns the queue
 */
record Traffic(
        OptionalDouble baseRttMillis,
        OptionalDouble flows,
        OptionalDouble windowBytesPerFlow,
        OptionalDouble throughputBitsPerSecond,
        double unresponsiveRatio,
        boolean conditioned) {
    static Traffic of(Finding finding) {
        OptionalDouble flows = value(finding, Evidence.ACTIVE_FLOWS);
        OptionalDouble windows = value(finding, Evidence.WINDOW_BYTES);
        boolean known = flows.isPresent() && flows.getAsDouble() >= 0.5;
        return new Traffic(
                value(finding, Evidence.BASE_RTT),
                known ? OptionalDouble.of(Math.max(1, Math.round(flows.getAsDouble()))) : OptionalDouble.empty(),
                known && windows.isPresent()
                        ? OptionalDouble.of(windows.getAsDouble() / flows.getAsDouble())
                        : OptionalDouble.empty(),
                value(finding, Evidence.THROUGHPUT),
                Evidence.value(finding.evidence(), Evidence.UNRESPONSIVE_RATIO),
                Evidence.value(finding.evidence(), Evidence.CONDITIONED) > 0);
    }

    private static OptionalDouble value(Finding finding, String name) {
        return Evidence.find(finding.evidence(), name).stream()
                .mapToDouble(Measure::value)
                .findFirst();
    }
}
