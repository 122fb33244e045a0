// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.OutOfRange;

/**
 * How a capture becomes samples.
 *
 * @param node name of the node that the batches bear
 * @param flowsAsQueues whether the heaviest flows also appear as queues of their own, named by the flow
 * @param flowQueueLimit how many of them at a time, 1 to 64
 * @param topFlows flow samples a batch, 0 to 256
 * @param flowTableLimit connections kept at a time, 16 to 1 000 000; the one longest silent makes room
 */
public record CaptureOptions(String node, boolean flowsAsQueues, int flowQueueLimit, int topFlows, int flowTableLimit) {
    public CaptureOptions {
        between("flowQueueLimit", flowQueueLimit, 1, 64);
        between("topFlows", topFlows, 0, 256);
        between("flowTableLimit", flowTableLimit, 16, 1_000_000);
    }

    /** Directions only, 64 top flows, 65 536 connections. */
    public static CaptureOptions of(String node) {
        return new CaptureOptions(node, false, 16, 64, 65_536);
    }

    /** The same, with or without the heaviest flows as queues of their own. */
    public CaptureOptions withFlowsAsQueues(boolean value) {
        return new CaptureOptions(node, value, flowQueueLimit, topFlows, flowTableLimit);
    }

    private static void between(String field, int value, int low, int high) {
        if (value < low || value > high) {
            throw new OutOfRange(field, value, "from " + low + " to " + high);
        }
    }
}
