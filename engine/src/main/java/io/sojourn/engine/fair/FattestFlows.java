// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

import io.sojourn.engine.KeyedHeap;
import org.jspecify.annotations.Nullable;

/**
 * Knows which flow has most bytes, and costs nothing until somebody asks.
 *
 * <p>Flows are put in order when a full queue first asks and kept in order, in logarithmic time for each packet, until it
 * is {@link #calm} again. Putting all in order takes time for every flow, so it is kept for at least as many packets.
 */
final class FattestFlows {
    private final FlowQueues flows;
    /** Made when somebody first asks. */
    private @Nullable KeyedHeap heap;

    private boolean isKept;
    private long changes;

    FattestFlows(FlowQueues flows) {
        this.flows = flows;
    }

    /** Packets of this flow came or went. */
    void changed(int flow) {
        if (isKept) {
            heap().put(flow, -flows.bytes(flow));
            changes++;
        }
    }

    /** The flow with most bytes; something waits in it if anything waits at all. */
    int first() {
        if (!isKept) {
            sort();
        }
        return heap().first();
    }

    /** The queue is far from full. */
    void calm() {
        if (isKept && changes >= flows.size()) {
            isKept = false;
            heap().clear();
        }
    }

    private void sort() {
        KeyedHeap byBytes = heap();
        for (int flow = 0; flow < flows.size(); flow++) {
            if (flows.packets(flow) > 0) {
                byBytes.put(flow, -flows.bytes(flow));
            }
        }
        isKept = true;
        changes = 0;
    }

    private KeyedHeap heap() {
        KeyedHeap made = heap;
        if (made == null) {
            made = new KeyedHeap(KeyedHeap.places(flows.size()));
            heap = made;
        }
        return made;
    }
}
