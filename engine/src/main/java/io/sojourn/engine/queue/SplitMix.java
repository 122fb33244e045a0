// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

/**
 * A small generator of uniform numbers: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014). Period 2^64; the same seed gives the same numbers.
 */
final class SplitMix {
    private long state;

    SplitMix(long seed) {
        state = seed;
    }

    /** Uniform from 0 up to, but without, {@link Fraction#ONE}. */
    long fraction() {
        state += 0x9e3779b97f4a7c15L;
        long mixed = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return (mixed ^ (mixed >>> 31)) >>> (Long.SIZE - Fraction.BITS);
    }
}
