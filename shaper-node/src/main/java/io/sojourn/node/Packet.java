// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

/** One IP packet as a source sees it. Filled again for each packet, so that the data path allocates nothing. */
public final class Packet {
    /** The port of a packet that has none. */
    public static final int NO_PORT = -1;

    /** When it arrived: nanoseconds since the Unix epoch, in the source's time. */
    public long timeNanos;

    /** IP header and payload, as sent, however much of it was captured. */
    public int ipLengthBytes;

    /** Payload of the transport protocol; 0 for a pure acknowledgment. */
    public int payloadBytes;

    /** 4 or 6. */
    public int ipVersion;

    /** IP protocol number (IANA). */
    public int protocol;

    /** First 64 bits of an IPv6 address, 0 for IPv4. */
    public long sourceHigh;

    /** Last 64 bits of an IPv6 address; an IPv4 address in the last 32 of them. */
    public long sourceLow;

    public long destinationHigh;
    public long destinationLow;

    /** 0 to 65535, or {@link #NO_PORT}. */
    public int sourcePort = NO_PORT;

    public int destinationPort = NO_PORT;

    /** Takes over everything from another packet. */
    public void copyFrom(Packet other) {
        timeNanos = other.timeNanos;
        ipLengthBytes = other.ipLengthBytes;
        payloadBytes = other.payloadBytes;
        ipVersion = other.ipVersion;
        protocol = other.protocol;
        sourceHigh = other.sourceHigh;
        sourceLow = other.sourceLow;
        destinationHigh = other.destinationHigh;
        destinationLow = other.destinationLow;
        sourcePort = other.sourcePort;
        destinationPort = other.destinationPort;
    }
}
