// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * The samples of one queue, or of the queues below one parent, folded over one window of event time; the start is a
 * multiple of the size. Stands in a {@link WindowBatch}.
 *
 * <p>A ratio is null when its base is 0: "no data". Every ratio's base is a component of the same record. What can be
 * merged is a component here; what follows from it is in {@code figures}.
 *
 * @param scope what it is a window of
 * @param node the node; of a {@link Scope#SITE}, {@link Scope#SUBSCRIBER} or {@link Scope#GROUP} the scope's label
 * @param queue the queue; of a {@link Scope#NODE} the scope's label, else the name of the parent
 * @param clocking of the last sample
 * @param sizeMillis 1 000, 10 000, 60 000, 300 000 or 3 600 000
 * @param startMillis first millisecond, Unix epoch
 * @param sampleCount samples folded in
 * @param coveredMillis of the window, what the samples' intervals cover; of a parent, that of the best covered queue
 * @param queueCount queues merged, 1 for a queue
 * @param queueMillis covered time summed over the queues
 * @param expectedQueues queues that should be in it, by the inventory; 1 for a queue
 * @param lostBatches batches of the node, or of the nodes, that the sequence shows missing
 * @param settingsMillis start of the last sample, of which the next three are
 * @param settings of the last sample; of a parent, the sum of its queues' rates or the capacity of its link
 * @param committedBitsPerSecond what was sold, or else what is set
 * @param utilisationRatio sent bits over {@code settings.rateBitsPerSecond} times covered time; may pass 1 by the burst
 * @param throughputMeanBitsPerSecond sent bits over covered time
 * @param throughputPeakBitsPerSecond the same of the fastest finer cell: a sample in a window of 1 s, else a second
 * @param cellBitsPerSecond that of each finer cell
 * @param dropRatio {@code drops.total()} over {@code offeredPackets}
 * @param markRatio {@code markedPackets} over {@code sentPackets}
 * @param retransmitRatio {@code retransmittedPackets} over {@code dataPackets}
 * @param backlogPeakPackets of a parent, the sum of its queues' peaks: an upper bound
 * @param backlogMillis time for which readings of the backlog stand; null when there was none
 * @param backlogPacketMillis packets waiting times the interval of each reading, summed
 * @param backlogByteMillis likewise of bytes
 * @param ratedMillis time of the samples whose utilisation is known, summed over the queues; base of the next three
 * @param aboveCommittedMillis of it, what lay above the committed rate
 * @param above80Millis of it, what lay above 80 % of the set rate
 * @param above95Millis of it, what lay above 95 % of the set rate
 * @param rttLoadedMicros round-trip times of the samples whose utilisation was at least 0.75
 * @param jitterMicros RFC 3550, greatest of the samples
 * @param ipdvMicros RFC 3393, without sign, see {@link QueueSample}
 * @param pdvMicros RFC 5481, see {@link QueueSample}
 * @param flowCount flows with bytes that were sampled; null when none was
 * @param flowBytes their bytes
 * @param flowBytesSquared sum of the squares of each flow's bytes
 * @param rttFlowBytes bytes of the flows that had a round trip measured
 */
public record QueueWindow(
        int schema,
        Scope scope,
        String node,
        String queue,
        Clocking clocking,
        Stage stage,
        long sizeMillis,
        long startMillis,
        long sampleCount,
        long coveredMillis,
        long queueCount,
        long queueMillis,
        long expectedQueues,
        long lostBatches,
        long settingsMillis,
        QueueSettings settings,
        @Nullable Long linkBitsPerSecond,
        @Nullable Long committedBitsPerSecond,
        long offeredPackets,
        long offeredBytes,
        long sentPackets,
        long sentBytes,
        DropCounts drops,
        long droppedBytes,
        long markedPackets,
        @Nullable Double utilisationRatio,
        @Nullable Double throughputMeanBitsPerSecond,
        @Nullable Double throughputPeakBitsPerSecond,
        Sketch cellBitsPerSecond,
        @Nullable Double dropRatio,
        @Nullable Double markRatio,
        @Nullable Double retransmitRatio,
        @Nullable Long backlogPeakPackets,
        @Nullable Long backlogPeakBytes,
        @Nullable Long backlogMillis,
        @Nullable Long backlogPacketMillis,
        @Nullable Long backlogByteMillis,
        long ratedMillis,
        long aboveCommittedMillis,
        long above80Millis,
        long above95Millis,
        Sketch sojournMicros,
        Sketch sojournFloorMicros,
        Sketch rttMicros,
        Sketch rttFloorMicros,
        Sketch rttLoadedMicros,
        @Nullable Long jitterMicros,
        Sketch ipdvMicros,
        Sketch pdvMicros,
        Sketch tokensAtLossBytes,
        @Nullable Long activeFlows,
        @Nullable Long dataPackets,
        @Nullable Long retransmittedPackets,
        @Nullable Long reorderedPackets,
        @Nullable Long advertisedWindowBytes,
        @Nullable Long inflightBytes,
        @Nullable Long windowLimitedFlows,
        @Nullable Long unresponsiveBytes,
        @Nullable Long flowCount,
        @Nullable Long flowBytes,
        @Nullable Double flowBytesSquared,
        @Nullable Long rttFlowBytes,
        WindowFigures figures) {
    public QueueWindow {
        Schema.check(schema);
        Range.present("scope", scope);
        Range.name("node", node);
        Range.name("queue", queue);
        Range.present("clocking", clocking);
        Range.present("stage", stage);
        Range.atLeast("sizeMillis", sizeMillis, 1_000);
        Range.atLeast("startMillis", startMillis, 0);
        Range.atLeast("sampleCount", sampleCount, 0);
        Range.atLeast("coveredMillis", coveredMillis, 0);
        Range.atLeast("queueCount", queueCount, 0);
        Range.atLeast("queueMillis", queueMillis, 0);
        Range.atLeast("expectedQueues", expectedQueues, 0);
        Range.atLeast("lostBatches", lostBatches, 0);
        Range.present("settings", settings);
        Range.atLeast("offeredPackets", offeredPackets, 0);
        Range.atLeast("offeredBytes", offeredBytes, 0);
        Range.atLeast("sentPackets", sentPackets, 0);
        Range.atLeast("sentBytes", sentBytes, 0);
        Range.present("drops", drops);
        Range.atLeast("droppedBytes", droppedBytes, 0);
        Range.atLeast("markedPackets", markedPackets, 0);
        Range.finite("utilisationRatio", utilisationRatio, 0, 1e6);
        Range.present("cellBitsPerSecond", cellBitsPerSecond);
        Range.finite("dropRatio", dropRatio, 0, 1);
        Range.finite("markRatio", markRatio, 0, 1);
        Range.finite("retransmitRatio", retransmitRatio, 0, 1);
        Range.atLeast("ratedMillis", ratedMillis, 0);
        Range.present("sojournMicros", sojournMicros);
        Range.present("sojournFloorMicros", sojournFloorMicros);
        Range.present("rttMicros", rttMicros);
        Range.present("rttFloorMicros", rttFloorMicros);
        Range.present("rttLoadedMicros", rttLoadedMicros);
        Range.present("ipdvMicros", ipdvMicros);
        Range.present("pdvMicros", pdvMicros);
        Range.present("tokensAtLossBytes", tokensAtLossBytes);
        Range.present("figures", figures);
    }

    public long endMillis() {
        return startMillis + sizeMillis;
    }
}
