// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

/**
 * What stands between an outer IP header and the packet that it bears: IP in IP (RFC 2003), IPv6 in IPv4 (RFC 4213), GRE (RFC
 * 2784, 2890) and VXLAN (RFC 7348).
 */
final class TunnelHeader {
    private static final int VXLAN_PORT = 4_789;
    private static final int UDP_BYTES = 8;
    private static final int VXLAN_BYTES = 8;
    private static final int VXLAN_VALID = 0x0800_0000;
    private static final int VXLAN_RESERVED = 0xf7ff_ffff;

    private static final int GRE_BYTES = 4;
    private static final int GRE_FIELD_BYTES = 4;
    private static final int CHECKSUM = 0x8000;
    private static final int KEY = 0x2000;
    private static final int SEQUENCE = 0x1000;
    private static final int FIELDS = CHECKSUM | KEY | SEQUENCE;
    private static final int ETHERNET = 0x6558;

    private final LinkHeader link = new LinkHeader();
    private int unread;

    /** Whether a protocol may bear another packet; of UDP only the port tells. */
    static boolean mayBe(int protocol) {
        return switch (protocol) {
            case IpProtocol.IP_IN_IP, IpProtocol.IPV6_IN_IP, IpProtocol.GRE -> true;
            default -> false;
        };
    }

    /** RFC 7348 section 5: the VNI is marked valid, and all else of the first word is 0. */
    static boolean isVxlan(byte[] bytes, int at, int captured) {
        if (captured < at + UDP_BYTES + VXLAN_BYTES || Bytes.unsignedShort(bytes, at + 2) != VXLAN_PORT) {
            return false;
        }
        int first = Bytes.integer(bytes, at + UDP_BYTES);
        return (first & VXLAN_VALID) != 0 && (first & VXLAN_RESERVED) == 0;
    }

    /** @param at where the outer packet's payload begins */
    Decoding decode(byte[] bytes, int at, int captured, int protocol) {
        unread = Unread.NOTHING;
        Decoding read =
                switch (protocol) {
                    case IpProtocol.IP_IN_IP -> link.decode(bytes, at, captured, LinkHeader.IPV4);
                    case IpProtocol.IPV6_IN_IP -> link.decode(bytes, at, captured, LinkHeader.IPV6);
                    case IpProtocol.GRE -> gre(bytes, at, captured);
                    default -> link.ethernet(bytes, at + UDP_BYTES + VXLAN_BYTES, captured);
                };
        if (read == Decoding.NOT_IP && unread == Unread.NOTHING) {
            unread = Unread.inside(link.unread());
        }
        return read;
    }

    private Decoding gre(byte[] bytes, int at, int captured) {
        if (captured < at + GRE_BYTES) {
            return Decoding.CUT_SHORT;
        }
        int flags = Bytes.unsignedShort(bytes, at);
        if ((flags & ~FIELDS) != 0) {
            // Source routing (RFC 1701) or version 1 (RFC 2637).
            unread = Unread.gre(flags);
            return Decoding.NOT_IP;
        }
        int header = at + GRE_BYTES + Integer.bitCount(flags & FIELDS) * GRE_FIELD_BYTES;
        int type = Bytes.unsignedShort(bytes, at + 2);
        return type == ETHERNET ? link.ethernet(bytes, header, captured) : link.decode(bytes, header, captured, type);
    }

    /** Where the inner IP header begins. */
    int bytes() {
        return link.bytes();
    }

    /** See {@link Unread}. */
    int unread() {
        return unread;
    }
}
