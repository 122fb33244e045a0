// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.SojournHistogram;
import io.sojourn.engine.link.ClassCounters;

/**
 * What one queue did since the node began, settings that came meanwhile or not. Always: offered = sent + dropped + waiting.
 *
 * @param offeredBytes as rates count them, like all bytes here
 * @param tailPackets dropped since the queue was full
 * @param aqmPackets dropped by an active queue manager (RFC 7567)
 * @param limitPackets dropped by a limit on packets a second or on sessions, or since the node had no room at all
 * @param markedPackets given CE (RFC 3168); they are among the sent
 * @param backlogPackets waiting now
 * @param backlogPeakPackets most that waited at once
 * @param delay sojourn times (RFC 8289 section 3) of the packets sent
 */
public record QueueTotals(
        String queue,
        long offeredPackets,
        long offeredBytes,
        long sentPackets,
        long sentBytes,
        long policedPackets,
        long tailPackets,
        long aqmPackets,
        long limitPackets,
        long markedPackets,
        long backlogPackets,
        long backlogBytes,
        long backlogPeakPackets,
        Delay delay) {

    /**
     * Sojourn times of the packets sent.
     *
     * @param count of packets; the times are 0 when it is
     * @param p50Nanos the value of rank ceil(0.5 count), at most 0.4 % off
     * @param p99Nanos the value of rank ceil(0.99 count), at most 0.4 % off
     * @param maxNanos exact
     */
    public record Delay(long count, long p50Nanos, long p99Nanos, long maxNanos) {
        static final Delay NONE = new Delay(0, 0, 0, 0);

        static Delay of(SojournHistogram sojourns) {
            return sojourns.count() == 0
                    ? NONE
                    : new Delay(sojourns.count(), percentile(sojourns, 50), percentile(sojourns, 99), sojourns.max());
        }
    }

    static QueueTotals none(String queue) {
        return new QueueTotals(queue, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Delay.NONE);
    }

    /**
     * @param refusedPackets those for which the node had no room: they never reached the link
     * @param peakPackets most that waited before the counters' own peak began anew
     */
    static QueueTotals of(
            String queue, ClassCounters counters, long refusedPackets, long refusedBytes, long peakPackets) {
        return new QueueTotals(
                queue,
                counters.offeredPackets() + refusedPackets,
                counters.offeredBytes() + refusedBytes,
                counters.sentPackets(),
                counters.sentBytes(),
                counters.droppedPackets(DropCause.POLICED),
                counters.droppedPackets(DropCause.TAIL),
                counters.droppedPackets(DropCause.AQM),
                counters.droppedPackets(DropCause.LIMIT) + refusedPackets,
                counters.markedPackets(),
                counters.backlogPackets(),
                counters.backlogBytes(),
                Math.max(peakPackets, counters.backlogPeakPackets()),
                Delay.of(counters.sojourn().sojourns()));
    }

    public long droppedPackets() {
        return policedPackets + tailPackets + aqmPackets + limitPackets;
    }

    private static long percentile(SojournHistogram sojourns, int percent) {
        long rank = Math.max(1, (sojourns.count() * percent + 99) / 100);
        long[] seenAndValue = new long[2];
        sojourns.forEach((valueNanos, count) -> {
            if (seenAndValue[0] < rank) {
                seenAndValue[1] = valueNanos;
            }
            seenAndValue[0] += count;
        });
        return seenAndValue[1];
    }
}
