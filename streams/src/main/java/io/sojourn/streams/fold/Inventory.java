// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

/** What is above each queue, as it stands now. */
@FunctionalInterface
public interface Inventory {
    /** Nothing is known: a queue is a part of its node alone. */
    Inventory NONE = (node, queue) -> Placement.ALONE;

    Placement of(String node, String queue);
}
