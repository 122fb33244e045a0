// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

/**
 * The network around the box.
 *
 * @param accessBitsPerSecond rate of the one link that all senders share before the box; its FIFO drops nothing
 * @param baseRttNanos propagation both ways, half before and half after the receiver
 * @param countedBytes a full segment as the box counts it: 1500 (IP), 1514 (Ethernet header) or 1538 (wire)
 * @param unresponsiveBitsPerSecond constant traffic through the box that answers to nothing, as the box counts it
 */
public record PathSettings(
        long accessBitsPerSecond, long baseRttNanos, int countedBytes, long unresponsiveBitsPerSecond) {
    /** A full segment on an Ethernet wire, preamble and gap included. */
    static final int WIRE_BYTES = 1_538;

    public PathSettings {
        if (accessBitsPerSecond < 1 || baseRttNanos < 0 || countedBytes < 1 || unresponsiveBitsPerSecond < 0) {
            throw new IllegalArgumentException("accessBitsPerSecond=" + accessBitsPerSecond + " < 1 or baseRttNanos="
                    + baseRttNanos + " < 0 or countedBytes=" + countedBytes + " < 1 or unresponsiveBitsPerSecond="
                    + unresponsiveBitsPerSecond + " < 0");
        }
    }

    public PathSettings withBaseRttNanos(long nanos) {
        return new PathSettings(accessBitsPerSecond, nanos, countedBytes, unresponsiveBitsPerSecond);
    }
}
