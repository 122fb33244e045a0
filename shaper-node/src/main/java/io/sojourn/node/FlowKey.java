// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.telemetry.capture.IpAddressText;
import org.jspecify.annotations.Nullable;

/**
 * The five fields that make packets one flow (RFC 7011). Can be filled again, to look a packet's flow up without
 * allocating; a key in a map is never changed.
 */
final class FlowKey {
    private int ipVersion;
    private int protocol;
    private long sourceHigh;
    private long sourceLow;
    private long destinationHigh;
    private long destinationLow;
    private int sourcePort;
    private int destinationPort;

    FlowKey of(Packet packet) {
        ipVersion = packet.ipVersion;
        protocol = packet.protocol;
        sourceHigh = packet.sourceHigh;
        sourceLow = packet.sourceLow;
        destinationHigh = packet.destinationHigh;
        destinationLow = packet.destinationLow;
        sourcePort = packet.sourcePort;
        destinationPort = packet.destinationPort;
        return this;
    }

    /** "source:port>destination:port/protocol"; IPv6 addresses in brackets (RFC 5952 section 6). */
    String text() {
        return endpoint(sourceHigh, sourceLow, sourcePort) + ">"
                + endpoint(destinationHigh, destinationLow, destinationPort) + "/" + protocolName();
    }

    private String endpoint(long high, long low, int port) {
        String address = IpAddressText.of(ipVersion, high, low);
        return (ipVersion == 6 ? "[" + address + "]" : address) + ":" + Math.max(0, port);
    }

    private String protocolName() {
        return switch (protocol) {
            case 6 -> "tcp";
            case 17 -> "udp";
            default -> Integer.toString(protocol);
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FlowKey key
                && sourceLow == key.sourceLow
                && destinationLow == key.destinationLow
                && sourcePort == key.sourcePort
                && destinationPort == key.destinationPort
                && protocol == key.protocol
                && ipVersion == key.ipVersion
                && sourceHigh == key.sourceHigh
                && destinationHigh == key.destinationHigh;
    }

    @Override
    public int hashCode() {
        long hash = sourceLow * 0x9E3779B97F4A7C15L + destinationLow;
        hash = hash * 0x9E3779B97F4A7C15L + sourceHigh * 31 + destinationHigh;
        hash = hash * 0x9E3779B97F4A7C15L + ((long) sourcePort << 32 | destinationPort) * 31 + protocol;
        return Long.hashCode(hash);
    }
}
