// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import org.jspecify.annotations.Nullable;

/**
 * How every sender of an experiment works.
 *
 * @param windowSegments receive window in whole segments, 1 to 4096
 * @param payloadBytes of a full segment: 1460, or 1448 with TCP timestamps
 * @param rtoFloorNanos least retransmission timeout: 1 s in RFC 6298, 300 ms in Windows, 200 ms in Linux
 * @param delayedAckNanos how long a receiver holds the acknowledgment of a single segment (RFC 1122, 4.2.3.2)
 * @param rack whether recovery is that of a present-day Linux: lost retransmissions and lost tails are found without a
 *     timeout (RFC 8985: RACK and TLP), the rate goes down in proportion (RFC 6937), timestamps end a backoff. Without it
 *     a lost retransmission waits for the timeout (RFC 6675)
 * @param offeredBitsPerSecond payload one flow has to send; null when it always has more
 */
public record SenderSettings(
        CongestionAlgorithm algorithm,
        int windowSegments,
        int payloadBytes,
        long rtoFloorNanos,
        long delayedAckNanos,
        boolean rack,
        @Nullable Long offeredBitsPerSecond) {
    /** 6 MB, the most a Linux receiver opens by default (tcp(7), tcp_rmem). */
    public static final int WINDOW_LIMIT_SEGMENTS = 4_096;

    public SenderSettings {
        if (windowSegments < 1 || windowSegments > WINDOW_LIMIT_SEGMENTS) {
            throw new IllegalArgumentException(
                    "windowSegments=" + windowSegments + " is not from 1 to " + WINDOW_LIMIT_SEGMENTS);
        }
        if (payloadBytes < 1 || rtoFloorNanos < 1 || delayedAckNanos < 1) {
            throw new IllegalArgumentException("payloadBytes=" + payloadBytes + ", rtoFloorNanos=" + rtoFloorNanos
                    + ", delayedAckNanos=" + delayedAckNanos + ": each must be at least 1");
        }
    }

    /** SACK Reno without RACK, RTO floor 300 ms, windows of 64 512 bytes: an iperf3 pair of Windows hosts. */
    public static SenderSettings windowsReno() {
        return new SenderSettings(
                CongestionAlgorithm.RENO, 64_512 / 1_460, 1_460, 300_000_000L, 50_000_000L, false, null);
    }

    /** RACK, TLP and timestamps, RTO floor 200 ms, delayed ACK 40 ms, windows of 64 512 bytes: a Linux pair. */
    public static SenderSettings linux(CongestionAlgorithm algorithm) {
        return new SenderSettings(algorithm, 64_512 / 1_448, 1_448, 200_000_000L, 40_000_000L, true, null);
    }

    public SenderSettings withWindowSegments(int segments) {
        return new SenderSettings(
                algorithm, segments, payloadBytes, rtoFloorNanos, delayedAckNanos, rack, offeredBitsPerSecond);
    }

    public SenderSettings withAlgorithm(CongestionAlgorithm other) {
        return new SenderSettings(
                other, windowSegments, payloadBytes, rtoFloorNanos, delayedAckNanos, rack, offeredBitsPerSecond);
    }

    public SenderSettings withOffered(@Nullable Long bitsPerSecond) {
        return new SenderSettings(
                algorithm, windowSegments, payloadBytes, rtoFloorNanos, delayedAckNanos, rack, bitsPerSecond);
    }
}
