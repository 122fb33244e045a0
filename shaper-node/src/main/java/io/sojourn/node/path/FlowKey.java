// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.telemetry.capture.FlowName;
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

    /** See {@link FlowName}. */
    String name() {
        return FlowName.of(
                protocol,
                FlowName.end(ipVersion, sourceHigh, sourceLow, sourcePort),
                FlowName.end(ipVersion, destinationHigh, destinationLow, destinationPort));
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
