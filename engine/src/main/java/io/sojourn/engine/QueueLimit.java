// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * The most that may wait in a queue: packets, bytes, or both.
 *
 * @param packets 1 to 10^6
 * @param bytes 1 to 2^32
 */
public record QueueLimit(long packets, long bytes) {
    /** Most packets that can be allowed to wait, and what an absent limit on packets comes to. */
    public static final long PACKETS_LIMIT = 1_000_000;
    /** Most bytes that can be allowed to wait, and what an absent limit on bytes comes to. */
    public static final long BYTES_LIMIT = 1L << 32;

    public QueueLimit {
        Bounds.within("limitPackets", packets, 1, PACKETS_LIMIT);
        Bounds.within("limitBytes", bytes, 1, BYTES_LIMIT);
    }

    public static QueueLimit ofPackets(long packets) {
        return new QueueLimit(packets, BYTES_LIMIT);
    }

    public static QueueLimit ofBytes(long bytes) {
        return new QueueLimit(PACKETS_LIMIT, bytes);
    }

    /** Whether so many packets and bytes may wait at once. */
    boolean allows(long waitingPackets, long waitingBytes) {
        return waitingPackets <= packets && waitingBytes <= bytes;
    }
}
