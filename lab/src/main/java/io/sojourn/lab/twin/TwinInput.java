// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import org.jspecify.annotations.Nullable;

/**
 * What the twin needs to know of a queue: the proposed setting, and what was measured of its traffic.
 *
 * @param box the setting to try
 * @param overheadBytes what its rate counts of a packet beside the IP length: 14 for an Ethernet header
 * @param load what passes
 * @param present what the setting in force does; null when that is not known
 * @param seed the same seed gives the same forecast
 */
public record TwinInput(
        BoxSettings box,
        int overheadBytes,
        Load load,
        @Nullable Present present,
        long seed) {
    /**
     * The traffic, as far as it is not made by the setting in force.
     *
     * @param baseRttMicros round-trip time without a queue; null when not known
     * @param flows bulk flows at once
     * @param windowBytesPerFlow receive window of one flow; null when nothing holds it below 6 MB, the most a Linux
     *     receiver opens by default (tcp(7), tcp_rmem)
     * @param offeredBitsPerSecond payload that all flows together have to send; null when they send all they can
     * @param unresponsiveRatio share of the bytes that no congestion control governs, 0 to 1; null when not known, taken
     *     as 0
     * @param elsewhereLossRatio packets lost on the path but not in this box, each by itself, 0 to 1
     * @param packets that these numbers rest on; null when they were not counted
     */
    public record Load(
            @Nullable Long baseRttMicros,
            long flows,
            @Nullable Long windowBytesPerFlow,
            @Nullable Long offeredBitsPerSecond,
            @Nullable Double unresponsiveRatio,
            double elsewhereLossRatio,
            @Nullable Long packets) {
        /** Bulk flows and nothing else; windows may be null. */
        public static Load bulk(long baseRttMicros, long flows, @Nullable Long windowBytesPerFlow) {
            return new Load(baseRttMicros, flows, windowBytesPerFlow, null, null, 0, null);
        }
    }

    /**
     * The setting in force, and what was measured under it. Null is what was not measured.
     *
     * @param box the setting
     * @param goodputBitsPerSecond payload delivered, all flows
     * @param delayP50Millis median round-trip time
     * @param delayP95Millis its 95th percentile
     * @param lossRatio packets dropped over packets offered to the box, 0 to 1
     */
    public record Present(
            BoxSettings box,
            @Nullable Double goodputBitsPerSecond,
            @Nullable Double delayP50Millis,
            @Nullable Double delayP95Millis,
            @Nullable Double lossRatio) {}

    /** The same, asked of the setting in force. */
    TwinInput about(BoxSettings other) {
        return new TwinInput(other, overheadBytes, load, null, seed);
    }

    /** Length of a full packet, as the rate counts it. */
    int packetBytes() {
        return Runs.PACKET_IP_BYTES + overheadBytes;
    }
}
