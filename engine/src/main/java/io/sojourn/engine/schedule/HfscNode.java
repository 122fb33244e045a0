// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import org.jspecify.annotations.Nullable;

/**
 * A class of {@link Hfsc}, or the link above all of them: its curves, and how its active children stand to each other.
 *
 * <p>Active is a class with packets in it or below it. Of the active children those within their upper limits are ordered
 * by virtual time, the others by the time from which they are (fit time), and all by virtual time from the highest down.
 */
final class HfscNode {
    /** Nanobits in a byte, and so nanoseconds of virtual time for a byte at 1 bit/s. */
    private static final long NANOBITS_PER_BYTE = 8_000_000_000L;
    /** Virtual times less far apart than this compare safely. */
    private static final long VIRTUAL_SPREAD = 1L << 60;

    /** Rates above it are far apart only after more bytes than any link sends. */
    private static final long GIGABIT = 1_000_000_000;

    final int index;
    final @Nullable HfscNode parent;
    final @Nullable HfscClocks realTime;
    final HfscClocks linkShare;
    final @Nullable HfscClocks upperLimit;

    /** Virtual time: when, on the clock of its parent, its link-share curve grants what it sent. */
    long virtualNanos;

    boolean isActive;

    private final HfscHeap fit;
    private final HfscHeap unfit;
    private final HfscHeap highest;
    private int activeChildren;
    /** Highest that the least virtual time of the children has been: the virtual time of this class as a server. */
    private long leastVirtualNanos;
    /** Highest virtual time of children that have left. */
    private long leftVirtualNanos;

    private long sentBytes;
    private long parentSentBytesAtLeaving;
    private long leastShareRate = Long.MAX_VALUE;

    /** @param tables places for the heaps of all classes: fit or unfit, highest */
    HfscNode(int index, @Nullable HfscNode parent, Curves curves, int[][] tables) {
        this.index = index;
        this.parent = parent;
        realTime = clocks(curves.realTime());
        linkShare = new HfscClocks(curves.linkShare());
        upperLimit = clocks(curves.upperLimit());
        fit = new HfscHeap(tables[0]);
        unfit = new HfscHeap(tables[0]);
        highest = new HfscHeap(tables[1]);
        if (parent != null) {
            parent.leastShareRate =
                    Math.min(parent.leastShareRate, curves.linkShare().leastRate());
        }
    }

    /** What a class was set to. */
    record Curves(
            @Nullable HfscCurve realTime,
            HfscCurve linkShare,
            @Nullable HfscCurve upperLimit) {}

    /** Whether some child may send. */
    boolean hasFit() {
        return !fit.isEmpty();
    }

    /** When some child may send, if none may now. */
    long nextFitNanos() {
        return unfit.isEmpty() ? Long.MAX_VALUE : unfit.firstKey();
    }

    /** Lets children take part again whose time has come; then the one of least virtual time, or -1. */
    int firstFit(long nowNanos, HfscNode[] nodes) {
        while (!unfit.isEmpty() && unfit.firstKey() - nowNanos <= 0) {
            HfscNode child = nodes[unfit.first()];
            unfit.remove(child.index);
            fit.put(child.index, child.virtualNanos);
        }
        if (fit.isEmpty()) {
            return -1;
        }
        leastVirtualNanos = HfscClocks.later(leastVirtualNanos, fit.firstKey());
        return fit.first();
    }

    /**
     * Becomes active. A new child gets (vmin + vmax) / 2 of its active siblings, which bounds how far they are apart
     * (SIGCOMM'97); the first one starts where the last ones left. No child goes back in virtual time.
     */
    void join(HfscNode above, long nowNanos) {
        if (above.activeChildren++ == 0) {
            above.leastVirtualNanos = above.leftVirtualNanos;
        }
        if (above.sentBytes - parentSentBytesAtLeaving > above.farBytes()) {
            linkShare.forget();
        }
        linkShare.restart(above.startNanos());
        virtualNanos = linkShare.reached();
        if (upperLimit != null) {
            upperLimit.restart(nowNanos);
        }
        isActive = true;
    }

    /** Becomes passive. */
    void leave(HfscNode above) {
        above.fit.removeIfPresent(index);
        above.unfit.removeIfPresent(index);
        above.highest.remove(index);
        above.leftVirtualNanos = HfscClocks.later(above.leftVirtualNanos, virtualNanos);
        parentSentBytesAtLeaving = above.sentBytes;
        above.activeChildren--;
        isActive = false;
    }

    /** Sent so much: all of its clocks but that of real time go on. */
    void charge(HfscNode above, int lengthBytes, long limitFromNanos) {
        sentBytes += lengthBytes;
        linkShare.served(lengthBytes);
        virtualNanos = linkShare.reached();
        // Left behind while over its upper limit: it does not catch up at the cost of the others.
        if (virtualNanos - above.leastVirtualNanos < 0) {
            linkShare.delay(above.leastVirtualNanos - virtualNanos);
            virtualNanos = above.leastVirtualNanos;
        }
        if (upperLimit != null) {
            upperLimit.restart(limitFromNanos);
            upperLimit.served(lengthBytes);
        }
    }

    /** Puts an active class in its place among its siblings. */
    void place(HfscNode above, long nowNanos) {
        long fitNanos = fitNanos();
        boolean isFit = fitNanos <= nowNanos;
        (isFit ? above.unfit : above.fit).removeIfPresent(index);
        (isFit ? above.fit : above.unfit).put(index, isFit ? virtualNanos : fitNanos);
        above.highest.put(index, -virtualNanos);
    }

    boolean hasActiveChildren() {
        return activeChildren > 0;
    }

    /** Whether it is passive once its only active child has left. */
    boolean hasOneActiveChild() {
        return activeChildren == 1;
    }

    void sent(int lengthBytes) {
        sentBytes += lengthBytes;
    }

    /** From when on it may send: within its own upper limit, and some child within its. */
    private long fitNanos() {
        long own = upperLimit == null ? Long.MIN_VALUE : upperLimit.reached();
        return activeChildren == 0 || hasFit() ? own : Math.max(own, nextFitNanos());
    }

    private long startNanos() {
        if (highest.isEmpty()) {
            return leastVirtualNanos;
        }
        long least = hasFit() ? HfscClocks.later(leastVirtualNanos, fit.firstKey()) : leastVirtualNanos;
        return least + (-highest.firstKey() - least) / 2;
    }

    /** After so many bytes sent without it, a child's virtual time may be too far behind to be compared. */
    private long farBytes() {
        return VIRTUAL_SPREAD / NANOBITS_PER_BYTE * Math.min(leastShareRate, GIGABIT);
    }

    private static @Nullable HfscClocks clocks(@Nullable HfscCurve curve) {
        return curve == null ? null : new HfscClocks(curve);
    }
}
