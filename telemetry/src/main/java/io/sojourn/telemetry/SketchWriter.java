// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.Arrays;

/** Packs a {@link Sketch}: its five numbers first, then its bins in ascending order. Can be used again and again. */
final class SketchWriter {
    private static final int HEAD_LIMIT_BYTES = 5 * Varints.LIMIT_BYTES;
    private static final int BIN_LIMIT_BYTES = 2 * Varints.LIMIT_BYTES;

    private byte[] packed = new byte[256];
    private int length;
    private int last;

    /** Begins a sketch. */
    SketchWriter head(long count, long sum, long min, long max, long zeros) {
        room(HEAD_LIMIT_BYTES, 0);
        length = Varints.write(count, packed, 0);
        length = Varints.write(sum, packed, length);
        length = Varints.write(min, packed, length);
        length = Varints.write(max, packed, length);
        length = Varints.write(zeros, packed, length);
        last = -1;
        return this;
    }

    SketchWriter bin(int index, long count) {
        room(BIN_LIMIT_BYTES, length);
        int gap = index - last;
        if (gap < 128 && count < 128) {
            packed[length++] = (byte) gap;
            packed[length++] = (byte) count;
        } else {
            length = Varints.write(gap, packed, length);
            length = Varints.write(count, packed, length);
        }
        last = index;
        return this;
    }

    Sketch done() {
        return new Sketch(Arrays.copyOf(packed, length));
    }

    private void room(int bytes, int from) {
        if (packed.length < from + bytes) {
            packed = Arrays.copyOf(packed, 2 * packed.length + bytes);
        }
    }
}
