// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * The samples of one queue folded over one window of event time. Topic {@code windows}, key {@code node/queue}. One
 * final record a window; the start is a multiple of the size.
 *
 * <p>A ratio is null when its base is 0: "no data". Every ratio's base is a component of the same record.
 *
 * @param sizeMillis 1 000, 10 000, 60 000, 300 000 or 3 600 000
 * @param startMillis first millisecond, Unix epoch
 * @param sampleCount samples folded in
 * @param coveredMillis of the window, what their intervals cover
 * @param lostBatches batches of the node that the sequence shows missing
 * @param settings of the last sample
 * @param utilisationRatio sent bits over {@code settings.rateBitsPerSecond} times covered time; may pass 1 by the burst
 * @param throughputMeanBitsPerSecond sent bits over covered time
 * @param throughputPeakBitsPerSecond the same of the fastest sample
 * @param dropRatio {@code drops.total()} over {@code offeredPackets}
 * @param markRatio {@code markedPackets} over {@code sentPackets}
 * @param retransmitRatio {@code retransmittedPackets} over {@code dataPackets}
 * @param jitterMicros RFC 3550, greatest of the samples
 * @param pdvMicros RFC 5481, see {@link QueueSample}
 */
public record QueueWindow(
        int schema,
        String node,
        String queue,
        Clocking clocking,
        long sizeMillis,
        long startMillis,
        long sampleCount,
        long coveredMillis,
        long lostBatches,
        QueueSettings settings,
        @Nullable Long linkBitsPerSecond,
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
        @Nullable Double dropRatio,
        @Nullable Double markRatio,
        @Nullable Double retransmitRatio,
        @Nullable Long backlogPeakPackets,
        @Nullable Long backlogPeakBytes,
        Sketch sojournMicros,
        Sketch sojournFloorMicros,
        Sketch rttMicros,
        Sketch rttFloorMicros,
        @Nullable Long jitterMicros,
        Sketch pdvMicros,
        Sketch tokensAtLossBytes,
        @Nullable Long activeFlows,
        @Nullable Long dataPackets,
        @Nullable Long retransmittedPackets,
        @Nullable Long reorderedPackets,
        @Nullable Long advertisedWindowBytes,
        @Nullable Long inflightBytes,
        @Nullable Long windowLimitedFlows,
        @Nullable Long unresponsiveBytes) {
    public QueueWindow {
        Schema.check(schema);
        Range.name("node", node);
        Range.name("queue", queue);
        Range.present("clocking", clocking);
        Range.atLeast("sizeMillis", sizeMillis, 1_000);
        Range.atLeast("startMillis", startMillis, 0);
        Range.atLeast("sampleCount", sampleCount, 0);
        Range.atLeast("coveredMillis", coveredMillis, 0);
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
        Range.finite("dropRatio", dropRatio, 0, 1);
        Range.finite("markRatio", markRatio, 0, 1);
        Range.finite("retransmitRatio", retransmitRatio, 0, 1);
        Range.present("sojournMicros", sojournMicros);
        Range.present("sojournFloorMicros", sojournFloorMicros);
        Range.present("rttMicros", rttMicros);
        Range.present("rttFloorMicros", rttFloorMicros);
        Range.present("pdvMicros", pdvMicros);
        Range.present("tokensAtLossBytes", tokensAtLossBytes);
    }

    public long endMillis() {
        return startMillis + sizeMillis;
    }
}
