// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

/** Protocol numbers that IP headers hold (IANA, "Assigned Internet Protocol Numbers"), and what they are taken to say. */
public final class IpProtocol {
    public static final int ICMP = 1;
    public static final int TCP = 6;
    public static final int UDP = 17;
    public static final int ICMPV6 = 58;

    static final int IP_IN_IP = 4;
    static final int IPV6_IN_IP = 41;
    static final int FRAGMENT = 44;
    static final int GRE = 47;
    static final int AUTHENTICATION = 51;

    /** QUIC (RFC 9000) controls its own congestion; it is taken to be what UDP port 443 carries. */
    private static final int QUIC_PORT = 443;

    private IpProtocol() {}

    /** "tcp", "udp", "icmp" or "icmpv6"; of any other protocol the number. */
    public static String name(int protocol) {
        return switch (protocol) {
            case ICMP -> "icmp";
            case TCP -> "tcp";
            case UDP -> "udp";
            case ICMPV6 -> "icmpv6";
            default -> Integer.toString(protocol);
        };
    }

    /** Whether no congestion control is known to govern a packet: UDP that is not QUIC. */
    public static boolean isUnresponsive(int protocol, int sourcePort, int destinationPort) {
        return protocol == UDP && sourcePort != QUIC_PORT && destinationPort != QUIC_PORT;
    }

    /** Whether an IPv6 extension header follows, one that says its length (RFC 8200 section 4, IANA). */
    static boolean isExtension(int protocol) {
        return switch (protocol) {
            case 0, 43, FRAGMENT, AUTHENTICATION, 60, 135, 139, 140 -> true;
            default -> false;
        };
    }
}
