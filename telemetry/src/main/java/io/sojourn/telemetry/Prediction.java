// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * What a setting would do.
 *
 * @param model how it was predicted: "twin" (virtual time) or the formula's name
 * @param goodputBitsPerSecond payload delivered, all flows
 * @param delayP50Millis round-trip time, median
 * @param delayP95Millis round-trip time, 95th percentile
 * @param lossRatio packets dropped over packets offered, 0 to 1
 * @param refused why there are no numbers; null when there are
 */
public record Prediction(
        String model,
        @Nullable Span goodputBitsPerSecond,
        @Nullable Span delayP50Millis,
        @Nullable Span delayP95Millis,
        @Nullable Span lossRatio,
        @Nullable String refused) {
    public Prediction {
        Range.name("model", model);
    }
}
