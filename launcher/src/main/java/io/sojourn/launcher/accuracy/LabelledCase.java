// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import io.sojourn.telemetry.SampleSink;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One recording and what is right about it.
 *
 * @param set the source, as "policing-lab"
 * @param view how it was seen, as "capture" or "counters"
 * @param name within its set; cases of one run bear one name up to the first slash
 * @param kind what was there, as "policer": scores are told for each
 * @param baseRttMicros round-trip time without a queue, null when not known
 * @param judgesFlows whether the truth holds of its single flows too
 * @param truth asked when all was read: of what is simulated it is counted meanwhile
 */
public record LabelledCase(
        String set,
        String view,
        String name,
        String kind,
        @Nullable Long baseRttMicros,
        boolean judgesFlows,
        Samples samples,
        Supplier<Truth> truth) {
    /** Reads a recording to its end. */
    @FunctionalInterface
    public interface Samples {
        /** @throws io.sojourn.launcher.process.Refusal when it can't be read */
        void read(SampleSink sink) throws InterruptedException;
    }
}
