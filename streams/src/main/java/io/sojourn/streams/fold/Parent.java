// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Scope;
import org.jspecify.annotations.Nullable;

/**
 * A sum of queues that may lie on several nodes. There is one object for each: what the inventory says of it may change while
 * others look.
 */
public final class Parent {
    private final Scope scope;
    private final String node;
    private final String queue;
    private final String key;
    private volatile long expectedQueues;
    private volatile @Nullable Long capacityBitsPerSecond;

    /**
     * @param scope LINK, SITE, SUBSCRIBER or GROUP
     * @param node the node of a LINK's queue, else the label of the scope: see {@link io.sojourn.telemetry.QueueWindow}
     * @param queue the LINK's queue, else the name
     */
    Parent(Scope scope, String node, String queue) {
        this.scope = scope;
        this.node = node;
        this.queue = queue;
        this.key = key(scope, node, queue);
    }

    /** One name for all parts of one parent. */
    public static String key(Scope scope, String node, String queue) {
        return scope.label() + "/" + node + "/" + queue;
    }

    Scope scope() {
        return scope;
    }

    String node() {
        return node;
    }

    String queue() {
        return queue;
    }

    String key() {
        return key;
    }

    /** How many queues it is the sum of, by the inventory. */
    long expectedQueues() {
        return expectedQueues;
    }

    /** Of a LINK; null where nobody says. */
    @Nullable
    Long capacityBitsPerSecond() {
        return capacityBitsPerSecond;
    }

    void expect(long queues) {
        expectedQueues = queues;
    }

    void capacity(@Nullable Long bitsPerSecond) {
        capacityBitsPerSecond = bitsPerSecond;
    }

    @Override
    public String toString() {
        return key + " of " + expectedQueues;
    }
}
