// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

/**
 * The headers of a packet: link, IPv4 (RFC 791) or IPv6 (RFC 8200) with extension headers and fragments, one tunnel (GRE, VXLAN,
 * IP in IP), TCP, UDP, ICMP echo. A holder to be used again: reading a packet allocates nothing. What cannot be read is
 * told by {@link Decoding} and {@link #unread()}, never thrown; the fields then hold what was read before.
 *
 * <p>Of a tunnel all that follows says what the inner packet is, its length too; when that cannot be read, what the outer
 * one is. Of an outer packet in fragments only the first bears the inner headers; the later ones are packets of the outer protocol.
 *
 * <p>Lengths come from the IP header, so a capture with a short snap length counts full packets. An IP length of 0 (a
 * segment that the network card was still to cut, or a jumbogram) is taken from the frame's original length.
 */
public final class PacketHeader {
    private static final int UDP_BYTES = 8;
    private static final int ECHO_BYTES = 8;

    private final LinkHeader link = new LinkHeader();
    private final IpHeader outer = new IpHeader();
    private final IpHeader inner = new IpHeader();
    private final TunnelHeader tunnel = new TunnelHeader();
    private IpHeader ip = outer;
    private final TcpHeader tcp = new TcpHeader();
    private boolean transport;
    private int sourcePort;
    private int destinationPort;
    private int icmpType;
    private int echoSequence;
    private long payloadBytes;
    private int firstPayloadByte;
    private int ipAt;
    private int unread;

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
        ip = outer;
        ip.clear();
        unread = Unread.NOTHING;
        clearTransport();
        Decoding onLink = link.decode(bytes, capturedLength, linkType);
        if (onLink != Decoding.IP) {
            unread = link.unread();
            return onLink;
        }
        ipAt = link.bytes();
        Decoding network = ip.decode(bytes, ipAt, capturedLength, originalLength);
        return network == Decoding.IP ? inTunnel(bytes, capturedLength, originalLength) : network;
    }

    private void clearTransport() {
        transport = false;
        icmpType = -1;
        sourcePort = 0;
        destinationPort = 0;
        payloadBytes = 0;
        firstPayloadByte = -1;
    }

    private Decoding inTunnel(byte[] bytes, int captured, int original) {
        int at = ipAt + outer.headerBytes();
        if (!isTunnel(outer, bytes, at, captured)) {
            return transport(bytes, at, captured);
        }
        Decoding read = tunnel.decode(bytes, at, captured, outer.protocol());
        if (read == Decoding.IP) {
            inner.clear();
            read = inner.decode(bytes, tunnel.bytes(), captured, original);
            if (read == Decoding.IP && isWithin(at)) {
                ip = inner;
                ipAt = tunnel.bytes();
                return innermost(bytes, captured);
            }
        }
        unread = unreadTunnel(read);
        return transport(bytes, at, captured);
    }

    private int unreadTunnel(Decoding read) {
        if (read == Decoding.CUT_SHORT) {
            return Unread.cut(outer.protocol());
        }
        return tunnel.unread() != Unread.NOTHING ? tunnel.unread() : Unread.damaged(outer.protocol());
    }

    private static boolean isTunnel(IpHeader of, byte[] bytes, int at, int captured) {
        return !of.isLaterFragment()
                && (TunnelHeader.mayBe(of.protocol())
                        || (of.protocol() == IpProtocol.UDP && TunnelHeader.isVxlan(bytes, at, captured)));
    }

    /** Whether the inner packet ends within the outer one, as far as that is here. */
    private boolean isWithin(int payloadAt) {
        long room = outer.lengthBytes() - outer.headerBytes();
        return outer.isFragment() || inner.lengthBytes() <= room - (tunnel.bytes() - payloadAt);
    }

    private Decoding innermost(byte[] bytes, int captured) {
        int at = ipAt + inner.headerBytes();
        if (isTunnel(inner, bytes, at, captured)) {
            unread = Unread.deeper(inner.protocol());
        }
        return transport(bytes, at, captured);
    }

    private Decoding transport(byte[] bytes, int at, int capturedLength) {
        long room = ip.lengthBytes() - ip.headerBytes();
        payloadBytes = room;
        if (ip.isLaterFragment()) {
            return Decoding.IP;
        }
        int captured = Math.max(0, capturedLength - at);
        return switch (ip.protocol()) {
            case IpProtocol.TCP -> tcp(bytes, at, captured, room);
            case IpProtocol.UDP -> udp(bytes, at, captured, room);
            case IpProtocol.ICMP, IpProtocol.ICMPV6 -> echo(bytes, at, captured, room);
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
        firstPayloadByte = payloadBytes > 0 && captured > UDP_BYTES ? bytes[at + UDP_BYTES] & 0xff : -1;
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

    /** Bytes before the IP header; before the inner one of a tunnel. */
    public int linkHeaderBytes() {
        return ipAt;
    }

    /** Whether the packet was borne by a tunnel, and all of this says what the inner one is. */
    public boolean isTunneled() {
        return ip == inner;
    }

    /** What could not be read, see {@link Unread#name}; {@link Unread#NOTHING} when all was, or the packet is damaged. */
    public int unread() {
        return unread;
    }

    /** 4 or 6. */
    public int ipVersion() {
        return ip.version();
    }

    /** IP header (extension headers included) and payload. */
    public long ipLengthBytes() {
        return ip.lengthBytes();
    }

    /** DSCP in the upper six bits, ECN (RFC 3168) in the lower two. */
    public int trafficClass() {
        return ip.trafficClass();
    }

    /** 16 bits; for IPv6 the lower half of a fragment's, else 0. */
    public int ipIdentification() {
        return ip.identification();
    }

    public boolean isFragment() {
        return ip.isFragment();
    }

    /** A fragment without the transport header. */
    public boolean isLaterFragment() {
        return ip.isLaterFragment();
    }

    /** IANA protocol number behind the IP headers. */
    public int protocol() {
        return ip.protocol();
    }

    /** Upper 64 bits; 0 for IPv4. */
    public long sourceHigh() {
        return ip.sourceHigh();
    }

    public long sourceLow() {
        return ip.sourceLow();
    }

    /** Upper 64 bits; 0 for IPv4. */
    public long destinationHigh() {
        return ip.destinationHigh();
    }

    public long destinationLow() {
        return ip.destinationLow();
    }

    /** The source address as RFC 5952 writes it. Allocates. */
    public String sourceText() {
        return IpAddressText.of(ip.version(), ip.sourceHigh(), ip.sourceLow());
    }

    /** The destination address as RFC 5952 writes it. Allocates. */
    public String destinationText() {
        return IpAddressText.of(ip.version(), ip.destinationHigh(), ip.destinationLow());
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
        return transport && ip.protocol() == IpProtocol.TCP;
    }

    public boolean isUdp() {
        return transport && ip.protocol() == IpProtocol.UDP;
    }

    /** RFC 792 type 8, RFC 4443 type 128. */
    public boolean isEchoRequest() {
        return isIcmp(8, 128);
    }

    /** RFC 792 type 0, RFC 4443 type 129. */
    public boolean isEchoReply() {
        return isIcmp(0, 129);
    }

    private boolean isIcmp(int type, int typeOfVersion6) {
        return (ip.protocol() == IpProtocol.ICMP && icmpType == type)
                || (ip.protocol() == IpProtocol.ICMPV6 && icmpType == typeOfVersion6);
    }

    public int echoSequence() {
        return echoSequence;
    }

    /** Valid while {@link #isTcp()}. */
    public TcpHeader tcp() {
        return tcp;
    }

    /** The first byte that UDP carries; -1 when there is none, or it was not captured. */
    public int firstPayloadByte() {
        return firstPayloadByte;
    }

    /** Bytes behind the transport header; behind the IP headers where there is none. */
    public long payloadBytes() {
        return payloadBytes;
    }
}
