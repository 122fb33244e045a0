// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * A node's answer to a setting. Topic {@code applied-settings}, key {@code node/queue}.
 *
 * @param revision the setting's
 * @param reason why it was refused or reverted: name, value, bound; empty when applied
 * @param inForceRevision what the queue now runs
 * @param inForce null when the node has no such queue
 * @param atMillis event time of the node, between two packets
 */
public record AppliedSetting(
        int schema,
        String node,
        String queue,
        long revision,
        Outcome outcome,
        String reason,
        long inForceRevision,
        @Nullable QueueSettings inForce,
        @Nullable String recommendationId,
        long atMillis) {
    public AppliedSetting {
        Schema.check(schema);
        Range.name("node", node);
        Range.name("queue", queue);
        Range.atLeast("revision", revision, 0);
        Range.present("outcome", outcome);
        Range.present("reason", reason);
        Range.atLeast("inForceRevision", inForceRevision, 0);
        Range.atLeast("atMillis", atMillis, 0);
    }
}
