// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.classify.Classifier;
import io.sojourn.engine.classify.PacketFields;
import io.sojourn.engine.classify.Rule;
import io.sojourn.engine.classify.Subscribers;
import java.util.List;

/**
 * Says which queue a packet goes to: that of the first rule that takes it, else that of the subscriber whose address its
 * destination or else its source is, else the default.
 */
public final class QueueChooser {
    /** No queue takes the packet. */
    public static final int NONE = -1;

    private final Classifier rules;
    private final Subscribers subscribers;
    private final int[] queueOfOwner;
    private final boolean hasSubscribers;
    private final int byDefault;

    /**
     * @param rules results are places in the policy's list of queues
     * @param subscribers owners are places in {@code placeOfOwner}
     * @param placeOfOwner of each subscriber a place in the list of queues, or {@link #NONE} for the default
     * @param byDefault a place in that list, or {@link #NONE}
     */
    QueueChooser(List<Rule> rules, List<Subscribers.Entry> subscribers, List<Integer> placeOfOwner, int byDefault) {
        this.rules = Classifier.compile(rules, NONE);
        this.subscribers = new Subscribers(subscribers);
        this.queueOfOwner = placeOfOwner.stream().mapToInt(Integer::intValue).toArray();
        this.hasSubscribers = !subscribers.isEmpty();
        this.byDefault = byDefault;
    }

    /** Place in the policy's list of queues, or {@link #NONE}. */
    public int queueOf(PacketFields packet) {
        int queue = rules.classify(packet);
        if (queue == NONE && hasSubscribers) {
            int owner = subscribers.owner(packet.ipVersion, packet.destinationHigh, packet.destinationLow);
            if (owner == Subscribers.NOBODY) {
                owner = subscribers.owner(packet.ipVersion, packet.sourceHigh, packet.sourceLow);
            }
            queue = owner == Subscribers.NOBODY ? NONE : queueOfOwner[owner];
        }
        return queue == NONE ? byDefault : queue;
    }
}
