// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.plan;

import io.sojourn.engine.classify.PacketFields;
import java.util.List;

/**
 * One flow: what it carries, and the way there and back.
 *
 * @param group flows of one group are told of together
 * @param forward names of hops from the sender to the receiver
 * @param back names of hops from the receiver to the sender, for acknowledgments and answers
 * @param header of its packets to the receiver; those back have it reversed
 * @param startNanos when it starts
 * @param stopNanos when it has nothing more to send; {@code Long.MAX_VALUE} for never
 */
public record FlowPlan(
        String name,
        String group,
        Traffic traffic,
        List<String> forward,
        List<String> back,
        PacketFields header,
        long startNanos,
        long stopNanos) {
    public FlowPlan {
        forward = List.copyOf(forward);
        back = List.copyOf(back);
        if (startNanos < 0 || stopNanos <= startNanos) {
            throw new IllegalArgumentException(
                    name + ": stopNanos=" + stopNanos + " is not above startNanos=" + startNanos + " >= 0");
        }
    }
}
