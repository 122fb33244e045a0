// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSample;
import java.util.ArrayList;
import java.util.List;

/**
 * What is told of a second, in parts that each fit into one record of the {@code samples} topic. A node of few queues
 * tells of all of them; one of many only of those with traffic, and keeps nothing for the rest.
 */
final class Telling {
    /** A node of more tells only of those with traffic. */
    private static final int MANY_QUEUES = 100;

    /** Queues in one part: with flows and trails of all of them well below the size of a record. */
    private static final int PART_QUEUES = 64;

    private static final int FLOWS_A_QUEUE = 64;
    private static final int FEWEST_FLOWS_A_QUEUE = 4;
    private static final int FLOWS = 512;

    private Telling() {}

    /** One part: a batch without its number and time. */
    record Part(List<QueueSample> queues, List<FlowSample> flows, List<LossTrail> trails) {}

    /** At least one part, in the order of the queues. */
    static List<Part> of(List<NodeQueue> queues) {
        boolean many = queues.size() > MANY_QUEUES;
        List<NodeQueue> busy =
                many ? queues.stream().filter(queue -> !queue.isIdle()).toList() : queues;
        int flowsAQueue = Math.max(FEWEST_FLOWS_A_QUEUE, Math.min(FLOWS_A_QUEUE, FLOWS / Math.max(1, busy.size())));
        List<Part> parts = new ArrayList<>();
        for (int from = 0; from < Math.max(1, busy.size()); from += PART_QUEUES) {
            parts.add(part(busy.subList(from, Math.min(busy.size(), from + PART_QUEUES)), flowsAQueue, many));
        }
        return parts;
    }

    private static Part part(List<NodeQueue> queues, int flowsAQueue, boolean many) {
        List<QueueSample> samples = new ArrayList<>();
        List<FlowSample> flows = new ArrayList<>();
        List<LossTrail> trails = new ArrayList<>();
        for (NodeQueue queue : queues) {
            // The sample first: it counts the flows, which are then taken.
            QueueSample sample = queue.sample();
            samples.add(sample);
            flows.addAll(queue.takeFlows(flowsAQueue));
            LossTrail trail = queue.takeTrail();
            if (trail != null) {
                trails.add(trail);
            }
            if (many && isQuiet(sample)) {
                queue.rest();
            }
        }
        return new Part(samples, flows, TrailBudget.fit(trails));
    }

    private static boolean isQuiet(QueueSample sample) {
        Long backlog = sample.backlogPackets();
        return sample.offeredPackets() == 0 && sample.sentPackets() == 0 && (backlog == null || backlog == 0);
    }
}
