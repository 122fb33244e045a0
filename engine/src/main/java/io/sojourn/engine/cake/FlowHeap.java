// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import java.util.Arrays;

/** Flows by the bytes that wait in them, the most first (a binary heap). Logarithmic; grows past its largest only. */
final class FlowHeap {
    private Flow[] flows = new Flow[0];
    private int size;

    /** The flow's backlog has changed: it moves, comes in, or goes out once it has none. */
    void changed(Flow flow) {
        if (flow.heapPlace < 0 && !flow.waiting.isEmpty()) {
            add(flow);
        } else if (flow.heapPlace >= 0 && flow.waiting.isEmpty()) {
            remove(flow);
        } else if (flow.heapPlace >= 0) {
            sink(rise(flow.heapPlace));
        }
    }

    Flow fattest() {
        return flows[0];
    }

    void clear() {
        for (int i = 0; i < size; i++) {
            flows[i].heapPlace = -1;
        }
        size = 0;
    }

    int size() {
        return size;
    }

    private void add(Flow flow) {
        if (size == flows.length) {
            int before = flows.length;
            flows = Arrays.copyOf(flows, Math.max(64, 2 * size));
            Arrays.fill(flows, before, flows.length, flow);
        }
        place(flow, size);
        size++;
        rise(size - 1);
    }

    private void remove(Flow flow) {
        int at = flow.heapPlace;
        flow.heapPlace = -1;
        size--;
        if (at < size) {
            place(flows[size], at);
            sink(rise(at));
        }
    }

    private int rise(int from) {
        int at = from;
        Flow flow = flows[at];
        while (at > 0 && bytes((at - 1) / 2) < flow.waiting.bytes()) {
            place(flows[(at - 1) / 2], at);
            at = (at - 1) / 2;
        }
        place(flow, at);
        return at;
    }

    private void sink(int from) {
        int at = from;
        Flow flow = flows[at];
        while (true) {
            int child = 2 * at + 1;
            if (child + 1 < size && bytes(child + 1) > bytes(child)) {
                child++;
            }
            if (child >= size || bytes(child) <= flow.waiting.bytes()) {
                break;
            }
            place(flows[child], at);
            at = child;
        }
        place(flow, at);
    }

    private void place(Flow flow, int at) {
        flows[at] = flow;
        flow.heapPlace = at;
    }

    private long bytes(int at) {
        return flows[at].waiting.bytes();
    }
}
