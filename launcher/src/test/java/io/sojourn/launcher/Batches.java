// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Schema;
import io.sojourn.testkit.Samples;
import java.util.List;

/** Recorded batches of one queue. */
final class Batches {
    private Batches() {}

    /** A second in which queue q0 sent ten packets. */
    static SampleBatch one(String node, long sequence, long startMillis) {
        return new SampleBatch(
                Schema.CURRENT,
                node,
                sequence,
                Clocking.RECORDED,
                startMillis,
                startMillis + 1_000,
                List.of(Samples.queue("q0").sent(10).build()),
                List.of(),
                List.of());
    }
}
