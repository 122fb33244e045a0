// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Sketch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the flows through a queue show of it in an interval, seen at their ends or in a capture. Fields as in
 * {@link QueueSample}; null and empty where not seen.
 */
public record FlowView(
        Sketch rttMicros,
        Sketch rttFloorMicros,
        @Nullable Long jitterMicros,
        Sketch ipdvMicros,
        Sketch pdvMicros,
        @Nullable Long activeFlows,
        @Nullable Long dataPackets,
        @Nullable Long retransmittedPackets,
        @Nullable Long reorderedPackets,
        @Nullable Long advertisedWindowBytes,
        @Nullable Long inflightBytes,
        @Nullable Long windowLimitedFlows,
        @Nullable Long unresponsiveBytes,
        List<FlowSample> flows,
        List<LossTrail> trails) {
    private static final FlowView NONE = rtt(Sketch.empty(), Sketch.empty());

    /** Nothing seen. */
    public static FlowView none() {
        return NONE;
    }

    /** Only round-trip times, from probes. */
    public static FlowView rtt(Sketch rttMicros, Sketch rttFloorMicros) {
        return new FlowView(
                rttMicros,
                rttFloorMicros,
                null,
                Sketch.empty(),
                Sketch.empty(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of(),
                List.of());
    }

    /** What a sample of a queue says of its flows, without the single ones. */
    public static FlowView of(QueueSample sample) {
        return new FlowView(
                sample.rttMicros(),
                sample.rttFloorMicros(),
                sample.jitterMicros(),
                sample.ipdvMicros(),
                sample.pdvMicros(),
                sample.activeFlows(),
                sample.dataPackets(),
                sample.retransmittedPackets(),
                sample.reorderedPackets(),
                sample.advertisedWindowBytes(),
                sample.inflightBytes(),
                sample.windowLimitedFlows(),
                sample.unresponsiveBytes(),
                List.of(),
                List.of());
    }

    /** The same view with these round-trip times. */
    public FlowView withRtt(Sketch rtt, Sketch rttFloor) {
        return new FlowView(
                rtt,
                rttFloor,
                jitterMicros,
                ipdvMicros,
                pdvMicros,
                activeFlows,
                dataPackets,
                retransmittedPackets,
                reorderedPackets,
                advertisedWindowBytes,
                inflightBytes,
                windowLimitedFlows,
                unresponsiveBytes,
                flows,
                trails);
    }

    /** The same view with these flows and trails. */
    public FlowView with(List<FlowSample> otherFlows, List<LossTrail> otherTrails) {
        return new FlowView(
                rttMicros,
                rttFloorMicros,
                jitterMicros,
                ipdvMicros,
                pdvMicros,
                activeFlows,
                dataPackets,
                retransmittedPackets,
                reorderedPackets,
                advertisedWindowBytes,
                inflightBytes,
                windowLimitedFlows,
                unresponsiveBytes,
                otherFlows,
                otherTrails);
    }

    /** The same view as that of another queue: its flows and trails bear the name. */
    public FlowView of(String queue) {
        return with(
                flows.stream().map(flow -> named(flow, queue)).toList(),
                trails.stream()
                        .map(trail -> trail.renamed(queue, trail.subject()))
                        .toList());
    }

    private static FlowSample named(FlowSample flow, String queue) {
        return new FlowSample(
                queue,
                flow.flow(),
                flow.packets(),
                flow.bytes(),
                flow.dataPackets(),
                flow.lostPackets(),
                flow.retransmittedPackets(),
                flow.reorderedPackets(),
                flow.rttMicros(),
                flow.minRttMicros(),
                flow.jitterMicros(),
                flow.mssBytes(),
                flow.advertisedWindowBytes(),
                flow.inflightBytes(),
                flow.windowLimitedRatio(),
                flow.congestionControl());
    }
}
