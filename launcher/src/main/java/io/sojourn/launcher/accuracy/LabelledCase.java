// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import io.sojourn.telemetry.SampleSink;

/**
 * One recording and what is right about it.
 *
 * @param set the source, as "policing-lab"
 * @param view how it was seen, as "capture" or "counters"
 * @param name within its set; cases of one run bear one name up to the first slash
 * @param kind what was there, as "policer": scores are told for each
 * @param judgesFlows whether the truth holds of its single flows too
 */
public record LabelledCase(
        String set, String view, String name, String kind, Truth truth, boolean judgesFlows, Samples samples) {
    /** Reads a recording to its end. */
    @FunctionalInterface
    public interface Samples {
        /** @throws io.sojourn.launcher.process.Refusal when it can't be read */
        void read(SampleSink sink) throws InterruptedException;
    }
}
