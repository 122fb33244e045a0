// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

/**
 * What stood where {@link PacketHeader} could read no further, as one number (so that counting allocates nothing) with a
 * name. Numbers are those of IANA and IEEE.
 */
public final class Unread {
    /** Everything was read. */
    public static final int NOTHING = 0;

    private static final int NUMBER_BITS = 16;
    private static final int NUMBER_MASK = 0xffff;
    private static final int INSIDE = 1 << 24;

    private static final int LINK = 1 << NUMBER_BITS;
    private static final int ETHER_TYPE = 2 << NUMBER_BITS;
    private static final int PPP = 3 << NUMBER_BITS;
    private static final int FAMILY = 4 << NUMBER_BITS;
    private static final int MPLS = 5 << NUMBER_BITS;
    private static final int GRE = 6 << NUMBER_BITS;
    private static final int LLC = 7 << NUMBER_BITS;
    private static final int DEEPER = 8 << NUMBER_BITS;
    private static final int DAMAGED = 9 << NUMBER_BITS;
    private static final int CUT = 10 << NUMBER_BITS;

    private Unread() {}

    static int link(int type) {
        return LINK | (type & NUMBER_MASK);
    }

    static int etherType(int type) {
        return ETHER_TYPE | type;
    }

    static int ppp(int protocol) {
        return PPP | protocol;
    }

    static int family(int family) {
        return FAMILY | (family & NUMBER_MASK);
    }

    /** What follows a label stack says by its first four bits what it is. */
    static int mpls(int firstNibble) {
        return MPLS | firstNibble;
    }

    static int gre(int flags) {
        return GRE | flags;
    }

    static int llc(int serviceAccessPoint) {
        return LLC | serviceAccessPoint;
    }

    /** A tunnel in a tunnel. */
    static int deeper(int protocol) {
        return DEEPER | protocol;
    }

    /** What a tunnel bears is no sound packet. */
    static int damaged(int protocol) {
        return DAMAGED | protocol;
    }

    /** The snap length ended before the headers that a tunnel bears. */
    static int cut(int protocol) {
        return CUT | protocol;
    }

    /** The same, met behind a tunnel's header. */
    static int inside(int unread) {
        return unread | INSIDE;
    }

    /** What it was, for a person: "ethertype 0x0806 (ARP)". Allocates. */
    public static String name(int unread) {
        int number = unread & NUMBER_MASK;
        String name =
                switch (unread & ~INSIDE & ~NUMBER_MASK) {
                    case LINK -> "link type " + number;
                    case ETHER_TYPE -> String.format("ethertype 0x%04x%s", number, etherTypeName(number));
                    case PPP -> String.format("PPP protocol 0x%04x", number);
                    case FAMILY -> "address family " + number;
                    case MPLS -> number == 0 ? "MPLS pseudowire" : "MPLS payload that begins with " + number;
                    case GRE -> String.format("GRE with flags 0x%04x", number);
                    case LLC -> String.format("LLC 0x%02x%s", number, number == 0x42 ? " (spanning tree)" : "");
                    case DEEPER -> "tunnel in a tunnel (" + tunnelName(number) + ")";
                    case DAMAGED -> tunnelName(number) + " without a sound packet";
                    case CUT -> tunnelName(number) + " cut off by the snap length";
                    default -> "nothing";
                };
        return (unread & INSIDE) == 0 ? name : name + " in a tunnel";
    }

    private static String tunnelName(int protocol) {
        return switch (protocol) {
            case IpProtocol.IP_IN_IP -> "IP in IP";
            case IpProtocol.IPV6_IN_IP -> "IPv6 in IP";
            case IpProtocol.GRE -> "GRE";
            case IpProtocol.UDP -> "VXLAN";
            default -> IpProtocol.name(protocol);
        };
    }

    private static String etherTypeName(int type) {
        return switch (type) {
            case 0x0806 -> " (ARP)";
            case 0x8809 -> " (LACP)";
            case 0x8863 -> " (PPPoE discovery)";
            case 0x888e -> " (802.1X)";
            case 0x88cc -> " (LLDP)";
            case 0x88e5 -> " (MACsec)";
            case 0x88f7 -> " (PTP)";
            default -> "";
        };
    }
}
