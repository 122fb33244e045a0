// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/** Which bytes of a packet a rate counts. A rate says nothing without it: 20 Mbit/s is 19.29 or 19.47 of TCP payload. */
public enum Accounting {
    /** IP header and payload (RFC 2697, section 2). */
    IP(0),
    /** Plus the 14 bytes of Ethernet header, no FCS (Linux qdiscs, Cisco IOS on Ethernet). */
    ETHERNET(14),
    /** Plus header, FCS (4), preamble (8) and inter-frame gap (12): what an Ethernet wire carries (IEEE 802.3). */
    ON_WIRE(38);

    private final int overheadBytes;

    Accounting(int overheadBytes) {
        this.overheadBytes = overheadBytes;
    }

    /** Bytes counted for a packet, from its IP total length. */
    public int length(int ipLength) {
        return ipLength + overheadBytes;
    }
}
