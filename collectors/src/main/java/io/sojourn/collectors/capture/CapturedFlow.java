// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection over the whole capture.
 *
 * @param flow name of the flow, sender first
 * @param bytes of its packets
 * @param dataPackets TCP segments with data, resent ones included; a super-frame is as many as it was cut into
 * @param retransmittedPackets of them, sent again
 * @param reorderedPackets of them, overtaken by a later one and not sent again
 * @param lostPackets found lost
 * @param duplicateAcks acknowledgments of this flow's data that RFC 5681 section 2 calls duplicate
 * @param missedPackets acknowledged, but not in the capture
 * @param rttSamples round-trip times measured
 * @param leastRttMicros null without any
 * @param meanRttMicros null without any
 * @param side where the capture was taken
 * @param grounds what says so
 * @param spin what the spin bit of QUIC does
 */
public record CapturedFlow(
        String flow,
        long bytes,
        long dataPackets,
        long retransmittedPackets,
        long reorderedPackets,
        long lostPackets,
        long duplicateAcks,
        long missedPackets,
        long rttSamples,
        @Nullable Long leastRttMicros,
        @Nullable Long meanRttMicros,
        CaptureSide side,
        String grounds,
        Spin spin) {}
