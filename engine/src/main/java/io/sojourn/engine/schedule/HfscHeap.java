// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import java.util.Arrays;

/**
 * Classes by a key, the least first: a binary heap that can move and take out any class. O(log n); nothing is allocated
 * once it has held as many. Keys are compared by their difference: times that wrap may be keys while they are less than
 * 2<sup>63</sup> apart.
 */
final class HfscHeap {
    private static final int ABSENT = -1;
    private static final int FIRST_CAPACITY = 4;

    /** Where each class is. */
    private final int[] places;

    private long[] keys = new long[FIRST_CAPACITY];
    private int[] items = new int[FIRST_CAPACITY];
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
        return items[0];
    }

    long firstKey() {
        return keys[0];
    }

    /** Adds the class, or moves it if it is here. */
    void put(int item, long key) {
        int place = places[item];
        if (place == ABSENT) {
            place = size++;
            grow();
            up(place, item, key);
        } else if (key - keys[place] < 0) {
            up(place, item, key);
        } else {
            down(place, item, key);
        }
    }

    /** Takes the class out if it is here, and not in another heap of the table or in none. */
    void removeIfPresent(int item) {
        int place = places[item];
        if (place != ABSENT && place < size && items[place] == item) {
            remove(item);
        }
    }

    /** Takes the class out; it has to be here. */
    void remove(int item) {
        int place = places[item];
        places[item] = ABSENT;
        size--;
        if (place != size) {
            int last = items[size];
            long key = keys[size];
            if (place > 0 && key - keys[(place - 1) >>> 1] < 0) {
                up(place, last, key);
            } else {
                down(place, last, key);
            }
        }
    }

    private void up(int from, int item, long key) {
        int place = from;
        while (place > 0) {
            int parent = (place - 1) >>> 1;
            if (key - keys[parent] >= 0) {
                break;
            }
            set(place, items[parent], keys[parent]);
            place = parent;
        }
        set(place, item, key);
    }

    private void down(int from, int item, long key) {
        int place = from;
        for (int child = 2 * place + 1; child < size; child = 2 * place + 1) {
            if (child + 1 < size && keys[child + 1] - keys[child] < 0) {
                child++;
            }
            if (key - keys[child] <= 0) {
                break;
            }
            set(place, items[child], keys[child]);
            place = child;
        }
        set(place, item, key);
    }

    private void set(int place, int item, long key) {
        items[place] = item;
        keys[place] = key;
        places[item] = place;
    }

    private void grow() {
        if (size > keys.length) {
            keys = Arrays.copyOf(keys, 2 * keys.length);
            items = Arrays.copyOf(items, 2 * items.length);
        }
    }
}
