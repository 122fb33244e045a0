// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import org.jspecify.annotations.Nullable;

/**
 * Which packets a queue takes (the classifier of RFC 3290 section 4.2). What is null is not looked at.
 *
 * @param protocol IP protocol number (IANA), 0 to 255
 * @param sourcePort 0 to 65535; a packet without ports does not match
 */
record Match(
        @Nullable Prefix source,
        @Nullable Prefix destination,
        @Nullable Integer protocol,
        @Nullable Integer sourcePort,
        @Nullable Integer destinationPort) {
    static final Match ANY = new Match(null, null, null, null, null);

    boolean matches(Packet packet) {
        return (protocol == null || protocol == packet.protocol)
                && (sourcePort == null || sourcePort == packet.sourcePort)
                && (destinationPort == null || destinationPort == packet.destinationPort)
                && (source == null || source.contains(packet.ipVersion, packet.sourceHigh, packet.sourceLow))
                && (destination == null
                        || destination.contains(packet.ipVersion, packet.destinationHigh, packet.destinationLow));
    }
}
