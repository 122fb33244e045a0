// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.engine.classify.PacketFields;

/** One IP packet as a source sees it. Filled again for each packet, so that the data path allocates nothing. */
public final class Packet extends PacketFields {
    /** When it arrived: nanoseconds since the Unix epoch, in the source's time. */
    public long timeNanos;

    /** IP header and payload, as sent, however much of it was captured. */
    public int ipLengthBytes;

    /** Payload of the transport protocol; 0 for a pure acknowledgment. */
    public int payloadBytes;

    /** What the engine wants to know of TCP: see {@link io.sojourn.engine.PacketStore#PURE_ACK} and its neighbors. */
    public int flags;

    /** Cumulative acknowledgment number (RFC 9293); means something only with ACK set. */
    public int ackNumber;

    /** Whatever number its source knows it by. */
    public long handle;

    /** Nothing came; time goes on to {@link #timeNanos}. */
    public boolean isNone() {
        return ipLengthBytes == 0;
    }

    /** Takes over everything from another packet. */
    public void copyFrom(Packet other) {
        copyFields(other);
        timeNanos = other.timeNanos;
        ipLengthBytes = other.ipLengthBytes;
        payloadBytes = other.payloadBytes;
        flags = other.flags;
        ackNumber = other.ackNumber;
        handle = other.handle;
    }
}
