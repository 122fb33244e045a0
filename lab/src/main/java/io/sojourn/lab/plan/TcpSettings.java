// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.plan;

/**
 * How both ends of a TCP connection work.
 *
 * @param algorithm congestion control
 * @param recovery how losses are found and mended
 * @param windowSegments receive window in whole segments, 1 to {@value #WINDOW_LIMIT_SEGMENTS}
 * @param payloadBytes of a full segment: 1460, or 1448 with TCP timestamps
 * @param initialWindowSegments RFC 6928: 10
 * @param rtoFloorNanos least retransmission timeout: 1 s in RFC 6298, 300 ms in Windows, 200 ms in Linux
 * @param delayedAckNanos how long a receiver holds the acknowledgment of a single segment (RFC 1122, 4.2.3.2)
 * @param pacing whether segments leave evenly spaced, not in bursts; BBR always does
 */
public record TcpSettings(
        Algorithm algorithm,
        Recovery recovery,
        int windowSegments,
        int payloadBytes,
        int initialWindowSegments,
        long rtoFloorNanos,
        long delayedAckNanos,
        boolean pacing) {
    /** Above the 6 MB that a Linux receiver opens by default (tcp(7), tcp_rmem). */
    public static final int WINDOW_LIMIT_SEGMENTS = 16_384;

    /** 6 MB: what nothing but a Linux receiver's default holds a window to. */
    public static final int WINDOW_DEFAULT_SEGMENTS = 4_096;

    /** IPv4 and TCP header: 40 bytes, and 12 of timestamps with them. */
    private static final int FULL_IP_BYTES = 1_500;

    private static final int HEADER_BYTES = 40;
    private static final int TIMESTAMP_BYTES = 12;

    /** Congestion control. */
    public enum Algorithm {
        /** RFC 5681. */
        RENO,
        /** RFC 9438. */
        CUBIC,
        /** RFC 9438 as Linux departs from it, with HyStart (RFC 9406, without its conservative phase). */
        LINUX_CUBIC,
        /** BBR version 1, with its long-term bandwidth estimate for policers. */
        BBR
    }

    /** Loss recovery. */
    public enum Recovery {
        /** Cumulative acknowledgments only (RFC 6582): one loss mended a round trip. */
        NEW_RENO,
        /** SACK (RFC 6675): a retransmission that is lost again waits for the timeout. */
        SACK,
        /**
         * A present-day Linux: lost retransmissions and lost tails are found without a timeout (RFC 8985: RACK and TLP),
         * the rate goes down in proportion (RFC 6937), timestamps end a backoff.
         */
        RACK
    }

    public TcpSettings {
        if (windowSegments < 1 || windowSegments > WINDOW_LIMIT_SEGMENTS) {
            throw new IllegalArgumentException(
                    "windowSegments=" + windowSegments + " is not from 1 to " + WINDOW_LIMIT_SEGMENTS);
        }
        if (payloadBytes < 1 || rtoFloorNanos < 1 || delayedAckNanos < 1 || initialWindowSegments < 1) {
            throw new IllegalArgumentException("payloadBytes=" + payloadBytes + ", rtoFloorNanos=" + rtoFloorNanos
                    + ", delayedAckNanos=" + delayedAckNanos + ", initialWindowSegments=" + initialWindowSegments
                    + ": each must be at least 1");
        }
    }

    /** SACK Reno without RACK, RTO floor 300 ms, windows of 64 512 bytes: an iperf3 pair of Windows hosts. */
    public static TcpSettings windowsReno() {
        return new TcpSettings(
                Algorithm.RENO, Recovery.SACK, 64_512 / 1_460, 1_460, 10, 300_000_000L, 50_000_000L, false);
    }

    /** RACK, TLP and timestamps, RTO floor 200 ms, delayed ACK 40 ms, windows of 64 512 bytes: a Linux pair. */
    public static TcpSettings linux(Algorithm algorithm) {
        return new TcpSettings(algorithm, Recovery.RACK, 64_512 / 1_448, 1_448, 10, 200_000_000L, 40_000_000L, false);
    }

    public TcpSettings withWindowSegments(int segments) {
        return new TcpSettings(
                algorithm,
                recovery,
                segments,
                payloadBytes,
                initialWindowSegments,
                rtoFloorNanos,
                delayedAckNanos,
                pacing);
    }

    public TcpSettings withAlgorithm(Algorithm other) {
        return new TcpSettings(
                other,
                recovery,
                windowSegments,
                payloadBytes,
                initialWindowSegments,
                rtoFloorNanos,
                delayedAckNanos,
                pacing);
    }

    public TcpSettings withRecovery(Recovery other) {
        return new TcpSettings(
                algorithm,
                other,
                windowSegments,
                payloadBytes,
                initialWindowSegments,
                rtoFloorNanos,
                delayedAckNanos,
                pacing);
    }

    public TcpSettings withPacing(boolean paced) {
        return new TcpSettings(
                algorithm,
                recovery,
                windowSegments,
                payloadBytes,
                initialWindowSegments,
                rtoFloorNanos,
                delayedAckNanos,
                paced);
    }

    public TcpSettings withRtoFloorNanos(long nanos) {
        return new TcpSettings(
                algorithm,
                recovery,
                windowSegments,
                payloadBytes,
                initialWindowSegments,
                nanos,
                delayedAckNanos,
                pacing);
    }

    /** Whether every packet carries timestamps (RFC 7323): the payload leaves room for them. */
    public boolean hasTimestamps() {
        return payloadBytes <= FULL_IP_BYTES - HEADER_BYTES - TIMESTAMP_BYTES;
    }

    /** IP length of a full segment. */
    public int segmentIpBytes() {
        return FULL_IP_BYTES;
    }

    /** IP length of a pure acknowledgment: what a full segment has beside its payload. */
    public int ackIpBytes() {
        return FULL_IP_BYTES - payloadBytes;
    }
}
