// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

/**
 * Puts flows into buckets: the same flow and seed always give the same bucket, another seed shuffles them.
 *
 * <p>The finalizer of MurmurHash3 (64 bits), then the high half of a product instead of a remainder; any number of
 * buckets will do. Error: with at most 65 536 buckets each is chosen as often as any other to within 2<sup>-16</sup>.
 */
final class FlowHash {
    private FlowHash() {}

    /** @return from 0 to {@code buckets - 1} */
    static int bucket(long flow, long seed, int buckets) {
        return (int) (((mix(flow ^ seed) >>> 32) * buckets) >>> 32);
    }

    static long mix(long value) {
        long mixed = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }
}
