// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

/** Who is told of what in a run. */
public interface Observers {
    /** @param flow place in the plan */
    FlowObserver flow(int flow);

    HopObserver hop(String name);

    /** Tells both. */
    static Observers both(Observers first, Observers second) {
        return new Observers() {
            @Override
            public FlowObserver flow(int flow) {
                return FlowObserver.both(first.flow(flow), second.flow(flow));
            }

            @Override
            public HopObserver hop(String name) {
                return HopObserver.both(first.hop(name), second.hop(name));
            }
        };
    }
}
