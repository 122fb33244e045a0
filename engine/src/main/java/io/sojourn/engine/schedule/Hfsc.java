// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.KeyedHeap;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.TrafficClass;
import io.sojourn.engine.Unit;
import java.util.List;

/**
 * Hierarchical fair service curves: a leaf class may have a real-time curve, which is kept by deadlines whatever its place
 * in the tree; what is left of the link is shared down the tree by link-share curves; an upper limit bounds what a class
 * gets by sharing.
 *
 * <p>Source: Stoica, Zhang and Ng, "A Hierarchical Fair Service Curve Algorithm for Link-Sharing, Real-Time and Priority
 * Services", SIGCOMM'97; tc-hfsc(7), pf.conf(5) for upper limits and admission.
 *
 * <p>Errors: curves are exact (see {@link HfscClocks}), so a packet's deadline is late by less than 1 ns; while the link
 * keeps its rate and the curves pass the checks, a packet leaves by its deadline and one packet of the link. A class
 * without a real-time curve exceeds its upper limit, over any time, by less than two packets: one because packets are
 * whole, one of credit that it keeps while the link is busy; with one, by what that curve owes it more, for real time
 * comes before limits, as in Linux. O(log n) in the leaf classes for each level.
 */
public final class Hfsc extends Scheduler {
    static final Parameter MTU = Parameter.computed(
            "mtu",
            Unit.BYTES,
            64,
            1 << 20,
            (before, link) -> link.mtuBytes(),
            "longest packet: so much credit an upper limit keeps while the link is busy; that of the link");

    public static final DisciplineType.SchedulerType TYPE = new DisciplineType.SchedulerType(
            "hfsc",
            "https://man7.org/linux/man-pages/man7/tc-hfsc.7.html",
            "hierarchical fair service curves: guaranteed delay and rate, and shares of the rest",
            List.of(MTU),
            HfscSettings.all(),
            8,
            DisciplineType.Check.NONE,
            HfscCheck::problems,
            Hfsc::new);

    private final HfscClasses classes;
    private final HfscClocks clocks;
    private final int root;
    /** Leaves whose next packet is not eligible yet, by the time from which it is. */
    private final KeyedHeap waiting;
    /** Leaves whose next packet is eligible, by its deadline. */
    private final KeyedHeap eligible;
    /** Length of the packet that the deadline in {@link #eligible} is of. */
    private final int[] deadlineBytes;
    /** Whether the last class selected is to be served by its deadline, not by link sharing. */
    private boolean isByDeadline;

    Hfsc(Settings settings, Surroundings around, List<TrafficClass> trafficClasses, long nowNanos) {
        super(around, trafficClasses);
        classes = new HfscClasses(trafficClasses, settings.value(MTU));
        clocks = classes.clocks();
        root = classes.root();
        int[] places = KeyedHeap.places(trafficClasses.size());
        waiting = new KeyedHeap(places);
        eligible = new KeyedHeap(places);
        deadlineBytes = new int[trafficClasses.size()];
        activateAll(nowNanos);
    }

    @Override
    void backlogged(int leaf, long nowNanos) {
        if (classes.hasRealTime(leaf)) {
            clocks.restart(classes.realTime(leaf), nowNanos);
            waiting.put(leaf, clocks.eligible(classes.realTime(leaf)));
        }
        for (int node = leaf;
                node != root && (classes.hasLimits() || !classes.isActive(node));
                node = classes.parent(node)) {
            if (!classes.isActive(node)) {
                classes.siblings(node).join(node, nowNanos);
            }
            place(node, nowNanos);
        }
    }

    /**
     * If there are eligible packets, the one of the smallest deadline; otherwise, from the root down, the child of the
     * smallest virtual time.
     */
    @Override
    int select(long nowNanos) {
        while (backlogPackets() > 0) {
            findEligible(nowNanos);
            isByDeadline = !eligible.isEmpty();
            int leaf = isByDeadline ? eligible.first() : leastVirtual(nowNanos);
            if (leaf == NO_CLASS) {
                return NO_CLASS;
            }
            int packet = head(leaf, nowNanos);
            if (packet == NONE && queue(leaf).backlogPackets() > 0) {
                return NO_CLASS;
            }
            if (packet != NONE && (!isByDeadline || isDeadlineOf(leaf, packets.lengthBytes(packet)))) {
                return leaf;
            }
        }
        return NO_CLASS;
    }

    @Override
    void sent(int leaf, int lengthBytes, long nowNanos) {
        boolean isLeaving = queue(leaf).backlogPackets() == 0;
        if (isByDeadline) {
            sentByDeadline(leaf, lengthBytes, isLeaving);
        }
        for (int node = leaf; node != root; node = classes.parent(node)) {
            classes.siblings(node).charge(node, lengthBytes, nowNanos);
            isLeaving = isLeaving && (node == leaf || classes.children(node).hasOneActive());
            if (!isLeaving) {
                place(node, nowNanos);
            }
        }
    }

    @Override
    void emptied(int leaf, long nowNanos) {
        if (classes.hasRealTime(leaf)) {
            waiting.removeIfPresent(leaf);
            eligible.removeIfPresent(leaf);
        }
        boolean isLeaving = true;
        for (int node = leaf; node != root && (classes.hasLimits() || isLeaving); node = classes.parent(node)) {
            if (isLeaving) {
                classes.siblings(node).leave(node);
                isLeaving = !classes.siblings(node).hasActive();
            } else {
                place(node, nowNanos);
            }
        }
    }

    @Override
    public long readyNanos(long nowNanos) {
        HfscChildren first = classes.children(root);
        if (!eligible.isEmpty() || first.hasFit()) {
            return nowNanos;
        }
        return Math.min(nextEligibleNanos(), first.nextFitNanos());
    }

    /**
     * Classes of the same name keep the credit of their real-time curves and upper limits, also under new rates. Virtual
     * times, which only compare siblings, start anew.
     */
    @Override
    public void inherit(QueueDiscipline before, long nowNanos) {
        if (!(before instanceof Hfsc old)) {
            return;
        }
        int[] places = placesIn(old);
        for (int index = places.length - 1; index >= 0; index--) {
            if (places[index] != NO_CLASS) {
                inheritClass(index, old, places[index], nowNanos);
            }
            if (classes.isActive(index)) {
                place(index, nowNanos);
            }
        }
    }

    /** When the first of the waiting real-time packets becomes eligible. */
    long nextEligibleNanos() {
        return waiting.isEmpty() ? Long.MAX_VALUE : waiting.firstKey();
    }

    private void inheritClass(int index, Hfsc old, int oldIndex, long nowNanos) {
        if (classes.hasUpperLimit(index) && old.classes.hasUpperLimit(oldIndex)) {
            clocks.carryOn(classes.upperLimit(index), old.clocks, old.classes.upperLimit(oldIndex), nowNanos);
        }
        if (!classes.hasRealTime(index)) {
            return;
        }
        if (old.classes.hasRealTime(oldIndex)) {
            clocks.carryOn(classes.realTime(index), old.clocks, old.classes.realTime(oldIndex), nowNanos);
        }
        if (classes.isActive(index)) {
            eligible.removeIfPresent(index);
            waiting.put(index, clocks.eligible(classes.realTime(index)));
        }
    }

    /** Without upper limits only classes move that send, join or leave; fit times concern all above. */
    private void place(int node, long nowNanos) {
        if (classes.hasLimits()) {
            classes.siblings(node).place(node, nowNanos);
        } else {
            classes.siblings(node).place(node);
        }
    }

    private void findEligible(long nowNanos) {
        while (!waiting.isEmpty() && waiting.firstKey() <= nowNanos) {
            int leaf = waiting.first();
            int packet = head(leaf, nowNanos);
            if (packet != NONE) {
                waiting.remove(leaf);
                setDeadline(leaf, packets.lengthBytes(packet));
            } else if (queue(leaf).backlogPackets() > 0) {
                return;
            }
        }
    }

    /** A queue may have put another packet first since its deadline was computed. */
    private boolean isDeadlineOf(int leaf, int lengthBytes) {
        if (deadlineBytes[leaf] == lengthBytes) {
            return true;
        }
        setDeadline(leaf, lengthBytes);
        return false;
    }

    private void setDeadline(int leaf, int lengthBytes) {
        deadlineBytes[leaf] = lengthBytes;
        eligible.put(leaf, clocks.reachedAfter(classes.realTime(leaf), lengthBytes));
    }

    private int leastVirtual(long nowNanos) {
        int node = root;
        while (node != NO_CLASS && classes.isParent(node)) {
            node = classes.children(node).firstFit(nowNanos);
        }
        return node;
    }

    private void sentByDeadline(int leaf, int lengthBytes, boolean isLeaving) {
        clocks.served(classes.realTime(leaf), lengthBytes);
        eligible.remove(leaf);
        if (!isLeaving) {
            waiting.put(leaf, clocks.eligible(classes.realTime(leaf)));
        }
    }
}
