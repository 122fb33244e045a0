// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import java.util.Arrays;

/**
 * A bounded hash table of 64-bit keys, in the order of their last use. A key has a slot, an index for the arrays in which
 * its owner keeps what belongs to it, from {@link #add} until {@link #remove}.
 *
 * <p>Constant time on average; keys are mixed with a seed, so that nobody outside can choose colliding ones. Memory: 22 to
 * 24 bytes for each slot. Slots double from 16 up to the bound as they are needed, and are not given back.
 */
final class KeyTable {
    static final int NONE = -1;

    private static final int FIRST_CAPACITY = 16;

    private final int capacityLimit;
    private final long seed;
    private long[] keys = new long[0];
    /** First slot of each hash; a power of two of them. */
    private int[] heads = new int[0];
    /** Next slot of the same hash; of a free slot, the next free one. */
    private int[] next = new int[0];

    private int[] older = new int[0];
    private int[] newer = new int[0];
    private int oldest = NONE;
    private int newest = NONE;
    private int free = NONE;
    private int size;

    /** @param capacityLimit most keys at a time, 1 to 2^20 */
    KeyTable(int capacityLimit, long seed) {
        this.capacityLimit = capacityLimit;
        this.seed = seed;
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size == capacityLimit;
    }

    /** All slots are below it; it grows only in {@link #add}. */
    int capacity() {
        return keys.length;
    }

    long key(int slot) {
        return keys[slot];
    }

    /** The slot least recently used, or {@link #NONE}. */
    int oldest() {
        return oldest;
    }

    /** The one used next after this, or {@link #NONE}. */
    int newerThan(int slot) {
        return newer[slot];
    }

    /** The key's slot, or {@link #NONE}. */
    int find(long key) {
        if (size == 0) {
            return NONE;
        }
        int slot = heads[hash(key)];
        while (slot != NONE && keys[slot] != key) {
            slot = next[slot];
        }
        return slot;
    }

    /** Gives a slot to a key that has none, as the newest. Not when the table is full. */
    int add(long key) {
        if (free == NONE) {
            grow();
        }
        int slot = free;
        free = next[slot];
        keys[slot] = key;
        int hash = hash(key);
        next[slot] = heads[hash];
        heads[hash] = slot;
        append(slot);
        size++;
        return slot;
    }

    /** It is the newest now. */
    void touch(int slot) {
        if (slot != newest) {
            unlink(slot);
            append(slot);
        }
    }

    void remove(int slot) {
        unlink(slot);
        int hash = hash(keys[slot]);
        if (heads[hash] == slot) {
            heads[hash] = next[slot];
        } else {
            int before = heads[hash];
            while (next[before] != slot) {
                before = next[before];
            }
            next[before] = next[slot];
        }
        next[slot] = free;
        free = slot;
        size--;
    }

    private void append(int slot) {
        older[slot] = newest;
        newer[slot] = NONE;
        if (newest == NONE) {
            oldest = slot;
        } else {
            newer[newest] = slot;
        }
        newest = slot;
    }

    private void unlink(int slot) {
        if (older[slot] == NONE) {
            oldest = newer[slot];
        } else {
            newer[older[slot]] = newer[slot];
        }
        if (newer[slot] == NONE) {
            newest = older[slot];
        } else {
            older[newer[slot]] = older[slot];
        }
    }

    private void grow() {
        int before = keys.length;
        int capacity = Math.min(capacityLimit, Math.max(FIRST_CAPACITY, 2 * before));
        if (capacity == before) {
            throw new IllegalStateException("the table of " + capacity + " keys is full; remove one first");
        }
        keys = Arrays.copyOf(keys, capacity);
        next = Arrays.copyOf(next, capacity);
        older = Arrays.copyOf(older, capacity);
        newer = Arrays.copyOf(newer, capacity);
        heads = new int[Integer.highestOneBit(capacity)];
        Arrays.fill(heads, NONE);
        // Only a table without a free slot grows: all slots before are in use.
        for (int slot = 0; slot < before; slot++) {
            int hash = hash(keys[slot]);
            next[slot] = heads[hash];
            heads[hash] = slot;
        }
        for (int slot = capacity - 1; slot >= before; slot--) {
            next[slot] = free;
            free = slot;
        }
    }

    /** Mixes as SplitMix64 does (Steele, Lea, Flood, OOPSLA 2014, figure 1). */
    private int hash(long key) {
        long mixed = key ^ seed;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return (int) (mixed >>> 33) & (heads.length - 1);
    }
}
