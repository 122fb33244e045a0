// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/** What the number of a {@link Parameter} counts. */
public enum Unit {
    /** Bits per second, decimal. */
    BITS_PER_SECOND,
    BYTES,
    NANOSECONDS,
    PACKETS,
    PACKETS_PER_SECOND,
    /** A plain whole number. */
    COUNT,
    /** Parts of 10^9: 20 000 000 is 2 %. */
    RATIO,
    /** 0 off, 1 on. */
    SWITCH,
    /** Index into {@link Parameter#words}. */
    WORD
}
