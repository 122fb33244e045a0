// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pcapng format (draft-ietf-opsawg-pcapng): sections of either byte order, several interfaces, enhanced, simple and
 * the obsolete packet blocks. Other blocks are passed over.
 *
 * <p>A simple packet block has no time: it is given that of the packet before it, 0 if there is none.
 */
final class PcapngFormat implements CaptureFormat {
    static final int SECTION_HEADER = 0x0a0d0d0a;

    private static final int BYTE_ORDER_MAGIC = 0x1a2b3c4d;
    private static final int INTERFACE = 1;
    private static final int OBSOLETE_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int ENHANCED_PACKET = 6;
    private static final int STATISTICS = 5;

    private static final int BLOCK_HEADER = 8;
    private static final int BLOCK_TRAILER = 4;
    private static final int OPTION_HEADER = 4;
    private static final int OPTION_END = 0;
    private static final int OPTION_RESOLUTION = 9;
    private static final int OPTION_OFFSET = 14;
    private static final int OPTION_PACKET_DROPS = 4;
    private static final int OPTION_INTERFACE_DROPS = 5;
    private static final int OPTION_SYSTEM_DROPS = 7;
    private static final int INTERFACE_LIMIT = 4_096;
    private static final int INTERFACE_BLOCK_LIMIT_BYTES = 64 << 10;

    private final BlockInput in;
    private final List<PcapngInterface> interfaces = new ArrayList<>();
    private long lastNanos;
    private @Nullable Long missedBefore;

    PcapngFormat(BlockInput in) {
        this.in = in;
    }

    @Override
    public boolean next(CapturedPacket into) throws IOException {
        while (true) {
            if (!in.has(12)) {
                if (in.available() == 0) {
                    return false;
                }
                throw Flaw.cutShort("a block's header", 12, in.available());
            }
            int type = in.integer(0);
            if (type == SECTION_HEADER) {
                beginSection();
            }
            long length = in.unsignedInteger(4);
            checkBlock(length);
            boolean packet = block(type, length, into);
            if (packet) {
                return true;
            }
        }
    }

    /** The byte order holds from its own block on, whose length is already written in it. */
    private void beginSection() throws Flaw {
        in.bigEndian(true);
        if (in.integer(8) != BYTE_ORDER_MAGIC) {
            in.bigEndian(false);
            if (in.integer(8) != BYTE_ORDER_MAGIC) {
                throw new Flaw(
                        "byte-order magic=" + Integer.toHexString(in.integer(8)), "1a2b3c4d", "the file is damaged");
            }
        }
        missedBefore = missedPackets();
        interfaces.clear();
    }

    /** Of the sections before and of the interfaces of this one. */
    @Override
    public @Nullable Long missedPackets() {
        Long sum = missedBefore;
        for (PcapngInterface each : interfaces) {
            Long missed = each.missedPackets();
            if (missed != null) {
                sum = (sum == null ? 0 : sum) + missed;
            }
        }
        return sum;
    }

    private static void checkBlock(long length) throws Flaw {
        if (length < BLOCK_HEADER + BLOCK_TRAILER || length % 4 != 0) {
            throw new Flaw(
                    "block length=" + length,
                    "a multiple of 4, at least " + (BLOCK_HEADER + BLOCK_TRAILER),
                    "the file is damaged from here on");
        }
    }

    private boolean block(int type, long length, CapturedPacket into) throws IOException {
        boolean packet = true;
        int taken;
        switch (type) {
            case ENHANCED_PACKET, OBSOLETE_PACKET -> taken = timedPacket(type, length, into);
            case SIMPLE_PACKET -> taken = simplePacket(length, into);
            default -> {
                packet = false;
                if (type == INTERFACE) {
                    describeInterface(length);
                } else if (type == STATISTICS) {
                    statistics(length);
                }
                taken = 0;
            }
        }
        in.advance(taken);
        if (!in.skip(length - taken) && !packet) {
            throw Flaw.cutShort("a block", (int) Math.min(length, Integer.MAX_VALUE), in.available());
        }
        return packet;
    }

    private int timedPacket(int type, long length, CapturedPacket into) throws IOException {
        int header = 28;
        require("a packet block's header", header);
        PcapngInterface from = interfaceOf(type == ENHANCED_PACKET ? in.unsignedInteger(8) : in.unsignedShort(8));
        long captured = in.unsignedInteger(20);
        checkFits(captured, length - header - BLOCK_TRAILER);
        require("a packet", header + (int) captured);
        lastNanos = from.nanos(in.unsignedInteger(12) << 32 | in.unsignedInteger(16));
        int original = PcapFormat.originalLength(in.unsignedInteger(24));
        in.packet(into, header, (int) captured, original, lastNanos, from.linkType());
        int padded = header + ((int) captured + 3) / 4 * 4;
        if (type == ENHANCED_PACKET && length - padded - BLOCK_TRAILER >= OPTION_HEADER && in.has((int) length)) {
            noteDrops(from, padded, (int) length - BLOCK_TRAILER);
        }
        return header + (int) captured;
    }

    private void noteDrops(PcapngInterface from, int options, int end) {
        int at = option(OPTION_PACKET_DROPS, options, end);
        if (at >= 0) {
            from.missedBeforePacket(longInteger(at));
        }
    }

    /** Running totals of an interface: the last ones count. */
    private void statistics(long length) throws IOException {
        int from = 20;
        if (length < from + BLOCK_TRAILER || length > INTERFACE_BLOCK_LIMIT_BYTES || !in.has((int) length)) {
            return;
        }
        long id = in.unsignedInteger(8);
        if (id >= interfaces.size()) {
            return;
        }
        PcapngInterface of = interfaces.get((int) id);
        int end = (int) length - BLOCK_TRAILER;
        int atInterface = option(OPTION_INTERFACE_DROPS, from, end);
        int atSystem = option(OPTION_SYSTEM_DROPS, from, end);
        if (atInterface >= 0 || atSystem >= 0) {
            of.missedInAll(
                    (atInterface >= 0 ? longInteger(atInterface) : 0) + (atSystem >= 0 ? longInteger(atSystem) : 0));
        }
    }

    /** Where the value of an 8-byte option is, -1 when it is not among these. */
    private int option(int code, int from, int end) {
        int at = from;
        while (at + OPTION_HEADER <= end && in.unsignedShort(at) != OPTION_END) {
            int size = in.unsignedShort(at + 2);
            if (in.unsignedShort(at) == code && size == 8 && at + OPTION_HEADER + size <= end) {
                return at + OPTION_HEADER;
            }
            at += OPTION_HEADER + (size + 3) / 4 * 4;
        }
        return -1;
    }

    private int simplePacket(long length, CapturedPacket into) throws IOException {
        int header = 12;
        PcapngInterface from = interfaceOf(0);
        long original = in.unsignedInteger(8);
        long snap = from.snapLength() == 0 ? Long.MAX_VALUE : from.snapLength();
        long captured = Math.min(original, snap);
        checkFits(captured, length - header - BLOCK_TRAILER);
        require("a packet", header + (int) captured);
        in.packet(into, header, (int) captured, PcapFormat.originalLength(original), lastNanos, from.linkType());
        return header + (int) captured;
    }

    private static void checkFits(long captured, long room) throws Flaw {
        PcapFormat.checkCaptured(captured);
        if (captured > room) {
            throw new Flaw(
                    "captured length of a packet=" + captured,
                    "at most what its block holds, " + room + " bytes",
                    "the file is damaged from here on");
        }
    }

    private PcapngInterface interfaceOf(long id) throws Flaw {
        if (id >= interfaces.size()) {
            throw new Flaw(
                    "interface of a packet=" + id,
                    "one of the " + interfaces.size() + " described before it",
                    "the file is damaged or was cut in front");
        }
        return interfaces.get((int) id);
    }

    private void describeInterface(long length) throws IOException {
        if (length > INTERFACE_BLOCK_LIMIT_BYTES || interfaces.size() == INTERFACE_LIMIT) {
            throw new Flaw(
                    "interface " + interfaces.size() + " with a block of " + length + " bytes",
                    "one of " + INTERFACE_LIMIT + " with at most " + INTERFACE_BLOCK_LIMIT_BYTES + " bytes",
                    "the file is damaged from here on");
        }
        if (length < 20) {
            throw new Flaw("interface block length=" + length, "at least 20", "the file is damaged from here on");
        }
        require("an interface block", (int) length);
        int linkType = in.unsignedShort(8);
        long snapLength = in.unsignedInteger(12);
        int resolution = PcapngInterface.MICROSECONDS;
        long offsetSeconds = 0;
        int end = (int) length - BLOCK_TRAILER;
        int at = 16;
        while (at + 4 <= end && in.unsignedShort(at) != OPTION_END) {
            int option = in.unsignedShort(at);
            int size = in.unsignedShort(at + 2);
            if (option == OPTION_RESOLUTION && size == 1 && at + 5 <= end) {
                resolution = in.unsignedByte(at + 4);
            } else if (option == OPTION_OFFSET && size == 8 && at + 12 <= end) {
                offsetSeconds = longInteger(at + 4);
            }
            at += 4 + (size + 3) / 4 * 4;
        }
        interfaces.add(new PcapngInterface(linkType, snapLength, resolution, offsetSeconds));
    }

    /** A 64-bit number in the section's byte order. */
    private long longInteger(int at) {
        long first = in.unsignedInteger(at);
        long second = in.unsignedInteger(at + 4);
        return in.isBigEndian() ? first << 32 | second : second << 32 | first;
    }

    private void require(String what, int bytes) throws IOException {
        if (!in.has(bytes)) {
            throw Flaw.cutShort(what, bytes, in.available());
        }
    }
}
