// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.SampleBatch;

/** What happens to the fold of one node. */
public sealed interface Event {
    /** By the broker's clock. */
    default long atMillis() {
        return this instanceof Arrival arrival ? arrival.appendedMillis() : ((Silence) this).nowMillis();
    }

    /**
     * A batch comes.
     *
     * @param appendedMillis the broker's time
     */
    record Arrival(SampleBatch batch, long appendedMillis) implements Event {}

    /** The node is found silent. */
    record Silence(long nowMillis) implements Event {}
}
