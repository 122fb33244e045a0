// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import java.io.IOException;

/** The classic pcap format (draft-ietf-opsawg-pcap): both byte orders, microseconds and nanoseconds. */
final class PcapFormat implements CaptureFormat {
    static final int MICRO_MAGIC = 0xa1b2c3d4;
    static final int NANO_MAGIC = 0xa1b23c4d;

    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    /** The upper bits of the link type say how long a frame check sequence is. */
    private static final int LINK_TYPE_BITS = 0x0fff_ffff;

    private final BlockInput in;
    private final long nanosPerFraction;
    private final int linkType;

    /** Reads the file header. */
    PcapFormat(BlockInput in) throws IOException {
        this.in = in;
        in.bigEndian(true);
        int magic = in.integer(0);
        boolean bigEndian = magic == MICRO_MAGIC || magic == NANO_MAGIC;
        in.bigEndian(bigEndian);
        nanosPerFraction = in.integer(0) == NANO_MAGIC ? 1 : 1_000;
        if (!in.has(FILE_HEADER)) {
            throw Flaw.cutShort("the file header", FILE_HEADER, in.available());
        }
        linkType = in.integer(20) & LINK_TYPE_BITS;
        in.advance(FILE_HEADER);
    }

    static boolean begins(int bigEndianMagic) {
        int swapped = Integer.reverseBytes(bigEndianMagic);
        return bigEndianMagic == MICRO_MAGIC
                || bigEndianMagic == NANO_MAGIC
                || swapped == MICRO_MAGIC
                || swapped == NANO_MAGIC;
    }

    @Override
    public boolean next(CapturedPacket into) throws IOException {
        if (!in.has(RECORD_HEADER)) {
            if (in.available() == 0) {
                return false;
            }
            throw Flaw.cutShort("a packet's record header", RECORD_HEADER, in.available());
        }
        long captured = in.unsignedInteger(8);
        checkCaptured(captured);
        int record = RECORD_HEADER + (int) captured;
        if (!in.has(record)) {
            throw Flaw.cutShort("a packet", record, in.available());
        }
        long nanos = in.unsignedInteger(0) * 1_000_000_000L + in.unsignedInteger(4) * nanosPerFraction;
        in.packet(into, RECORD_HEADER, (int) captured, originalLength(in.unsignedInteger(12)), nanos, linkType);
        in.advance(record);
        return true;
    }

    static void checkCaptured(long captured) throws Flaw {
        if (captured > CapturedPacket.CAPTURED_LIMIT_BYTES) {
            throw new Flaw(
                    "captured length of a packet=" + captured,
                    "at most " + CapturedPacket.CAPTURED_LIMIT_BYTES + " bytes",
                    "the file is damaged from here on; capture with a snap length of at most "
                            + CapturedPacket.CAPTURED_LIMIT_BYTES);
        }
    }

    static int originalLength(long length) {
        return (int) Math.min(length, Integer.MAX_VALUE);
    }
}
