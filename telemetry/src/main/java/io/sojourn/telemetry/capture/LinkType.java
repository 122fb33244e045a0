// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

/** The link types that {@link PacketHeader} reads, by their number in the registry of the pcap formats. */
public final class LinkType {
    /** BSD loopback: the address family in the order of the capturing host. */
    public static final int NULL = 0;

    public static final int ETHERNET = 1;
    public static final int PPP = 9;
    /** Raw IP as some systems number it. */
    public static final int RAW_BSD = 12;

    public static final int RAW_OPENBSD = 14;
    public static final int PPP_HDLC = 50;
    /** A PPPoE session without the Ethernet header. */
    public static final int PPPOE = 51;

    public static final int RAW = 101;
    /** OpenBSD loopback: the address family in network order. */
    public static final int LOOP = 108;
    /** Linux "cooked" capture: the {@code any} device. */
    public static final int LINUX_SLL = 113;

    public static final int IPV4 = 228;
    public static final int IPV6 = 229;
    public static final int LINUX_SLL2 = 276;

    private LinkType() {}
}
