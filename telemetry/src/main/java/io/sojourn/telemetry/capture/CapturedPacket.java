// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import io.sojourn.telemetry.OutOfRange;

/** One packet of a capture. A holder to be used again for the next packet; not safe for use by several threads. */
public final class CapturedPacket {
    /** Most bytes of a packet that are kept: the largest snap length of libpcap. */
    public static final int CAPTURED_LIMIT_BYTES = 256 << 10;

    private byte[] bytes = new byte[2_048];
    private int capturedLength;
    private int originalLength;
    private long timestampNanos;
    private int linkType;

    /**
     * Takes a copy.
     *
     * @param timestampNanos Unix epoch
     * @param originalLength of the packet on the link, in bytes; at least as much as was captured in a sound file
     * @param linkType see {@link LinkType}
     */
    public void set(
            byte[] source, int offset, int capturedLength, int originalLength, long timestampNanos, int linkType) {
        if (capturedLength > CAPTURED_LIMIT_BYTES) {
            throw new OutOfRange("capturedLength", capturedLength, "at most " + CAPTURED_LIMIT_BYTES);
        }
        if (capturedLength > bytes.length) {
            bytes = new byte[Math.min(CAPTURED_LIMIT_BYTES, Math.max(capturedLength, 2 * bytes.length))];
        }
        System.arraycopy(source, offset, bytes, 0, capturedLength);
        this.capturedLength = capturedLength;
        this.originalLength = originalLength;
        this.timestampNanos = timestampNanos;
        this.linkType = linkType;
    }

    /** The holder's own array, valid up to {@link #capturedLength()} and until the next packet is set. */
    public byte[] bytes() {
        return bytes;
    }

    public int capturedLength() {
        return capturedLength;
    }

    /** Bytes of the packet on the link, link header included. */
    public int originalLength() {
        return originalLength;
    }

    /** Unix epoch. */
    public long timestampNanos() {
        return timestampNanos;
    }

    public int linkType() {
        return linkType;
    }
}
