// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

/** Who is told of what in a run. */
public interface Observers {
    /** @param flow place in the plan */
    FlowObserver flow(int flow);

    HopObserver hop(String name);
}
