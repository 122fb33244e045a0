// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

/**
 * What one flow got.
 *
 * @param active whether it was under way in the time measured
 * @param goodputBitsPerSecond payload delivered over all the time measured, TCP's in order
 * @param sentPackets segments, datagrams or probes sent, those sent again included
 * @param lostPackets dropped or lost by the hops on its way there and back, acknowledgments and answers too; what is
 *     under way is not among them
 * @param resentPackets of them, segments sent again
 * @param deliveries times that payload was delivered: datagrams received, or answers to probes
 * @param timeouts retransmission timeouts
 * @param rtt clean round-trip times (Karn): one an acknowledgment, or one a probe
 * @param timeToAck from a segment's first sending to its first acknowledgment, recovery included, one a segment
 * @param chunkTime from the request of a chunk to its last byte
 * @param silences pauses of at least 200 ms in its delivery, from its start to its stop
 * @param longestSilenceMicros longest pause, of whatever length
 */
public record FlowOutcome(
        String name,
        String group,
        boolean active,
        double goodputBitsPerSecond,
        long sentPackets,
        long lostPackets,
        long resentPackets,
        long deliveries,
        long timeouts,
        DelayStats rtt,
        DelayStats timeToAck,
        DelayStats chunkTime,
        long silences,
        double longestSilenceMicros) {}
