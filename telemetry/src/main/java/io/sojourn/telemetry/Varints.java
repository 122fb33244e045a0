// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** Numbers in base 128, the least significant seven bits first: below 128 one byte, at most {@value #LIMIT_BYTES}. */
final class Varints {
    static final int LIMIT_BYTES = 10;

    private Varints() {}

    /**
     * @param at where the number begins
     * @throws ArrayIndexOutOfBoundsException when the bytes end within the number, or it has too many
     */
    static long read(byte[] bytes, int at) {
        byte few = bytes[at];
        return few >= 0 ? few : readLong(bytes, at);
    }

    private static long readLong(byte[] bytes, int from) {
        long value = 0;
        for (int i = 0; i < LIMIT_BYTES; i++) {
            byte next = bytes[from + i];
            value |= (long) (next & 0x7f) << (7 * i);
            if (next >= 0) {
                return value;
            }
        }
        throw new ArrayIndexOutOfBoundsException(from + LIMIT_BYTES);
    }

    /** Where the number after the one that begins here begins. */
    static int skip(byte[] bytes, int from) {
        int at = from;
        while (bytes[at] < 0) {
            at++;
        }
        return at + 1;
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
