// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.capture.FlowName;
import io.sojourn.telemetry.capture.PacketHeader;

/**
 * The two ends of a TCP or UDP connection, the smaller first, so that both directions have one key. Used again for
 * look-ups.
 */
final class FlowKey {
    private int version;
    private int protocol;
    private long firstHigh;
    private long firstLow;
    private long secondHigh;
    private long secondLow;
    private int ports;
    private boolean swapped;

    FlowKey() {}

    private FlowKey(FlowKey from) {
        version = from.version;
        protocol = from.protocol;
        firstHigh = from.firstHigh;
        firstLow = from.firstLow;
        secondHigh = from.secondHigh;
        secondLow = from.secondLow;
        ports = from.ports;
    }

    FlowKey copy() {
        return new FlowKey(this);
    }

    void set(PacketHeader header) {
        version = header.ipVersion();
        protocol = header.protocol();
        swapped = isSwapped(header);
        firstHigh = swapped ? header.destinationHigh() : header.sourceHigh();
        firstLow = swapped ? header.destinationLow() : header.sourceLow();
        secondHigh = swapped ? header.sourceHigh() : header.destinationHigh();
        secondLow = swapped ? header.sourceLow() : header.destinationLow();
        int first = swapped ? header.destinationPort() : header.sourcePort();
        int second = swapped ? header.sourcePort() : header.destinationPort();
        ports = first << 16 | second;
    }

    private static boolean isSwapped(PacketHeader header) {
        int order = Long.compareUnsigned(header.sourceHigh(), header.destinationHigh());
        order = order != 0 ? order : Long.compareUnsigned(header.sourceLow(), header.destinationLow());
        order = order != 0 ? order : Integer.compare(header.sourcePort(), header.destinationPort());
        return order > 0;
    }

    /** 0 when the packet last set went from the first end to the second, else 1. */
    int side() {
        return swapped ? 1 : 0;
    }

    /** See {@link FlowName}. */
    String name(int side) {
        String first = FlowName.end(version, firstHigh, firstLow, ports >>> 16);
        String second = FlowName.end(version, secondHigh, secondLow, ports & 0xffff);
        return side == 0 ? FlowName.of(protocol, first, second) : FlowName.of(protocol, second, first);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FlowKey key
                && version == key.version
                && protocol == key.protocol
                && ports == key.ports
                && firstLow == key.firstLow
                && secondLow == key.secondLow
                && firstHigh == key.firstHigh
                && secondHigh == key.secondHigh;
    }

    @Override
    public int hashCode() {
        long mixed = firstLow * 0x9e3779b97f4a7c15L + secondLow;
        mixed = (mixed ^ firstHigh) * 0x9e3779b97f4a7c15L + secondHigh;
        mixed = (mixed ^ ports) * 0x9e3779b97f4a7c15L + protocol;
        return (int) (mixed ^ mixed >>> 32);
    }
}
