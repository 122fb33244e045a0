// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

/** Flows in the order of their turns, chained through their {@link FlowQueues}; a flow stands in one line at most. */
final class FlowLine {
    private final FlowQueues flows;
    private int first = FlowQueues.NONE;
    private int last = FlowQueues.NONE;

    FlowLine(FlowQueues flows) {
        this.flows = flows;
    }

    void addLast(int flow) {
        flows.setNext(flow, FlowQueues.NONE);
        if (first == FlowQueues.NONE) {
            first = flow;
        } else {
            flows.setNext(last, flow);
        }
        last = flow;
    }

    /** {@link FlowQueues#NONE} when empty. */
    int first() {
        return first;
    }

    /** Of a line that is not empty. */
    int removeFirst() {
        int flow = first;
        first = flows.next(flow);
        return flow;
    }

    boolean isEmpty() {
        return first == FlowQueues.NONE;
    }
}
