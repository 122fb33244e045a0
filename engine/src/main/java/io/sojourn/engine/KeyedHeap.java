// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import java.util.Arrays;

/**
 * Items, classes or flows, by a key of each, the least first: a heap that can move and take out any item. O(log n); nothing is allocated once it
 * has held as many. Keys are compared by their difference: times that wrap may be keys while they are less than
 * 2<sup>63</sup> apart.
 *
 * <p>Each entry has four below it, with their keys side by side: half the levels of a binary heap, one or two cache lines
 * each. Not safe for use by several threads.
 */
public final class KeyedHeap {
    private static final int ABSENT = -1;
    private static final int FIRST_CAPACITY = 4;
    private static final int BRANCHES = 4;
    private static final int WORDS = 2;
    private static final int ITEM = 1;

    /** Where each item is. */
    private final int[] places;
    /** Key and item of each entry. */
    private long[] entries = new long[WORDS * FIRST_CAPACITY];

    private int size;

    /** @param places where each item is, made by {@link #places}; an item is in no more than one heap of a table */
    public KeyedHeap(int[] places) {
        this.places = places;
    }

    /** A table for heaps of the items 0 to {@code items} - 1. */
    public static int[] places(int items) {
        int[] places = new int[items];
        Arrays.fill(places, ABSENT);
        return places;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** The item of the least key; there has to be one. */
    public int first() {
        return item(0);
    }

    /** The least key; there has to be one. */
    public long firstKey() {
        return entries[0];
    }

    /** Adds the item, or moves it if it is here. */
    public void put(int item, long key) {
        int place = places[item];
        if (place == ABSENT) {
            place = size++;
            grow();
            up(place, item, key);
        } else if (key - key(place) < 0) {
            up(place, item, key);
        } else if (key != key(place)) {
            down(place, item, key);
        }
    }

    /** Takes the item out if it is here, and not in another heap of the table or in none. */
    public void removeIfPresent(int item) {
        int place = size == 0 ? ABSENT : places[item];
        if (place != ABSENT && place < size && item(place) == item) {
            remove(item);
        }
    }

    /** Takes the item out; it has to be here. */
    public void remove(int item) {
        int place = places[item];
        places[item] = ABSENT;
        size--;
        if (place != size) {
            int last = item(size);
            long key = key(size);
            if (place > 0 && key - key(above(place)) < 0) {
                up(place, last, key);
            } else {
                down(place, last, key);
            }
        }
    }

    /** Takes all items out. */
    public void clear() {
        while (size > 0) {
            places[item(--size)] = ABSENT;
        }
    }

    private void up(int from, int item, long key) {
        int place = from;
        while (place > 0) {
            int above = above(place);
            if (key - key(above) >= 0) {
                break;
            }
            set(place, item(above), key(above));
            place = above;
        }
        set(place, item, key);
    }

    private void down(int from, int item, long key) {
        int place = from;
        for (int below = BRANCHES * place + 1; below < size; below = BRANCHES * place + 1) {
            int least = least(below);
            long leastKey = key(least);
            if (key - leastKey <= 0) {
                break;
            }
            set(place, item(least), leastKey);
            place = least;
        }
        set(place, item, key);
    }

    /** Of {@code first} and its neighbors, all below the same entry. Which it is cannot be foreseen, so nothing branches. */
    private int least(int first) {
        if (first + BRANCHES > size) {
            return leastOfLast(first);
        }
        int left = first + before(key(first + 1), key(first));
        int right = first + 2 + before(key(first + 3), key(first + 2));
        return left + before(key(right), key(left)) * (right - left);
    }

    private int leastOfLast(int first) {
        int least = first;
        for (int place = first + 1; place < size; place++) {
            least += before(key(place), key(least)) * (place - least);
        }
        return least;
    }

    /** 1 if one key is less than the other, else 0. */
    private static int before(long key, long other) {
        return (int) ((key - other) >>> (Long.SIZE - 1));
    }

    private static int above(int place) {
        return (place - 1) / BRANCHES;
    }

    private long key(int place) {
        return entries[WORDS * place];
    }

    private int item(int place) {
        return (int) entries[WORDS * place + ITEM];
    }

    private void set(int place, int item, long key) {
        entries[WORDS * place] = key;
        entries[WORDS * place + ITEM] = item;
        places[item] = place;
    }

    private void grow() {
        if (WORDS * size > entries.length) {
            entries = Arrays.copyOf(entries, 2 * entries.length);
        }
    }
}
