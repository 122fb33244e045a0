// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.KeyedHeap;

/**
 * The children of a class of {@link Hfsc}, or of the link, and how the active ones stand to each other.
 *
 * <p>Active is a class with packets in it or below it. Of the active children those within their upper limits are ordered
 * by virtual time, the others by the time from which they are (fit time), and the highest virtual time of all is known.
 * Heaps hold children by their number among the siblings: what one packet moves lies together.
 */
final class HfscChildren {
    private static final int NO_CLASS = Scheduler.NO_CLASS;

    /** Nanobits in a byte, and so nanoseconds of virtual time for a byte at 1 bit/s. */
    private static final long NANOBITS_PER_BYTE = 8_000_000_000L;
    /** Virtual times less far apart than this compare safely. */
    private static final long VIRTUAL_SPREAD = 1L << 60;

    /** Rates above it are far apart only after more bytes than any link sends. */
    private static final long GIGABIT = 1_000_000_000;

    private final HfscClasses classes;
    private final HfscClocks clocks;
    /** Class of each number. */
    private final int[] members;

    private final KeyedHeap fit;
    private final KeyedHeap unfit;
    private final HfscHighest highest;
    private int activeCount;
    /** Highest that the least virtual time of the children has been: the virtual time of their parent as a server. */
    private long leastVirtualNanos;
    /** Highest virtual time of children that have left. */
    private long leftVirtualNanos;

    private long sentBytes;
    private long leastShareRate = Long.MAX_VALUE;

    HfscChildren(HfscClasses classes, int count) {
        this.classes = classes;
        clocks = classes.clocks();
        members = new int[count];
        int[] places = KeyedHeap.places(count);
        fit = new KeyedHeap(places);
        unfit = new KeyedHeap(places);
        highest = new HfscHighest(classes, members);
    }

    /** Every child is added once, before anything else. */
    void add(int child, HfscCurve linkShare) {
        members[classes.place(child)] = child;
        leastShareRate = Math.min(leastShareRate, linkShare.leastRate());
    }

    /** Whether some child may send. */
    boolean hasFit() {
        return !fit.isEmpty();
    }

    /** When some child may send, if none may now. */
    long nextFitNanos() {
        return unfit.isEmpty() ? Long.MAX_VALUE : unfit.firstKey();
    }

    /** Lets children take part again whose time has come; then the one of least virtual time, or -1. */
    int firstFit(long nowNanos) {
        while (!unfit.isEmpty() && unfit.firstKey() - nowNanos <= 0) {
            int number = unfit.first();
            unfit.remove(number);
            fit.put(number, classes.virtualNanos(members[number]));
        }
        if (fit.isEmpty()) {
            return NO_CLASS;
        }
        leastVirtualNanos = HfscClocks.later(leastVirtualNanos, fit.firstKey());
        return members[fit.first()];
    }

    /**
     * A child becomes active. It gets (vmin + vmax) / 2 of its active siblings, which bounds how far they are apart
     * (SIGCOMM'97); the first one starts where the last ones left. No child goes back in virtual time.
     */
    void join(int child, long nowNanos) {
        if (activeCount++ == 0) {
            leastVirtualNanos = leftVirtualNanos;
        }
        int linkShare = classes.linkShare(child);
        if (sentBytes - classes.parentSentAtLeaving(child) > farBytes()) {
            clocks.forget(linkShare);
        }
        clocks.restart(linkShare, startNanos());
        if (classes.hasUpperLimit(child)) {
            clocks.restart(classes.upperLimit(child), nowNanos);
        }
        classes.setActive(child, true);
    }

    /** An active child becomes passive. */
    void leave(int child) {
        int number = classes.place(child);
        fit.removeIfPresent(number);
        unfit.removeIfPresent(number);
        highest.remove(number);
        leftVirtualNanos = HfscClocks.later(leftVirtualNanos, classes.virtualNanos(child));
        classes.setParentSentAtLeaving(child, sentBytes);
        activeCount--;
        classes.setActive(child, false);
    }

    /** A child sent so much: all of its clocks but that of real time go on. */
    void charge(int child, int lengthBytes, long nowNanos) {
        sentBytes += lengthBytes;
        int linkShare = classes.linkShare(child);
        clocks.served(linkShare, lengthBytes);
        // Left behind while over its upper limit: it does not catch up at the cost of the others.
        long behindNanos = leastVirtualNanos - clocks.reached(linkShare);
        if (behindNanos > 0) {
            clocks.delay(linkShare, behindNanos);
        }
        if (classes.hasUpperLimit(child)) {
            int limit = classes.upperLimit(child);
            clocks.restart(limit, nowNanos - classes.toleranceNanos(child));
            clocks.served(limit, lengthBytes);
        }
    }

    /** Puts an active child in its place among its siblings, when all may always send. */
    void place(int child) {
        int number = classes.place(child);
        long virtualNanos = classes.virtualNanos(child);
        fit.put(number, virtualNanos);
        putHighest(number, virtualNanos);
    }

    /** Puts an active child in its place among its siblings. */
    void place(int child, long nowNanos) {
        int number = classes.place(child);
        long virtualNanos = classes.virtualNanos(child);
        long fitNanos = fitNanos(child);
        boolean isFit = fitNanos <= nowNanos;
        (isFit ? unfit : fit).removeIfPresent(number);
        (isFit ? fit : unfit).put(number, isFit ? virtualNanos : fitNanos);
        putHighest(number, virtualNanos);
    }

    private void putHighest(int number, long virtualNanos) {
        if (hasOneActive()) {
            highest.putFirst(number, virtualNanos);
        } else {
            highest.put(number, virtualNanos);
        }
    }

    boolean hasActive() {
        return activeCount > 0;
    }

    /** Whether the parent is passive once its only active child has left. */
    boolean hasOneActive() {
        return activeCount == 1;
    }

    /** From when on a child may send: within its own upper limit, and some child of it within its. */
    private long fitNanos(int child) {
        long own = classes.hasUpperLimit(child) ? clocks.reached(classes.upperLimit(child)) : Long.MIN_VALUE;
        if (!classes.isParent(child)) {
            return own;
        }
        HfscChildren below = classes.children(child);
        return !below.hasActive() || below.hasFit() ? own : Math.max(own, below.nextFitNanos());
    }

    private long startNanos() {
        if (hasOneActive()) {
            return leastVirtualNanos;
        }
        long least = hasFit() ? HfscClocks.later(leastVirtualNanos, fit.firstKey()) : leastVirtualNanos;
        return least + (highest.nanos() - least) / 2;
    }

    /** After so many bytes sent without it, a child's virtual time may be too far behind to be compared. */
    private long farBytes() {
        return VIRTUAL_SPREAD / NANOBITS_PER_BYTE * Math.min(leastShareRate, GIGABIT);
    }
}
