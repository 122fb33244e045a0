// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

/** What came of reading a packet's headers. */
public enum Decoding {
    /** IP, and the transport header too if the protocol is one that is read and this is no later fragment. */
    IP,
    /** Sound, but not IP: ARP, LLDP and the like. */
    NOT_IP,
    /** A link type that is not read. */
    UNKNOWN_LINK,
    /** The snap length ended inside a header. */
    CUT_SHORT,
    /** A header contradicts itself: a length that cannot be, a version that is none. */
    MALFORMED
}
