// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

/**
 * The headers of a packet: link, IPv4 (RFC 791) or IPv6 (RFC 8200) with extension headers and fragments, TCP, UDP, ICMP
 * echo. A holder to be used again: reading a packet allocates nothing. What cannot be read is told by {@link Decoding},
 * never thrown; the fields then hold what was read before.
 *
 * <p>Lengths come from the IP header, so a capture with a short snap length counts full packets. An IP length of 0 (a
 * segment that the network card was still to cut, or a jumbogram) is taken from the frame's original length.
 */
public final class PacketHeader {
    public static final int TCP = 6;
    public static final int UDP = 17;
    public static final int ICMP = 1;
    public static final int ICMPV6 = 58;

    private static final int IPV4_BYTES = 20;
    private static final int IPV6_BYTES = 40;
    private static final int UDP_BYTES = 8;
    private static final int ECHO_BYTES = 8;
    private static final int EXTENSION_LIMIT = 8;

    private final LinkHeader link = new LinkHeader();
    private final TcpHeader tcp = new TcpHeader();
    private int ipVersion;
    private int ipHeaderBytes;
    private long ipLengthBytes;
    private int trafficClass;
    private int ipIdentification;
    private boolean fragment;
    private boolean laterFragment;
    private int protocol;
    private long sourceHigh;
    private long sourceLow;
    private long destinationHigh;
    private long destinationLow;
    private boolean transport;
    private int sourcePort;
    private int destinationPort;
    private int icmpType;
    private int echoSequence;
    private long payloadBytes;

    /** Reads the headers of a packet. */
    public Decoding decode(CapturedPacket packet) {
        return decode(packet.bytes(), packet.capturedLength(), packet.originalLength(), packet.linkType());
    }

    /**
     * @param capturedLength bytes that are there
     * @param originalLength bytes of the frame on the link
     * @param linkType see {@link LinkType}
     */
    public Decoding decode(byte[] bytes, int capturedLength, int originalLength, int linkType) {
        transport = false;
        fragment = false;
        laterFragment = false;
        protocol = 0;
        icmpType = -1;
        sourcePort = 0;
        destinationPort = 0;
        payloadBytes = 0;
        Decoding onLink = link.decode(bytes, capturedLength, linkType);
        if (onLink != Decoding.IP) {
            return onLink;
        }
        int at = link.bytes();
        if (capturedLength <= at) {
            return Decoding.CUT_SHORT;
        }
        ipVersion = (bytes[at] & 0xf0) >> 4;
        Decoding network =
                switch (ipVersion) {
                    case 4 -> version4(bytes, at, capturedLength, originalLength);
                    case 6 -> version6(bytes, at, capturedLength, originalLength);
                    default -> Decoding.MALFORMED;
                };
        return network == Decoding.IP ? transport(bytes, at + ipHeaderBytes, capturedLength) : network;
    }

    private Decoding version4(byte[] bytes, int at, int captured, int original) {
        if (captured < at + IPV4_BYTES) {
            return Decoding.CUT_SHORT;
        }
        ipHeaderBytes = (bytes[at] & 0x0f) * 4;
        trafficClass = bytes[at + 1] & 0xff;
        int total = Bytes.unsignedShort(bytes, at + 2);
        ipLengthBytes = total == 0 ? original - at : total;
        ipIdentification = Bytes.unsignedShort(bytes, at + 4);
        int fragmentField = Bytes.unsignedShort(bytes, at + 6);
        fragment = (fragmentField & 0x3fff) != 0;
        laterFragment = (fragmentField & 0x1fff) != 0;
        protocol = bytes[at + 9] & 0xff;
        sourceHigh = 0;
        destinationHigh = 0;
        sourceLow = Bytes.integer(bytes, at + 12) & 0xffff_ffffL;
        destinationLow = Bytes.integer(bytes, at + 16) & 0xffff_ffffL;
        return ipHeaderBytes < IPV4_BYTES || ipLengthBytes < ipHeaderBytes ? Decoding.MALFORMED : Decoding.IP;
    }

    private Decoding version6(byte[] bytes, int at, int captured, int original) {
        if (captured < at + IPV6_BYTES) {
            return Decoding.CUT_SHORT;
        }
        trafficClass = Bytes.unsignedShort(bytes, at) >> 4 & 0xff;
        int payload = Bytes.unsignedShort(bytes, at + 4);
        ipLengthBytes = payload == 0 ? original - at : IPV6_BYTES + payload;
        ipIdentification = 0;
        sourceHigh = Bytes.longInteger(bytes, at + 8);
        sourceLow = Bytes.longInteger(bytes, at + 16);
        destinationHigh = Bytes.longInteger(bytes, at + 24);
        destinationLow = Bytes.longInteger(bytes, at + 32);
        ipHeaderBytes = IPV6_BYTES;
        protocol = bytes[at + 6] & 0xff;
        return ipLengthBytes < IPV6_BYTES ? Decoding.MALFORMED : extensions(bytes, at, captured);
    }

    /** RFC 8200 section 4; lengths are in 8-byte units but for the authentication header (RFC 4302: 4-byte units). */
    private Decoding extensions(byte[] bytes, int at, int captured) {
        for (int i = 0; i < EXTENSION_LIMIT && isExtension(protocol) && !laterFragment; i++) {
            int here = at + ipHeaderBytes;
            if (captured < here + 8) {
                return Decoding.CUT_SHORT;
            }
            int units = bytes[here + 1] & 0xff;
            int length = protocol == 44 ? 8 : protocol == 51 ? (units + 2) * 4 : (units + 1) * 8;
            if (protocol == 44) {
                fragment = (Bytes.unsignedShort(bytes, here + 2) & 0xfff9) != 0;
                laterFragment = (Bytes.unsignedShort(bytes, here + 2) & 0xfff8) != 0;
                ipIdentification = Bytes.unsignedShort(bytes, here + 6);
            }
            protocol = bytes[here] & 0xff;
            ipHeaderBytes += length;
            if (ipHeaderBytes > ipLengthBytes) {
                return Decoding.MALFORMED;
            }
        }
        return Decoding.IP;
    }

    private static boolean isExtension(int protocol) {
        return switch (protocol) {
            case 0, 43, 44, 51, 60, 135, 139, 140 -> true;
            default -> false;
        };
    }

    private Decoding transport(byte[] bytes, int at, int capturedLength) {
        long room = ipLengthBytes - ipHeaderBytes;
        payloadBytes = room;
        if (laterFragment) {
            return Decoding.IP;
        }
        int captured = Math.max(0, capturedLength - at);
        return switch (protocol) {
            case TCP -> tcp(bytes, at, captured, room);
            case UDP -> udp(bytes, at, captured, room);
            case ICMP, ICMPV6 -> echo(bytes, at, captured, room);
            default -> Decoding.IP;
        };
    }

    private Decoding tcp(byte[] bytes, int at, int captured, long room) {
        Decoding read = tcp.decode(bytes, at, captured, room);
        if (read == Decoding.MALFORMED || captured < TcpHeader.LEAST_BYTES) {
            return read;
        }
        ports(bytes, at);
        payloadBytes = room - tcp.headerBytes();
        return read;
    }

    private Decoding udp(byte[] bytes, int at, int captured, long room) {
        if (room < UDP_BYTES) {
            return Decoding.MALFORMED;
        }
        if (captured < UDP_BYTES) {
            return Decoding.CUT_SHORT;
        }
        ports(bytes, at);
        payloadBytes = room - UDP_BYTES;
        return Decoding.IP;
    }

    private void ports(byte[] bytes, int at) {
        transport = true;
        sourcePort = Bytes.unsignedShort(bytes, at);
        destinationPort = Bytes.unsignedShort(bytes, at + 2);
    }

    /** An echo's identifier takes the place of both ports, so that request and reply are one conversation. */
    private Decoding echo(byte[] bytes, int at, int captured, long room) {
        if (room < ECHO_BYTES) {
            return Decoding.MALFORMED;
        }
        if (captured < ECHO_BYTES) {
            return Decoding.CUT_SHORT;
        }
        icmpType = bytes[at] & 0xff;
        if (isEchoRequest() || isEchoReply()) {
            transport = true;
            sourcePort = Bytes.unsignedShort(bytes, at + 4);
            destinationPort = sourcePort;
            echoSequence = Bytes.unsignedShort(bytes, at + 6);
        }
        payloadBytes = room - ECHO_BYTES;
        return Decoding.IP;
    }

    /** Whether the link has MAC addresses. */
    public boolean hasMacs() {
        return link.hasMacs();
    }

    /** 48 bits. */
    public long sourceMac() {
        return link.sourceMac();
    }

    /** 48 bits. */
    public long destinationMac() {
        return link.destinationMac();
    }

    /** Bytes before the IP header. */
    public int linkHeaderBytes() {
        return link.bytes();
    }

    /** 4 or 6. */
    public int ipVersion() {
        return ipVersion;
    }

    /** IP header (extension headers included) and payload. */
    public long ipLengthBytes() {
        return ipLengthBytes;
    }

    /** DSCP in the upper six bits, ECN (RFC 3168) in the lower two. */
    public int trafficClass() {
        return trafficClass;
    }

    /** 16 bits; for IPv6 the lower half of a fragment's, else 0. */
    public int ipIdentification() {
        return ipIdentification;
    }

    public boolean isFragment() {
        return fragment;
    }

    /** A fragment without the transport header. */
    public boolean isLaterFragment() {
        return laterFragment;
    }

    /** IANA protocol number behind the IP headers. */
    public int protocol() {
        return protocol;
    }

    /** Upper 64 bits; 0 for IPv4. */
    public long sourceHigh() {
        return sourceHigh;
    }

    public long sourceLow() {
        return sourceLow;
    }

    /** Upper 64 bits; 0 for IPv4. */
    public long destinationHigh() {
        return destinationHigh;
    }

    public long destinationLow() {
        return destinationLow;
    }

    /** The source address as RFC 5952 writes it. Allocates. */
    public String sourceText() {
        return IpAddressText.of(ipVersion, sourceHigh, sourceLow);
    }

    /** The destination address as RFC 5952 writes it. Allocates. */
    public String destinationText() {
        return IpAddressText.of(ipVersion, destinationHigh, destinationLow);
    }

    /** Whether ports (or an echo's identifier) were read. */
    public boolean hasPorts() {
        return transport;
    }

    public int sourcePort() {
        return sourcePort;
    }

    public int destinationPort() {
        return destinationPort;
    }

    public boolean isTcp() {
        return transport && protocol == TCP;
    }

    public boolean isUdp() {
        return transport && protocol == UDP;
    }

    public boolean isEchoRequest() {
        return (protocol == ICMP && icmpType == 8) || (protocol == ICMPV6 && icmpType == 128);
    }

    public boolean isEchoReply() {
        return (protocol == ICMP && icmpType == 0) || (protocol == ICMPV6 && icmpType == 129);
    }

    public int echoSequence() {
        return echoSequence;
    }

    /** Valid while {@link #isTcp()}. */
    public TcpHeader tcp() {
        return tcp;
    }

    /** Bytes behind the transport header; behind the IP headers where there is none. */
    public long payloadBytes() {
        return payloadBytes;
    }
}
