// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import java.util.Arrays;

/**
 * Classes by a key, the least first: a heap that can move and take out any class. O(log n); nothing is allocated once it
 * has held as many. Keys are compared by their difference: times that wrap may be keys while they are less than
 * 2<sup>63</sup> apart.
 *
 * <p>Each entry has four below it, with their keys side by side: half the levels of a binary heap, one or two cache lines
 * each.
 */
final class HfscHeap {
    private static final int ABSENT = -1;
    private static final int FIRST_CAPACITY = 4;
    private static final int BRANCHES = 4;
    private static final int WORDS = 2;
    private static final int ITEM = 1;

    /** Where each class is. */
    private final int[] places;
    /** Key and class of each entry. */
    private long[] entries = new long[WORDS * FIRST_CAPACITY];

    private int size;

    /** @param places where each class is, made by {@link #places}; a class is in no more than one heap of a table */
    HfscHeap(int[] places) {
        this.places = places;
    }

    /** A table for heaps of the classes 0 to {@code classes} - 1. */
    static int[] places(int classes) {
        int[] places = new int[classes];
        Arrays.fill(places, ABSENT);
        return places;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The class of the least key; there has to be one. */
    int first() {
        return item(0);
    }

    long firstKey() {
        return entries[0];
    }

    /** Adds the class, or moves it if it is here. */
    void put(int item, long key) {
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

    /** Takes the class out if it is here, and not in another heap of the table or in none. */
    void removeIfPresent(int item) {
        int place = size == 0 ? ABSENT : places[item];
        if (place != ABSENT && place < size && item(place) == item) {
            remove(item);
        }
    }

    /** Takes the class out; it has to be here. */
    void remove(int item) {
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
