// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import java.util.Arrays;

/**
 * Classes and the times at which they are to be looked at again, the earliest first: a heap of four children a node,
 * with the place of each class known. O(log n) a change; nothing is allocated.
 */
final class ClassAlarms {
    private static final int ABSENT = -1;

    private final long[] nanos;
    private final int[] classes;
    private final int[] places;
    private int size;

    ClassAlarms(int classLimit) {
        nanos = new long[classLimit];
        classes = new int[classLimit];
        places = new int[classLimit];
        Arrays.fill(places, ABSENT);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Time of the class that is first; {@code Long.MAX_VALUE} when none waits. */
    long firstNanos() {
        return size == 0 ? Long.MAX_VALUE : nanos[0];
    }

    /** The class that is first; only while some wait. */
    int first() {
        return classes[0];
    }

    /** Puts a class in, or changes its time. */
    void set(int cl, long atNanos) {
        int place = places[cl];
        if (place == ABSENT) {
            place = size++;
        } else if (atNanos > nanos[place]) {
            sink(place, cl, atNanos);
            return;
        }
        rise(place, cl, atNanos);
    }

    /** Takes a class out, if it is in. */
    void remove(int cl) {
        int place = places[cl];
        if (place == ABSENT) {
            return;
        }
        places[cl] = ABSENT;
        size--;
        if (place == size) {
            return;
        }
        int moved = classes[size];
        long movedNanos = nanos[size];
        if (place > 0 && movedNanos < nanos[(place - 1) >> 2]) {
            rise(place, moved, movedNanos);
        } else {
            sink(place, moved, movedNanos);
        }
    }

    private void rise(int from, int cl, long atNanos) {
        int place = from;
        while (place > 0) {
            int above = (place - 1) >> 2;
            if (nanos[above] <= atNanos) {
                break;
            }
            put(place, classes[above], nanos[above]);
            place = above;
        }
        put(place, cl, atNanos);
    }

    private void sink(int from, int cl, long atNanos) {
        int place = from;
        for (int child = 4 * place + 1; child < size; child = 4 * place + 1) {
            int least = leastOfFour(child);
            if (nanos[least] >= atNanos) {
                break;
            }
            put(place, classes[least], nanos[least]);
            place = least;
        }
        put(place, cl, atNanos);
    }

    private int leastOfFour(int firstChild) {
        int end = Math.min(firstChild + 4, size);
        int least = firstChild;
        for (int child = firstChild + 1; child < end; child++) {
            if (nanos[child] < nanos[least]) {
                least = child;
            }
        }
        return least;
    }

    private void put(int place, int cl, long atNanos) {
        nanos[place] = atNanos;
        classes[place] = cl;
        places[cl] = place;
    }
}
