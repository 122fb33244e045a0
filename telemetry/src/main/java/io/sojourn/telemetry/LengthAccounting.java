// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** Which bytes of a packet a rate counts. */
public enum LengthAccounting {
    /** IP header and payload (RFC 2697). */
    IP(0),
    /** Plus the 14 bytes of Ethernet header, no FCS (Linux qdiscs, Cisco IOS on Ethernet). */
    ETHERNET(14),
    /** Plus header, FCS, preamble and inter-frame gap: what the wire carries. */
    ON_WIRE(38);

    private final int overheadBytes;

    LengthAccounting(int overheadBytes) {
        this.overheadBytes = overheadBytes;
    }

    /** Bytes added to the IP length. */
    public int overheadBytes() {
        return overheadBytes;
    }
}
