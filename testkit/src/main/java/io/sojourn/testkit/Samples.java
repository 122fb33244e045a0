// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Sketch;
import java.util.List;

/** Valid samples with few arguments. */
public final class Samples {
    private Samples() {}

    /** A queue's sample in the making: {@code Samples.queue("wan0").policer(20_000_000, 625_000).sent(165).build()}. */
    public static QueueSampleBuilder queue(String queue) {
        return new QueueSampleBuilder(queue);
    }

    /** A flow that sent frames of 1514 bytes, some of them lost and sent again. */
    public static FlowSample flow(String queue, String flow, long packets, long lostPackets, long... rttMicros) {
        return new FlowSample(
                queue,
                flow,
                packets,
                packets * QueueNumbers.FRAME_BYTES,
                packets,
                lostPackets,
                lostPackets,
                0,
                Sketch.of(rttMicros),
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** A live batch of queue samples. */
    public static SampleBatch batch(
            String node, long sequence, long startMillis, long endMillis, QueueSample... queues) {
        return new SampleBatch(
                Schema.CURRENT,
                node,
                sequence,
                Clocking.LIVE,
                startMillis,
                endMillis,
                List.of(queues),
                List.of(),
                List.of());
    }

    /** The same batch as one of a recording. */
    public static SampleBatch recorded(SampleBatch batch) {
        return new SampleBatch(
                batch.schema(),
                batch.node(),
                batch.sequence(),
                Clocking.RECORDED,
                batch.startMillis(),
                batch.endMillis(),
                batch.queues(),
                batch.flows(),
                batch.trails());
    }

    /** The same batch with flows and loss trails. */
    public static SampleBatch with(SampleBatch batch, List<FlowSample> flows, List<LossTrail> trails) {
        return new SampleBatch(
                batch.schema(),
                batch.node(),
                batch.sequence(),
                batch.clocking(),
                batch.startMillis(),
                batch.endMillis(),
                batch.queues(),
                flows,
                trails);
    }

    /** Makes one {@link QueueSample}. */
    public static final class QueueSampleBuilder extends QueueNumbers<QueueSampleBuilder> {
        private final String queue;

        QueueSampleBuilder(String queue) {
            this.queue = queue;
        }

        @Override
        QueueSampleBuilder self() {
            return this;
        }

        /** What waits is given only when the peak is: otherwise the backlog was not seen. */
        public QueueSample build() {
            boolean seen = backlogPeakPackets != null;
            return new QueueSample(
                    queue,
                    settings,
                    linkBitsPerSecond,
                    offeredPackets(),
                    offeredBytes(),
                    sentPackets,
                    sentBytes,
                    drops,
                    droppedBytes,
                    markedPackets,
                    seen ? waitingPackets : null,
                    seen ? waitingBytes : null,
                    backlogPeakPackets,
                    backlogPeakBytes,
                    sojournMicros,
                    sojournFloorMicros,
                    rttMicros,
                    rttFloorMicros,
                    jitterMicros,
                    ipdvMicros,
                    pdvMicros,
                    tokensAtLossBytes,
                    activeFlows,
                    dataPackets,
                    retransmittedPackets,
                    reorderedPackets,
                    advertisedWindowBytes,
                    inflightBytes,
                    windowLimitedFlows,
                    unresponsiveBytes);
        }
    }
}
