// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The keys with the greatest sums, in bounded memory: what is not among them is counted with one that is.
 *
 * <p>Source: Metwally, Agrawal, El Abbadi, "Efficient computation of frequent and top-k elements in data streams" (ICDT
 * 2005), the Space-Saving algorithm, with weights. With K entries: an entry's sum is at least the true one and at most
 * {@code error} above it; no error exceeds total / K; every key with more than total / K has an entry.
 *
 * <p>An update takes O(log K), nothing is allocated. Memory: 40 to 48 bytes an entry. Not safe for use by several threads.
 */
final class HeavyHitters {
    /** Never a place of the heap. */
    private static final int NONE = -1;

    private final int capacity;
    private final long seed;
    private final long[] keys;
    private final long[] sums;
    private final long[] errors;
    /** Entries by place in a heap with the least sum first, and the place of each. */
    private final int[] heap;

    private final int[] placeOf;
    /** Entries by hash of their key, the next free place taken when one is occupied; at most half are. */
    private final int[] table;

    private int size;
    private long total;

    /**
     * A key and its sum.
     *
     * @param error how much the sum may be too high: the truth is from {@code sum - error} to {@code sum}
     */
    record Entry(long key, long sum, long error) {}

    /** @param capacity entries (K), 1 to 2^16 */
    HeavyHitters(int capacity, long seed) {
        this.capacity = capacity;
        this.seed = seed;
        keys = new long[capacity];
        sums = new long[capacity];
        errors = new long[capacity];
        heap = new int[capacity];
        placeOf = new int[capacity];
        table = new int[Integer.highestOneBit(capacity) * 4];
        Arrays.fill(table, NONE);
    }

    /** @param weight at least 0 */
    void add(long key, long weight) {
        total += weight;
        int entry = find(key);
        if (entry == NONE) {
            entry = size < capacity ? fresh() : taken();
            keys[entry] = key;
            insert(entry);
        }
        sums[entry] += weight;
        sink(placeOf[entry]);
    }

    /** Sum of all weights. */
    long total() {
        return total;
    }

    /** The greatest sum first. */
    List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            entries.add(new Entry(keys[i], sums[i], errors[i]));
        }
        entries.sort(Comparator.comparingLong(Entry::sum).reversed());
        return entries;
    }

    void reset() {
        Arrays.fill(table, NONE);
        size = 0;
        total = 0;
    }

    /** An entry of sum 0, which belongs at the top of the heap. */
    private int fresh() {
        int entry = size++;
        sums[entry] = 0;
        errors[entry] = 0;
        placeOf[entry] = entry;
        heap[entry] = entry;
        for (int place = entry; place > 0 && sums[heap[(place - 1) / 2]] > 0; place = (place - 1) / 2) {
            swap(place, (place - 1) / 2);
        }
        return entry;
    }

    /** The entry with the least sum. The new key takes it over with that sum, which is its error. */
    private int taken() {
        int entry = heap[0];
        delete(entry);
        errors[entry] = sums[entry];
        return entry;
    }

    private void sink(int from) {
        int place = from;
        while (true) {
            int least = 2 * place + 1;
            if (least >= size) {
                return;
            }
            if (least + 1 < size && sums[heap[least + 1]] < sums[heap[least]]) {
                least++;
            }
            if (sums[heap[least]] >= sums[heap[place]]) {
                return;
            }
            swap(place, least);
            place = least;
        }
    }

    private void swap(int one, int other) {
        int entry = heap[one];
        heap[one] = heap[other];
        heap[other] = entry;
        placeOf[heap[one]] = one;
        placeOf[heap[other]] = other;
    }

    private int find(long key) {
        for (int at = home(key); table[at] != NONE; at = next(at)) {
            if (keys[table[at]] == key) {
                return table[at];
            }
        }
        return NONE;
    }

    private void insert(int entry) {
        int at = home(keys[entry]);
        while (table[at] != NONE) {
            at = next(at);
        }
        table[at] = entry;
    }

    /** Closes the gap behind it, so that no search ends early (Knuth, TAOCP vol. 3, section 6.4, algorithm R). */
    private void delete(int entry) {
        int gap = home(keys[entry]);
        while (table[gap] != entry) {
            gap = next(gap);
        }
        table[gap] = NONE;
        for (int at = next(gap); table[at] != NONE; at = next(at)) {
            int home = home(keys[table[at]]);
            boolean reachesFromBeforeTheGap = ((at - home) & (table.length - 1)) >= ((at - gap) & (table.length - 1));
            if (reachesFromBeforeTheGap) {
                table[gap] = table[at];
                table[at] = NONE;
                gap = at;
            }
        }
    }

    private int next(int at) {
        return (at + 1) & (table.length - 1);
    }

    private int home(long key) {
        long mixed = (key ^ seed) * 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xbf58476d1ce4e5b9L;
        return (int) (mixed >>> 33) & (table.length - 1);
    }
}
