// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.KeyedHeap;
import org.jspecify.annotations.Nullable;

/**
 * The highest virtual time among active siblings of {@link Hfsc}.
 *
 * <p>Most often it is that of the child that sent last, and costs a comparison. Only when the highest has left and
 * somebody asks for the next are children put in order, and kept in order, in logarithmic time a change, until for as many
 * changes as there are children nobody asked again. Putting all in order takes time for every child, so a change takes
 * logarithmic time in the mean.
 */
final class HfscHighest {
    private static final int UNKNOWN = -1;

    private final HfscClasses classes;
    private final int[] members;
    private int highest = UNKNOWN;
    private long highestNanos;
    /** By virtual time from the highest down; made when it is first needed. */
    private @Nullable KeyedHeap inOrder;

    private boolean isOrdered;
    /** Since somebody asked for what only the order tells. */
    private int changes;

    /** @param members class of each child's number */
    HfscHighest(HfscClasses classes, int[] members) {
        this.classes = classes;
        this.members = members;
    }

    /** The only active child. */
    void putFirst(int number, long virtualNanos) {
        highest = number;
        highestNanos = virtualNanos;
        order(number, virtualNanos);
    }

    /** An active child; virtual times of active children do not go back. */
    void put(int number, long virtualNanos) {
        if (highest != UNKNOWN && virtualNanos - highestNanos >= 0) {
            highest = number;
            highestNanos = virtualNanos;
        }
        order(number, virtualNanos);
    }

    void remove(int number) {
        if (number == highest) {
            highest = UNKNOWN;
        }
        if (isOrdered) {
            heap().remove(number);
        }
    }

    /** There has to be an active child. */
    long nanos() {
        if (highest == UNKNOWN) {
            if (!isOrdered) {
                sort();
            }
            changes = 0;
            highest = heap().first();
            highestNanos = -heap().firstKey();
        }
        return highestNanos;
    }

    private void order(int number, long virtualNanos) {
        if (isOrdered) {
            heap().put(number, -virtualNanos);
            if (++changes > members.length) {
                heap().clear();
                isOrdered = false;
            }
        }
    }

    private void sort() {
        for (int number = 0; number < members.length; number++) {
            if (classes.isActive(members[number])) {
                heap().put(number, -classes.virtualNanos(members[number]));
            }
        }
        isOrdered = true;
    }

    private KeyedHeap heap() {
        KeyedHeap made = inOrder;
        if (made == null) {
            made = new KeyedHeap(KeyedHeap.places(members.length));
            inOrder = made;
        }
        return made;
    }
}
