// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import org.jspecify.annotations.Nullable;

/** Flows in order, chained through themselves; a flow is in one chain at most. Constant time. */
final class FlowChain {
    private @Nullable Flow first;
    private @Nullable Flow last;

    void addLast(Flow flow) {
        flow.unchain();
        flow.chain = this;
        flow.previous = last;
        if (last == null) {
            first = flow;
        } else {
            last.next = flow;
        }
        last = flow;
    }

    void remove(Flow flow) {
        if (flow.previous == null) {
            first = flow.next;
        } else {
            flow.previous.next = flow.next;
        }
        if (flow.next == null) {
            last = flow.previous;
        } else {
            flow.next.previous = flow.previous;
        }
        flow.previous = null;
        flow.next = null;
        flow.chain = null;
    }

    @Nullable
    Flow first() {
        return first;
    }
}
