// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

/**
 * A TCP header (RFC 9293) with the options that measurement needs: MSS (RFC 9293 3.7.1), window scale and timestamps (RFC
 * 7323), SACK (RFC 2018). Used again for the next packet.
 */
public final class TcpHeader {
    /** As many as fit into the 40 bytes of options. */
    public static final int SACK_LIMIT = 4;

    /** {@link #windowScale()} when the option is absent. */
    public static final int NO_WINDOW_SCALE = -1;

    static final int LEAST_BYTES = 20;

    private static final int FIN = 0x01;
    private static final int SYN = 0x02;
    private static final int RST = 0x04;
    private static final int ACK = 0x10;
    private static final int ECE = 0x40;
    private static final int CWR = 0x80;

    private static final int END = 0;
    private static final int NO_OPERATION = 1;
    private static final int MSS = 2;
    private static final int WINDOW_SCALE = 3;
    private static final int SACK_PERMITTED = 4;
    private static final int SACK = 5;
    private static final int TIMESTAMPS = 8;

    private final int[] sackLeft = new int[SACK_LIMIT];
    private final int[] sackRight = new int[SACK_LIMIT];
    private int sequence;
    private int acknowledgment;
    private int flags;
    private int window;
    private int headerBytes;
    private int mssBytes;
    private int windowScale;
    private boolean sackPermitted;
    private int sackCount;
    private boolean timestamps;
    private int timestampValue;
    private int timestampEcho;

    /** @param room bytes from the start of the header to the end of the IP packet */
    Decoding decode(byte[] bytes, int at, int captured, long room) {
        if (room < LEAST_BYTES) {
            return Decoding.MALFORMED;
        }
        if (captured < LEAST_BYTES) {
            return Decoding.CUT_SHORT;
        }
        sequence = Bytes.integer(bytes, at + 4);
        acknowledgment = Bytes.integer(bytes, at + 8);
        headerBytes = (bytes[at + 12] & 0xf0) >> 2;
        flags = bytes[at + 13] & 0xff;
        window = Bytes.unsignedShort(bytes, at + 14);
        clearOptions();
        if (headerBytes < LEAST_BYTES || headerBytes > room) {
            return Decoding.MALFORMED;
        }
        return options(bytes, at + LEAST_BYTES, at + Math.min(headerBytes, captured), headerBytes > captured);
    }

    private void clearOptions() {
        mssBytes = 0;
        windowScale = NO_WINDOW_SCALE;
        sackPermitted = false;
        sackCount = 0;
        timestamps = false;
        timestampValue = 0;
        timestampEcho = 0;
    }

    /** A cut header keeps the options that are whole. */
    private Decoding options(byte[] bytes, int from, int end, boolean cut) {
        int at = from;
        while (at < end) {
            int kind = bytes[at] & 0xff;
            if (kind == END) {
                return Decoding.IP;
            }
            if (kind == NO_OPERATION) {
                at++;
                continue;
            }
            int length = at + 1 < end ? bytes[at + 1] & 0xff : 0;
            if (length < 2 || at + length > end) {
                return cut ? Decoding.CUT_SHORT : Decoding.MALFORMED;
            }
            option(bytes, at, kind, length);
            at += length;
        }
        return cut ? Decoding.CUT_SHORT : Decoding.IP;
    }

    /** An option whose length is not that of its kind is passed over, as RFC 9293 section 3.2 has unknown ones. */
    private void option(byte[] bytes, int at, int kind, int length) {
        if (kind == TIMESTAMPS && length == 10) {
            timestamps = true;
            timestampValue = Bytes.integer(bytes, at + 2);
            timestampEcho = Bytes.integer(bytes, at + 6);
        } else if (kind == SACK) {
            sackCount = Math.min(SACK_LIMIT, (length - 2) / 8);
            for (int i = 0; i < sackCount; i++) {
                sackLeft[i] = Bytes.integer(bytes, at + 2 + 8 * i);
                sackRight[i] = Bytes.integer(bytes, at + 6 + 8 * i);
            }
        } else if (kind == MSS && length == 4) {
            mssBytes = Bytes.unsignedShort(bytes, at + 2);
        } else if (kind == WINDOW_SCALE && length == 3) {
            windowScale = Math.min(14, bytes[at + 2] & 0xff);
        } else if (kind == SACK_PERMITTED) {
            sackPermitted = true;
        }
    }

    public int sequence() {
        return sequence;
    }

    public int acknowledgment() {
        return acknowledgment;
    }

    public boolean isSyn() {
        return (flags & SYN) != 0;
    }

    public boolean isFin() {
        return (flags & FIN) != 0;
    }

    public boolean isReset() {
        return (flags & RST) != 0;
    }

    public boolean isAck() {
        return (flags & ACK) != 0;
    }

    /** ECN-Echo (RFC 3168 section 6.1). */
    public boolean isEce() {
        return (flags & ECE) != 0;
    }

    /** Congestion window reduced (RFC 3168 section 6.1). */
    public boolean isCwr() {
        return (flags & CWR) != 0;
    }

    /** As it stands in the header, not scaled. */
    public int window() {
        return window;
    }

    public int headerBytes() {
        return headerBytes;
    }

    /** 0 when the option is absent. */
    public int mssBytes() {
        return mssBytes;
    }

    /** At most 14 (RFC 7323 section 2.3), or {@link #NO_WINDOW_SCALE}. */
    public int windowScale() {
        return windowScale;
    }

    public boolean sackPermitted() {
        return sackPermitted;
    }

    public int sackCount() {
        return sackCount;
    }

    public int sackLeft(int index) {
        return sackLeft[index];
    }

    /** The sequence number after the block. */
    public int sackRight(int index) {
        return sackRight[index];
    }

    public boolean hasTimestamps() {
        return timestamps;
    }

    public int timestampValue() {
        return timestampValue;
    }

    public int timestampEcho() {
        return timestampEcho;
    }
}
