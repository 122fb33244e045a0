// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** A window over a stream: asks for so many bytes in a row, reads numbers from them in either order, moves on. */
final class BlockInput implements Closeable {
    /** A decompressor that meets damage gives nothing of the step it was asked for, so steps are small. */
    private static final int STEP_BYTES = 8 << 10;

    private final InputStream in;
    private final byte[] buffer;
    private int at;
    private int end;
    private long offset;
    private boolean bigEndian;

    BlockInput(InputStream in, int longestRow) {
        this.in = in;
        this.buffer = new byte[2 * longestRow];
    }

    void bigEndian(boolean value) {
        bigEndian = value;
    }

    boolean isBigEndian() {
        return bigEndian;
    }

    /** Uncompressed bytes passed so far. */
    long offset() {
        return offset;
    }

    /** Bytes at hand, less than asked for only at the end of the stream. */
    int available() {
        return end - at;
    }

    /** Whether so many bytes are there; reads on as needed. */
    boolean has(int count) throws IOException {
        return end - at >= count || fill(count);
    }

    private boolean fill(int count) throws IOException {
        System.arraycopy(buffer, at, buffer, 0, end - at);
        end -= at;
        at = 0;
        while (end < count) {
            int read = in.read(buffer, end, Math.min(STEP_BYTES, buffer.length - end));
            if (read < 0) {
                return false;
            }
            end += read;
        }
        return true;
    }

    /** Moves past bytes at hand. */
    void advance(int count) {
        at += count;
        offset += count;
    }

    /** Moves past so many bytes, at hand or not; false when the stream ends before. */
    boolean skip(long count) throws IOException {
        long left = count;
        while (left > 0) {
            if (!has(1)) {
                return false;
            }
            int step = (int) Math.min(left, end - at);
            advance(step);
            left -= step;
        }
        return true;
    }

    int unsignedByte(int from) {
        return buffer[at + from] & 0xff;
    }

    int unsignedShort(int from) {
        int first = unsignedByte(from);
        int second = unsignedByte(from + 1);
        return bigEndian ? first << 8 | second : second << 8 | first;
    }

    int integer(int from) {
        int first = unsignedShort(from);
        int second = unsignedShort(from + 2);
        return bigEndian ? first << 16 | second : second << 16 | first;
    }

    long unsignedInteger(int from) {
        return integer(from) & 0xffff_ffffL;
    }

    /** Copies a packet that is at hand. */
    void packet(
            CapturedPacket into, int from, int capturedLength, int originalLength, long timestampNanos, int linkType) {
        into.set(buffer, at + from, capturedLength, originalLength, timestampNanos, linkType);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
