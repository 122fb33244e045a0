// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.Arrays;

/**
 * The bins of a {@link Sketch} as bytes: for each, ascending, the gap to the index before (the first: to -1) and the
 * count, both as base-128 varints. Two bytes for a bin that is near its neighbour and holds fewer than 128 values.
 */
final class SketchBins {
    static final byte[] NONE = {};

    private SketchBins() {}

    /** Walks over the bins. Begins before the first. */
    static final class Cursor {
        private final byte[] packed;
        private int at;
        private int index = -1;
        private long count;

        Cursor(byte[] packed) {
            this.packed = packed;
        }

        /** Goes to the next bin; false when there is none. */
        boolean next() {
            if (at == packed.length) {
                return false;
            }
            byte gap = packed[at++];
            index = gap >= 0 ? index + gap : Math.toIntExact(Math.addExact(index, varint(gap)));
            byte few = packed[at++];
            count = few >= 0 ? few : varint(few);
            return true;
        }

        int index() {
            return index;
        }

        long count() {
            return count;
        }

        /** @param first its first byte, which says that more come */
        private long varint(byte first) {
            long value = first & 0x7f;
            for (int shift = 7; shift < 64; shift += 7) {
                byte next = packed[at++];
                value |= (long) (next & 0x7f) << shift;
                if (next >= 0) {
                    return value;
                }
            }
            throw new ArrayIndexOutOfBoundsException(at);
        }
    }

    /** Takes bins in ascending order. */
    static final class Writer {
        private byte[] packed;
        private int length;
        private int last = -1;

        Writer(int expectedBytes) {
            packed = new byte[expectedBytes];
        }

        void add(int index, long count) {
            if (packed.length < length + 15) {
                packed = Arrays.copyOf(packed, 2 * packed.length + 15);
            }
            int gap = index - last;
            if (gap < 128 && count < 128) {
                packed[length++] = (byte) gap;
                packed[length++] = (byte) count;
            } else {
                length = Varints.write(gap, packed, length);
                length = Varints.write(count, packed, length);
            }
            last = index;
        }

        void clear() {
            length = 0;
            last = -1;
        }

        byte[] bytes() {
            return length == 0 ? NONE : Arrays.copyOf(packed, length);
        }
    }

    /** Counts of both. */
    static byte[] merge(byte[] left, byte[] right) {
        Writer merged = new Writer(left.length + right.length + 15);
        Cursor a = new Cursor(left);
        Cursor b = new Cursor(right);
        boolean inA = a.next();
        boolean inB = b.next();
        while (inA || inB) {
            int order = !inB ? -1 : !inA ? 1 : Integer.compare(a.index(), b.index());
            long count = (order <= 0 ? a.count() : 0) + (order >= 0 ? b.count() : 0);
            merged.add(order <= 0 ? a.index() : b.index(), count);
            inA = order <= 0 ? a.next() : inA;
            inB = order >= 0 ? b.next() : inB;
        }
        return merged.bytes();
    }

    /**
     * How many values the bins hold.
     *
     * @throws OutOfRange when the bytes are no bins, or bins that no value falls into
     */
    static long check(byte[] packed) {
        Cursor bins = new Cursor(packed);
        long total = 0;
        int last = -1;
        try {
            while (bins.next()) {
                checkBin(bins, last);
                last = bins.index();
                total = Math.addExact(total, bins.count());
            }
        } catch (ArrayIndexOutOfBoundsException | ArithmeticException broken) {
            throw new OutOfRange("bins", packed.length + " bytes", "pairs of varints whose counts fit in 64 bits");
        }
        return total;
    }

    private static void checkBin(Cursor bin, int last) {
        if (bin.index() <= last || bin.index() >= Sketch.BIN_LIMIT) {
            throw new OutOfRange("bins.index", bin.index(), "from " + (last + 1) + " to " + (Sketch.BIN_LIMIT - 1));
        }
        Range.atLeast("bins.count", bin.count(), 1);
    }
}
