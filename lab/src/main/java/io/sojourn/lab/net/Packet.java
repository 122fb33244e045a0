// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import io.sojourn.engine.classify.PacketFields;
import org.jspecify.annotations.Nullable;

/** A packet under way. Fields that a kind of packet does not use keep what they had. Taken from and given back to {@link Packets}. */
public final class Packet {
    /** Most blocks that one acknowledgment carries beside timestamps (RFC 2018, section 3). */
    public static final int SACK_BLOCKS = 3;

    /** Place of its flow in the plan. */
    public int flow;

    /** What classifiers see; never changed. */
    public PacketFields header = new PacketFields();

    /** IP header and payload. */
    public int ipBytes;

    /** From the receiver to the sender of its flow. */
    public boolean backward;

    /** A pure acknowledgment of TCP. */
    public boolean acknowledgment;

    /** Of a segment, datagram or probe, from 0. */
    public long number;

    /** Time of this sending. */
    public long sentNanos;

    /** Acknowledgment: lowest segment not received. */
    public long cumulative;

    /** Acknowledgment: {@link #sentNanos} of the segment whose timestamp it echoes (RFC 7323, section 4.3). */
    public long echoNanos;

    /** Acknowledgment: number of blocks in {@link #sackFrom} and {@link #sackTo}, newest first. */
    public int sackBlocks;

    /** First segment of each block. */
    public final long[] sackFrom = new long[SACK_BLOCKS];

    /** First segment after each block. */
    public final long[] sackTo = new long[SACK_BLOCKS];

    /** Acknowledgment: answers a segment that had been received before (D-SACK, RFC 2883). */
    public boolean duplicate;

    /** Where it stands on its route. */
    @Nullable
    Step step;

    /** The number that {@link Packets} knows it by; never changed. */
    int boxIndex;

    /** When it came to the line it is at. */
    long arrivalNanos;

    /** When it is ready to be sent by the line it is at. */
    long readyNanos;

    boolean underWay;

    Packet() {}

    /** The number that {@link Packets#of} knows it by, as long as it is under way. */
    public int index() {
        return boxIndex;
    }
}
