// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

/** What a classifier looks at in a packet. Filled again for each packet, so that the data path allocates nothing. */
public class PacketFields {
    /** The port of a packet that has none. */
    public static final int NO_PORT = -1;

    /** Into the node, on an interface. */
    public static final int INBOUND = 0;
    /** Out of the node, on an interface. */
    public static final int OUTBOUND = 1;

    /** 4 or 6. */
    public int ipVersion;

    /** First 64 bits of an IPv6 address, 0 for IPv4. */
    public long sourceHigh;

    /** Last 64 bits of an IPv6 address; an IPv4 address in the last 32 of them. */
    public long sourceLow;

    public long destinationHigh;
    public long destinationLow;

    /** IP protocol number (IANA), 0 to 255. */
    public int protocol;

    /** 0 to 65535, or {@link #NO_PORT}. */
    public int sourcePort = NO_PORT;

    public int destinationPort = NO_PORT;

    /** DS field and ECN field (RFC 2474, RFC 3168): the IPv4 TOS byte, the IPv6 traffic class. */
    public int tos;

    /** The caller's number of the interface, 0 to 4095. */
    public int interfaceNumber;

    /** {@link #INBOUND} or {@link #OUTBOUND}. */
    public int direction;

    /** Takes over everything from another packet. */
    public void copyFields(PacketFields other) {
        ipVersion = other.ipVersion;
        sourceHigh = other.sourceHigh;
        sourceLow = other.sourceLow;
        destinationHigh = other.destinationHigh;
        destinationLow = other.destinationLow;
        protocol = other.protocol;
        sourcePort = other.sourcePort;
        destinationPort = other.destinationPort;
        tos = other.tos;
        interfaceNumber = other.interfaceNumber;
        direction = other.direction;
    }

    /** The same for all packets of a flow (addresses, protocol and ports), and hardly ever for two flows: 64 bits, mixed. */
    public final long flow() {
        long hash = mixed(sourceHigh ^ ipVersion);
        hash = mixed(hash ^ sourceLow);
        hash = mixed(hash ^ destinationHigh);
        hash = mixed(hash ^ destinationLow);
        return mixed(hash ^ (((long) protocol << 40) | ((sourcePort & 0xfffffL) << 20) | (destinationPort & 0xfffffL)));
    }

    /** Hash of the source address. */
    public final int sourceHost() {
        return (int) mixed(mixed(sourceHigh ^ ipVersion) ^ sourceLow);
    }

    /** Hash of the destination address. */
    public final int destinationHost() {
        return (int) mixed(mixed(destinationHigh ^ ipVersion) ^ destinationLow);
    }

    /** Everything but the addresses, in one word. */
    final long rest() {
        return ((long) (destinationPort & 0x1ffff) << 47)
                | ((long) (sourcePort & 0x1ffff) << 30)
                | ((long) (interfaceNumber & 0xfff) << 18)
                | ((long) (protocol & 0xff) << 10)
                | (((tos >> 2) & 0x3fL) << 4)
                | ((ipVersion & 7L) << 1)
                | (direction & 1L);
    }

    /** The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): every bit of the input moves half of the output's. */
    static long mixed(long word) {
        long hash = (word ^ (word >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return hash ^ (hash >>> 31);
    }
}
