// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** What a window is of. All but a queue are parents: the merge of the queues that the inventory puts below them. */
public enum Scope {
    /** One queue of one node. */
    QUEUE,
    /** The queues whose parent is one queue: what feeds it. */
    LINK,
    /** The queues of one node. */
    NODE,
    /** The queues of one site. */
    SITE,
    /** The queues of one subscriber. */
    SUBSCRIBER,
    /** The queues of one group of subscribers. */
    GROUP;

    /** In lower case, as it stands in keys. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
