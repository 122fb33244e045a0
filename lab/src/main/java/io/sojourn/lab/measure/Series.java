// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import java.util.List;
import java.util.OptionalLong;

/**
 * What flows and hops did over time, for drawing: warm-up included, of bounded size however long the run.
 *
 * @param steps of the whole run
 * @param curves one a flow in the order of the plan; one a group when there are more than
 *     {@value SeriesRecorder#MOST_FLOWS} flows
 * @param closeUps single packets of a few flows over a short time
 * @param hops lines and boxes in the order of the plan
 */
public record Series(Steps steps, List<Curve> curves, List<CloseUp> closeUps, List<HopSeries> hops) {
    public Series {
        curves = List.copyOf(curves);
        closeUps = List.copyOf(closeUps);
        hops = List.copyOf(hops);
    }

    /**
     * A flow, or all flows of a group.
     *
     * @param flows how many
     * @param deliveredBytes payload, TCP's in order
     * @param rttNanos clean round-trip times
     * @param ackNanos from a segment's first sending to its acknowledgment, recovery included
     */
    public record Curve(String name, int flows, Sums deliveredBytes, Envelope rttNanos, Envelope ackNanos) {}

    /**
     * Packets of one flow, by their numbers from 0.
     *
     * @param sent for the first time
     * @param again sent again
     * @param delivered how many so far, TCP's in order
     */
    public record CloseUp(String flow, Envelope sent, Envelope again, Envelope delivered) {}

    /**
     * A line or box.
     *
     * @param sentBytes IP bytes that left
     * @param backlogPackets that wait
     * @param rateBitsPerSecond that it is set to; empty when it has none, or several
     * @param sentBytes IP bytes that left
     * @param backlogPackets that wait
     * @param droppedPackets dropped and lost
     */
    public record HopSeries(
            String name,
            OptionalLong rateBitsPerSecond,
            Sums sentBytes,
            Envelope backlogPackets,
            Sums droppedPackets) {}
}
