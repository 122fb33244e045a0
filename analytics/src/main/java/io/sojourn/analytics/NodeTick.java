// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.SampleBatch;
import java.util.List;

/** What analytics needs of a batch: that the node's time moved on, and its trails. */
public record NodeTick(String node, long endMillis, List<LossTrail> trails) {
    static NodeTick of(SampleBatch batch) {
        return new NodeTick(batch.node(), batch.endMillis(), batch.trails());
    }
}
