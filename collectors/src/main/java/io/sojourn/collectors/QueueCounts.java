// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors;

import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Sketch;
import org.jspecify.annotations.Nullable;

/**
 * What the counters of a queue say about an interval; everything else is seen from outside, see {@link FlowView}.
 * Fields as in {@link QueueSample}.
 */
public record QueueCounts(
        QueueSettings settings,
        long offeredPackets,
        long offeredBytes,
        long sentPackets,
        long sentBytes,
        DropCounts drops,
        long droppedBytes,
        long markedPackets,
        @Nullable Long backlogPackets,
        @Nullable Long backlogBytes,
        @Nullable Long backlogPeakPackets,
        @Nullable Long backlogPeakBytes) {

    /** A path of which only the flows are seen: what they sent was offered, and what became of it their loss shows. */
    public static QueueCounts ofFlows(FlowView view) {
        long packets = view.flows().stream().mapToLong(FlowSample::packets).sum();
        long bytes = view.flows().stream().mapToLong(FlowSample::bytes).sum();
        return new QueueCounts(
                QueueSettings.unknown(), packets, bytes, packets, bytes, DropCounts.NONE, 0, 0, null, null, null, null);
    }

    /** The same queue behind a policer that dropped this much in front of it. What that policer is set to is not seen. */
    public QueueCounts behindPolicer(long policedPackets, long policedBytes) {
        return new QueueCounts(
                QueueSettings.unknown(),
                offeredPackets + policedPackets,
                offeredBytes + policedBytes,
                sentPackets,
                sentBytes,
                drops.plus(new DropCounts(policedPackets, 0, 0, 0)),
                droppedBytes + policedBytes,
                markedPackets,
                backlogPackets,
                backlogBytes,
                backlogPeakPackets,
                backlogPeakBytes);
    }

    /** The sample of the queue, with what the flows through it show. */
    public QueueSample sample(String queue, FlowView flows) {
        return new QueueSample(
                queue,
                settings,
                null,
                offeredPackets,
                offeredBytes,
                sentPackets,
                sentBytes,
                drops,
                droppedBytes,
                markedPackets,
                backlogPackets,
                backlogBytes,
                backlogPeakPackets,
                backlogPeakBytes,
                Sketch.empty(),
                Sketch.empty(),
                flows.rttMicros(),
                flows.rttFloorMicros(),
                flows.jitterMicros(),
                flows.ipdvMicros(),
                flows.pdvMicros(),
                Sketch.empty(),
                flows.activeFlows(),
                flows.dataPackets(),
                flows.retransmittedPackets(),
                flows.reorderedPackets(),
                flows.advertisedWindowBytes(),
                flows.inflightBytes(),
                flows.windowLimitedFlows(),
                flows.unresponsiveBytes());
    }
}
