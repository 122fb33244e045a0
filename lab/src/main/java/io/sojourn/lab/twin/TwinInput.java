// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import org.jspecify.annotations.Nullable;

/**
 * What the twin needs to know of a queue: the proposed setting, and what was measured of its traffic.
 *
 * @param box the setting to try
 * @param overheadBytes what its rate counts of a packet beside the IP length: 14 for an Ethernet header
 * @param baseRttMicros round-trip time without a queue; null when not known
 * @param flows bulk flows at once
 * @param windowBytesPerFlow receive window of one flow; null when nothing holds it below 6 MB, the most a Linux
 *     receiver opens by default (tcp(7), tcp_rmem)
 * @param offeredBitsPerSecond payload that all flows together have to send; null when they send all they can
 * @param unresponsiveRatio share of the bytes that no congestion control governs, 0 to 1; null when not known, taken as 0
 * @param seed the same seed gives the same forecast
 */
public record TwinInput(
        BoxSettings box,
        int overheadBytes,
        @Nullable Long baseRttMicros,
        long flows,
        @Nullable Long windowBytesPerFlow,
        @Nullable Long offeredBitsPerSecond,
        @Nullable Double unresponsiveRatio,
        long seed) {}
