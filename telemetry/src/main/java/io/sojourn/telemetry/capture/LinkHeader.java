// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

/** What comes before IP: Ethernet with VLAN tags (IEEE 802.1Q, 802.1ad) or PPPoE (RFC 2516), Linux cooked, loopback, nothing. */
final class LinkHeader {
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int VLAN = 0x8100;
    private static final int QINQ = 0x88a8;
    private static final int OLD_QINQ = 0x9100;
    private static final int PPPOE_SESSION = 0x8864;
    private static final int PPP_IPV4 = 0x0021;
    private static final int PPP_IPV6 = 0x0057;

    private static final int ETHERNET_BYTES = 14;
    private static final int TAG_BYTES = 4;
    private static final int TAG_LIMIT = 4;
    private static final int PPPOE_BYTES = 8;
    private static final int SLL_BYTES = 16;
    private static final int SLL2_BYTES = 20;
    private static final int LOOPBACK_BYTES = 4;

    private int bytes;
    private boolean macs;
    private long destinationMac;
    private long sourceMac;

    /** {@link Decoding#IP} when IP follows, as far as this header says. */
    Decoding decode(byte[] packet, int captured, int linkType) {
        macs = false;
        sourceMac = 0;
        destinationMac = 0;
        return switch (linkType) {
            case LinkType.ETHERNET -> ethernet(packet, captured);
            case LinkType.LINUX_SLL -> cooked(packet, captured, SLL_BYTES, 14);
            case LinkType.LINUX_SLL2 -> cooked(packet, captured, SLL2_BYTES, 0);
            case LinkType.NULL, LinkType.LOOP -> loopback(packet, captured);
            case LinkType.RAW, LinkType.RAW_BSD, LinkType.RAW_OPENBSD, LinkType.IPV4, LinkType.IPV6 -> {
                bytes = 0;
                yield Decoding.IP;
            }
            default -> Decoding.UNKNOWN_LINK;
        };
    }

    private Decoding ethernet(byte[] packet, int captured) {
        if (captured < ETHERNET_BYTES) {
            return Decoding.CUT_SHORT;
        }
        macs = true;
        destinationMac = (long) Bytes.unsignedShort(packet, 0) << 32 | (Bytes.integer(packet, 2) & 0xffff_ffffL);
        sourceMac = (long) Bytes.unsignedShort(packet, 6) << 32 | (Bytes.integer(packet, 8) & 0xffff_ffffL);
        return payload(packet, captured, ETHERNET_BYTES, Bytes.unsignedShort(packet, 12));
    }

    private Decoding cooked(byte[] packet, int captured, int header, int protocolAt) {
        return captured < header
                ? Decoding.CUT_SHORT
                : payload(packet, captured, header, Bytes.unsignedShort(packet, protocolAt));
    }

    private Decoding payload(byte[] packet, int captured, int header, int etherType) {
        int at = header;
        int type = etherType;
        for (int tags = 0; tags < TAG_LIMIT && (type == VLAN || type == QINQ || type == OLD_QINQ); tags++) {
            if (captured < at + TAG_BYTES) {
                return Decoding.CUT_SHORT;
            }
            type = Bytes.unsignedShort(packet, at + 2);
            at += TAG_BYTES;
        }
        if (type == PPPOE_SESSION) {
            if (captured < at + PPPOE_BYTES) {
                return Decoding.CUT_SHORT;
            }
            int protocol = Bytes.unsignedShort(packet, at + 6);
            type = protocol == PPP_IPV4 ? IPV4 : protocol == PPP_IPV6 ? IPV6 : 0;
            at += PPPOE_BYTES;
        }
        bytes = at;
        return type == IPV4 || type == IPV6 ? Decoding.IP : Decoding.NOT_IP;
    }

    /** IPv4 is family 2 everywhere; IPv6 is 10, 24, 28 or 30, by system. */
    private Decoding loopback(byte[] packet, int captured) {
        if (captured < LOOPBACK_BYTES) {
            return Decoding.CUT_SHORT;
        }
        bytes = LOOPBACK_BYTES;
        int family = Bytes.integer(packet, 0);
        int smaller = (family & 0xffff) == 0 ? Integer.reverseBytes(family) : family;
        return switch (smaller) {
            case 2, 10, 24, 28, 30 -> Decoding.IP;
            default -> Decoding.NOT_IP;
        };
    }

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
}
