// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

/**
 * Knows which flow has most bytes, and costs nothing until somebody asks.
 *
 * <p>Flows are put in order when a full queue first asks and kept in order, in logarithmic time for each packet, until it
 * is {@link #calm} again. Putting all in order takes time for every flow, so it is kept for at least as many packets.
 */
final class FattestFlows {
    private final FlowQueues flows;
    private FlowHeap byBytes = new FlowHeap(0);
    private boolean isKept;
    private long changes;

    FattestFlows(FlowQueues flows) {
        this.flows = flows;
    }

    /** Packets of this flow came or went. */
    void changed(int flow) {
        if (isKept) {
            byBytes.put(flow, -flows.bytes(flow));
            changes++;
        }
    }

    /** The flow with most bytes; something waits in it if anything waits at all. */
    int first() {
        if (!isKept) {
            sort();
        }
        return byBytes.first();
    }

    /** The queue is far from full. */
    void calm() {
        if (isKept && changes >= flows.size()) {
            isKept = false;
            byBytes.clear();
        }
    }

    private void sort() {
        if (byBytes.flows() < flows.size()) {
            byBytes = new FlowHeap(flows.size());
        }
        for (int flow = 0; flow < flows.size(); flow++) {
            if (flows.packets(flow) > 0) {
                byBytes.put(flow, -flows.bytes(flow));
            }
        }
        isKept = true;
        changes = 0;
    }
}
