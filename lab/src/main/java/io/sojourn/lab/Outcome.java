// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import java.util.List;

/**
 * What an experiment measured, warm-up left out.
 *
 * @param goodputBitsPerSecond payload delivered in order, all flows
 * @param flowGoodputsBitsPerSecond the same of each flow
 * @param offeredPackets packets that reached the box; base of {@link #lossRatio}
 * @param policedPackets of them, dropped by a policer
 * @param tailDroppedPackets of them, dropped by a full queue
 * @param otherDroppedPackets of them, dropped by a queue manager or by a limit on packets or sessions
 * @param backlogPeakPackets most packets that waited in the box
 * @param retransmittedSegments segments sent again
 * @param timeouts retransmission timeouts
 * @param rtt clean round-trip times (Karn), one an acknowledgment
 * @param timeToAck from a segment's first sending to its first acknowledgment, recovery included, one a segment
 * @param flowsSilences for each flow, pauses of at least 200 ms in its delivery
 * @param longestSilenceMicros longest pause of any flow; 0 when no flow delivered twice
 */
public record Outcome(
        double goodputBitsPerSecond,
        List<Double> flowGoodputsBitsPerSecond,
        long offeredPackets,
        long policedPackets,
        long tailDroppedPackets,
        long otherDroppedPackets,
        long backlogPeakPackets,
        long retransmittedSegments,
        long timeouts,
        DelayStats rtt,
        DelayStats timeToAck,
        List<Long> flowsSilences,
        double longestSilenceMicros) {
    public Outcome {
        flowGoodputsBitsPerSecond = List.copyOf(flowGoodputsBitsPerSecond);
        flowsSilences = List.copyOf(flowsSilences);
    }

    /** Packets dropped over packets offered; 0 when none was offered. */
    public double lossRatio() {
        long dropped = policedPackets + tailDroppedPackets + otherDroppedPackets;
        return offeredPackets == 0 ? 0 : (double) dropped / offeredPackets;
    }

    /** Jain's fairness index of the flows' goodputs, 1/n to 1: (sum x)^2 / (n sum x^2). 1 when nothing was delivered. */
    public double fairness() {
        double sum = 0;
        double squares = 0;
        for (double goodput : flowGoodputsBitsPerSecond) {
            sum += goodput;
            squares += goodput * goodput;
        }
        return squares == 0 ? 1 : sum * sum / (flowGoodputsBitsPerSecond.size() * squares);
    }
}
