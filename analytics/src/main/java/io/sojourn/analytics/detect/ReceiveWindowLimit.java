// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

/**
 * Whether the receivers' windows, not the network, hold the senders: all that may be in flight is, and it arrives at
 * the rate that windows over round-trip time give (Little's law).
 *
 * <p>Source: RFC 9293 section 3.8.6 (the offered window bounds what is in flight). Example: four windows of 64 240 bytes
 * at 106.6 ms make 19.28 Mbit/s; measured 19.29.
 *
 * <p>Error: payload is taken as bytes sent less {@value #HEADER_BYTES} a packet; with other headers 1 % off. So rates
 * agree within {@value #TOLERANCE} rather than 0. False positives: a congestion window that happens to stop at the
 * offered one.
 */
public final class ReceiveWindowLimit {
    static final double TOLERANCE = 0.05;
    /** In flight at least this share of the offered windows: medians lie a packet or two below. */
    static final double FLAT_RATIO = 0.9;
    /** Ethernet, IPv4, TCP with timestamps. */
    static final int HEADER_BYTES = 66;

    private ReceiveWindowLimit() {}

    /** Windows over round-trip time, in bits a second. */
    public static double bitsPerSecond(double windowBytes, double rttMicros) {
        return windowBytes * 8e6 / rttMicros;
    }

    /**
     * @param windowBytes sum of the offered windows
     * @param inflightBytes sum of the median data in flight
     * @param payloadBitsPerSecond delivered
     */
    public static boolean holds(
            double windowBytes, double inflightBytes, double rttMicros, double payloadBitsPerSecond) {
        double explained = bitsPerSecond(windowBytes, rttMicros);
        boolean flat = inflightBytes >= FLAT_RATIO * windowBytes;
        return flat && Math.abs(explained - payloadBitsPerSecond) <= TOLERANCE * payloadBitsPerSecond;
    }
}
