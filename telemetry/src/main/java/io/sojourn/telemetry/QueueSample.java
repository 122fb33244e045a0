// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * What one queue did during the interval of its {@link SampleBatch}. Counts are differences over the interval, never
 * running totals, so samples add in any order and a restart needs no rule downstream.
 *
 * <p>Bytes are counted as {@code settings.lengthAccounting} says.
 *
 * @param settings as they were at the end of the interval
 * @param linkBitsPerSecond rate of the link below, if known
 * @param offeredPackets packets that arrived: sent, dropped or still waiting
 * @param sentBytes bytes handed on
 * @param droppedBytes bytes of the packets in {@code drops}
 * @param markedPackets sent with CE (RFC 3168)
 * @param backlogBytes waiting at the end of the interval; null when not seen
 * @param backlogPeakBytes most that waited; at least {@code backlogBytes}
 * @param sojournMicros sojourn time (RFC 8289) of each sent packet
 * @param sojournFloorMicros least sojourn of each 100 ms: RFC 8289's standing queue
 * @param rttMicros round-trip times of clean (Karn) acknowledgments of data through this queue
 * @param rttFloorMicros least of them in each 100 ms
 * @param jitterMicros RFC 3550 interarrival jitter at the end of the interval; null without timestamps at both ends
 * @param ipdvMicros RFC 3393 delay variation without its sign: the delay of each packet against that of the one before it in
 *     its flow, or in the queue where flows are not told apart; lost packets make no pair
 * @param pdvMicros RFC 5481 packet delay variation: delay above the interval's least
 * @param tokensAtLossBytes bucket level at each policed packet
 * @param activeFlows flows with a data packet in the interval; null when not seen
 * @param retransmittedPackets data segments sent again; null when not seen
 * @param reorderedPackets data segments that came after a later one and were not sent again; null when not seen
 * @param dataPackets data segments sent, base of the two above; null when not seen
 * @param advertisedWindowBytes sum over active flows of the largest receive window offered; null when not seen
 * @param inflightBytes sum over active flows of the median unacknowledged data; null when not seen
 * @param windowLimitedFlows active flows whose data in flight stays at the offered window; null when not seen
 * @param unresponsiveBytes of {@code sentBytes} and {@code droppedBytes}, those that no congestion control governs (UDP
 *     other than QUIC); null when not seen
 */
public record QueueSample(
        String queue,
        QueueSettings settings,
        @Nullable Long linkBitsPerSecond,
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
        @Nullable Long backlogPeakBytes,
        Sketch sojournMicros,
        Sketch sojournFloorMicros,
        Sketch rttMicros,
        Sketch rttFloorMicros,
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
        @Nullable Long unresponsiveBytes) {
    public QueueSample {
        Range.name("queue", queue);
        Range.present("settings", settings);
        Range.atLeast("linkBitsPerSecond", linkBitsPerSecond, 1);
        Range.atLeast("offeredPackets", offeredPackets, 0);
        Range.atLeast("offeredBytes", offeredBytes, 0);
        Range.atLeast("sentPackets", sentPackets, 0);
        Range.atLeast("sentBytes", sentBytes, 0);
        Range.present("drops", drops);
        Range.atLeast("droppedBytes", droppedBytes, 0);
        Range.atLeast("markedPackets", markedPackets, 0);
        Range.atLeast("backlogPackets", backlogPackets, 0);
        Range.atLeast("backlogBytes", backlogBytes, 0);
        Range.atLeast("backlogPeakPackets", backlogPeakPackets, 0);
        Range.atLeast("backlogPeakBytes", backlogPeakBytes, 0);
        Range.present("sojournMicros", sojournMicros);
        Range.present("sojournFloorMicros", sojournFloorMicros);
        Range.present("rttMicros", rttMicros);
        Range.present("rttFloorMicros", rttFloorMicros);
        Range.atLeast("jitterMicros", jitterMicros, 0);
        Range.present("ipdvMicros", ipdvMicros);
        Range.present("pdvMicros", pdvMicros);
        Range.present("tokensAtLossBytes", tokensAtLossBytes);
        Range.atLeast("activeFlows", activeFlows, 0);
        Range.atLeast("dataPackets", dataPackets, 0);
        Range.atLeast("retransmittedPackets", retransmittedPackets, 0);
        Range.atLeast("reorderedPackets", reorderedPackets, 0);
        Range.atLeast("advertisedWindowBytes", advertisedWindowBytes, 0);
        Range.atLeast("inflightBytes", inflightBytes, 0);
        Range.atLeast("windowLimitedFlows", windowLimitedFlows, 0);
        Range.atLeast("unresponsiveBytes", unresponsiveBytes, 0);
    }
}
