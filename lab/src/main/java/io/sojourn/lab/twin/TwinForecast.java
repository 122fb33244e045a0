// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

/** What the twin says of a setting: numbers as ranges, or why there are none. */
public sealed interface TwinForecast {
    /**
     * @param low lowest of all runs, less the model's error (see {@link Twin})
     * @param median of all runs: the forecast as one number
     * @param high highest of all runs, and the model's error
     */
    record Between(double low, double median, double high) {}

    /**
     * @param goodputBitsPerSecond payload delivered in order, all flows; the low end counts TCP timestamps (1448 bytes a
     *     segment), the high end none (1460)
     * @param delayMeanMillis mean round-trip time, clean samples (Karn)
     * @param delayP50Millis its median
     * @param delayP95Millis its 95th percentile
     * @param lossRatio packets dropped over packets offered to the box, 0 to 1
     * @param runs simulations behind the ranges
     */
    record Predicted(
            Between goodputBitsPerSecond,
            Between delayMeanMillis,
            Between delayP50Millis,
            Between delayP95Millis,
            Between lossRatio,
            int runs)
            implements TwinForecast {}

    /** @param reason name, value and bound of what stands against a forecast */
    record Refused(String reason) implements TwinForecast {}
}
