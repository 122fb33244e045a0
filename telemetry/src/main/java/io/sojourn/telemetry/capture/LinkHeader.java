// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

/**
 * What comes before IP: Ethernet (IEEE 802.3, LLC and SNAP too) with VLAN tags (IEEE 802.1Q, 802.1ad), PPPoE (RFC 2516) and an
 * MPLS label stack (RFC 3032); PPP (RFC 1661, 1662); Linux cooked; loopback; nothing.
 */
final class LinkHeader {
    static final int IPV4 = 0x0800;
    static final int IPV6 = 0x86dd;

    private static final int VLAN = 0x8100;
    private static final int QINQ = 0x88a8;
    private static final int OLD_QINQ = 0x9100;
    private static final int MPLS = 0x8847;
    private static final int MPLS_UPSTREAM = 0x8848;
    private static final int PPPOE_SESSION = 0x8864;
    private static final int LEAST_ETHER_TYPE = 0x0600;
    private static final int SNAP = 0xaa;

    private static final int PPP_IPV4 = 0x0021;
    private static final int PPP_IPV6 = 0x0057;
    private static final int PPP_MPLS = 0x0281;
    /** Address and control of PPP in HDLC framing (RFC 1662 section 3.1). */
    private static final int PPP_ADDRESS = 0xff03;

    private static final int ETHERNET_BYTES = 14;
    private static final int TAG_BYTES = 4;
    private static final int TAG_LIMIT = 8;
    private static final int LABEL_BYTES = 4;
    private static final int LABEL_LIMIT = 16;
    private static final int SNAP_BYTES = 8;
    private static final int PPPOE_BYTES = 6;
    private static final int SLL_BYTES = 16;
    private static final int SLL2_BYTES = 20;
    private static final int LOOPBACK_BYTES = 4;

    private int bytes;
    private boolean macs;
    private long destinationMac;
    private long sourceMac;
    private int unread;

    /** {@link Decoding#IP} when IP follows, as far as this header says. */
    Decoding decode(byte[] packet, int captured, int linkType) {
        clear();
        return switch (linkType) {
            case LinkType.ETHERNET -> ethernet(packet, 0, captured);
            case LinkType.LINUX_SLL -> cooked(packet, captured, SLL_BYTES, 14);
            case LinkType.LINUX_SLL2 -> cooked(packet, captured, SLL2_BYTES, 0);
            case LinkType.NULL, LinkType.LOOP -> loopback(packet, captured);
            case LinkType.PPP, LinkType.PPP_HDLC -> framedPpp(packet, captured);
            case LinkType.PPPOE -> pppoe(packet, 0, captured);
            case LinkType.RAW, LinkType.RAW_BSD, LinkType.RAW_OPENBSD, LinkType.IPV4, LinkType.IPV6 -> ip(0);
            default -> {
                unread = Unread.link(linkType);
                yield Decoding.UNKNOWN_LINK;
            }
        };
    }

    /** The same for what an Ethertype names, at a place in the packet. */
    Decoding decode(byte[] packet, int at, int captured, int etherType) {
        clear();
        return payload(packet, at, captured, etherType);
    }

    private void clear() {
        bytes = 0;
        macs = false;
        sourceMac = 0;
        destinationMac = 0;
        unread = Unread.NOTHING;
    }

    Decoding ethernet(byte[] packet, int at, int captured) {
        if (captured < at + ETHERNET_BYTES) {
            return Decoding.CUT_SHORT;
        }
        macs = true;
        destinationMac = mac(packet, at);
        sourceMac = mac(packet, at + 6);
        return payload(packet, at + ETHERNET_BYTES, captured, Bytes.unsignedShort(packet, at + 12));
    }

    private static long mac(byte[] packet, int at) {
        return (long) Bytes.unsignedShort(packet, at) << 32 | (Bytes.integer(packet, at + 2) & 0xffff_ffffL);
    }

    private Decoding cooked(byte[] packet, int captured, int header, int protocolAt) {
        return captured < header
                ? Decoding.CUT_SHORT
                : payload(packet, header, captured, Bytes.unsignedShort(packet, protocolAt));
    }

    private Decoding payload(byte[] packet, int from, int captured, int etherType) {
        int at = from;
        int type = etherType;
        for (int tags = 0; tags < TAG_LIMIT && (type == VLAN || type == QINQ || type == OLD_QINQ); tags++) {
            if (captured < at + TAG_BYTES) {
                return Decoding.CUT_SHORT;
            }
            type = Bytes.unsignedShort(packet, at + 2);
            at += TAG_BYTES;
        }
        return switch (type) {
            case IPV4, IPV6 -> ip(at);
            case PPPOE_SESSION -> pppoe(packet, at, captured);
            case MPLS, MPLS_UPSTREAM -> labels(packet, at, captured);
            default -> type < LEAST_ETHER_TYPE ? llc(packet, at, captured) : notIp(Unread.etherType(type));
        };
    }

    private Decoding ip(int at) {
        bytes = at;
        return Decoding.IP;
    }

    private Decoding notIp(int what) {
        unread = what;
        return Decoding.NOT_IP;
    }

    /** A length instead of an Ethertype (IEEE 802.3 clause 3.2.6): LLC follows, and SNAP bears an Ethertype. */
    private Decoding llc(byte[] packet, int at, int captured) {
        if (captured < at + SNAP_BYTES) {
            return Decoding.CUT_SHORT;
        }
        int service = packet[at] & 0xff;
        int type = Bytes.unsignedShort(packet, at + 6);
        if (service == SNAP && (type == IPV4 || type == IPV6)) {
            return ip(at + SNAP_BYTES);
        }
        return notIp(service == SNAP ? Unread.etherType(type) : Unread.llc(service));
    }

    private Decoding pppoe(byte[] packet, int at, int captured) {
        return ppp(packet, at + PPPOE_BYTES, captured);
    }

    private Decoding framedPpp(byte[] packet, int captured) {
        boolean framed = captured >= 2 && Bytes.unsignedShort(packet, 0) == PPP_ADDRESS;
        return ppp(packet, framed ? 2 : 0, captured);
    }

    /** The protocol is one byte when that is odd (RFC 1661 section 6.5, protocol field compression). */
    private Decoding ppp(byte[] packet, int at, int captured) {
        if (captured < at + 2) {
            return Decoding.CUT_SHORT;
        }
        boolean compressed = (packet[at] & 1) != 0;
        int protocol = compressed ? packet[at] & 0xff : Bytes.unsignedShort(packet, at);
        int after = at + (compressed ? 1 : 2);
        return switch (protocol) {
            case PPP_IPV4, PPP_IPV6 -> ip(after);
            case PPP_MPLS -> labels(packet, after, captured);
            default -> notIp(Unread.ppp(protocol));
        };
    }

    /** RFC 3032 section 2.1; what follows the bottom of the stack is told by its first nibble (RFC 4928 section 3). */
    private Decoding labels(byte[] packet, int from, int captured) {
        int at = from;
        boolean bottom = false;
        for (int i = 0; i < LABEL_LIMIT && !bottom; i++) {
            if (captured < at + LABEL_BYTES) {
                return Decoding.CUT_SHORT;
            }
            bottom = (packet[at + 2] & 1) != 0;
            at += LABEL_BYTES;
        }
        if (captured <= at) {
            return Decoding.CUT_SHORT;
        }
        int version = (packet[at] & 0xf0) >> 4;
        return bottom && (version == 4 || version == 6) ? ip(at) : notIp(Unread.mpls(version));
    }

    /** IPv4 is family 2 everywhere; IPv6 is 10, 24, 28 or 30, by system. */
    private Decoding loopback(byte[] packet, int captured) {
        if (captured < LOOPBACK_BYTES) {
            return Decoding.CUT_SHORT;
        }
        int family = Bytes.integer(packet, 0);
        int smaller = (family & 0xffff) == 0 ? Integer.reverseBytes(family) : family;
        return switch (smaller) {
            case 2, 10, 24, 28, 30 -> ip(LOOPBACK_BYTES);
            default -> notIp(Unread.family(smaller));
        };
    }

    /** Bytes before IP, from the packet's first on. */
    int bytes() {
        return bytes;
    }

    boolean hasMacs() {
        return macs;
    }

    long sourceMac() {
        return sourceMac;
    }

    long destinationMac() {
        return destinationMac;
    }

    /** See {@link Unread}. */
    int unread() {
        return unread;
    }
}
