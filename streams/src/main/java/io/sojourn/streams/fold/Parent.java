// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Scope;
import org.jspecify.annotations.Nullable;

/**
 * A sum of queues that may lie on several nodes.
 *
 * @param scope LINK, SITE, SUBSCRIBER or GROUP
 * @param node the node of a LINK's queue, else the label of the scope: see {@link io.sojourn.telemetry.QueueWindow}
 * @param queue the LINK's queue, else the name
 * @param expectedQueues how many queues it is the sum of, by the inventory
 * @param capacityBitsPerSecond of a LINK; null where nobody says
 */
public record Parent(
        Scope scope,
        String node,
        String queue,
        long expectedQueues,
        @Nullable Long capacityBitsPerSecond) {
    /** One name for all of its parts. */
    public String key() {
        return scope.label() + "/" + node + "/" + queue;
    }
}
