// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** Numbers in base 128, the least significant seven bits first: below 128 one byte, at most {@value #LIMIT_BYTES}. */
final class Varints {
    static final int LIMIT_BYTES = 10;

    private final byte[] bytes;
    private int at;

    /** Reads from the first byte on. */
    Varints(byte[] bytes) {
        this.bytes = bytes;
    }

    /** @throws ArrayIndexOutOfBoundsException when the bytes end within the number, or it has too many */
    long next() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte next = bytes[at++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new ArrayIndexOutOfBoundsException(at);
    }

    /** Where the next number begins. */
    int position() {
        return at;
    }

    /** @return where the next number is to begin */
    static int write(long value, byte[] bytes, int from) {
        int at = from;
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return at;
    }
}
