// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.TrafficClass;
import io.sojourn.engine.Unit;
import io.sojourn.engine.schedule.HfscNode.Curves;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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

    private static final long NANOBITS_PER_BYTE = 8_000_000_000L;

    private final HfscNode root;
    private final HfscNode[] nodes;
    /** For each class, how long its upper limit keeps credit. */
    private final long[] toleranceNanos;
    /** Whether fit times have to be kept. */
    private final boolean hasLimits;
    /** Leaves whose next packet is not eligible yet, by the time from which it is. */
    private final HfscHeap waiting;
    /** Leaves whose next packet is eligible, by its deadline. */
    private final HfscHeap eligible;
    /** Length of the packet that the deadline in {@link #eligible} is of. */
    private final int[] deadlineBytes;
    /** Whether the last class selected is to be served by its deadline, not by link sharing. */
    private boolean isByDeadline;

    Hfsc(Settings settings, Surroundings around, List<TrafficClass> classes, long nowNanos) {
        super(around, classes);
        int count = classes.size();
        int[] realTimePlaces = HfscHeap.places(count);
        waiting = new HfscHeap(realTimePlaces);
        eligible = new HfscHeap(realTimePlaces);
        deadlineBytes = new int[count];
        toleranceNanos = new long[count];
        nodes = new HfscNode[count];
        int[][] tables = {HfscHeap.places(count), HfscHeap.places(count)};
        root = new HfscNode(NO_CLASS, null, new Curves(null, new HfscCurve(1, 0, 1), null), tables);
        boolean anyLimit = false;
        for (int index = 0; index < count; index++) {
            Curves curves = curves(classes.get(index));
            int parent = classes.get(index).parent();
            nodes[index] = new HfscNode(index, parent < 0 ? root : nodes[parent], curves, tables);
            HfscCurve limit = curves.upperLimit();
            if (limit != null) {
                anyLimit = true;
                long rate = Math.max(limit.startRate(), limit.rate());
                toleranceNanos[index] = settings.value(MTU) * NANOBITS_PER_BYTE / rate;
            }
        }
        hasLimits = anyLimit;
        activateAll(nowNanos);
    }

    @Override
    void backlogged(int leaf, long nowNanos) {
        HfscClocks realTime = nodes[leaf].realTime;
        if (realTime != null) {
            realTime.restart(nowNanos);
            waiting.put(leaf, realTime.eligible());
        }
        HfscNode node = nodes[leaf];
        for (HfscNode above = node.parent; above != null && (hasLimits || !node.isActive); above = node.parent) {
            if (!node.isActive) {
                node.join(above, nowNanos);
            }
            node.place(above, nowNanos);
            node = above;
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
        HfscNode node = nodes[leaf];
        for (HfscNode above = node.parent; above != null; above = node.parent) {
            node.charge(above, lengthBytes, nowNanos - toleranceNanos[node.index]);
            isLeaving = isLeaving && (node.index == leaf || node.hasOneActiveChild());
            if (!isLeaving) {
                node.place(above, nowNanos);
            }
            node = above;
        }
        root.sent(lengthBytes);
    }

    @Override
    void emptied(int leaf, long nowNanos) {
        waiting.removeIfPresent(leaf);
        eligible.removeIfPresent(leaf);
        HfscNode node = nodes[leaf];
        boolean isLeaving = true;
        for (HfscNode above = node.parent; above != null && (hasLimits || isLeaving); above = node.parent) {
            if (isLeaving) {
                node.leave(above);
                isLeaving = !above.hasActiveChildren();
            } else {
                node.place(above, nowNanos);
            }
            node = above;
        }
    }

    @Override
    public long readyNanos(long nowNanos) {
        if (!eligible.isEmpty() || root.hasFit()) {
            return nowNanos;
        }
        return Math.min(nextEligibleNanos(), root.nextFitNanos());
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
        for (int index = nodes.length - 1; index >= 0; index--) {
            if (places[index] != NO_CLASS) {
                inheritClass(nodes[index], old.nodes[places[index]], nowNanos);
            }
            HfscNode node = nodes[index];
            if (node.isActive) {
                node.place(Objects.requireNonNull(node.parent), nowNanos);
            }
        }
    }

    /** When the first of the waiting real-time packets becomes eligible. */
    long nextEligibleNanos() {
        return waiting.isEmpty() ? Long.MAX_VALUE : waiting.firstKey();
    }

    private void inheritClass(HfscNode node, HfscNode old, long nowNanos) {
        carryOn(node.upperLimit, old.upperLimit, nowNanos);
        carryOn(node.realTime, old.realTime, nowNanos);
        if (node.realTime != null && node.isActive) {
            eligible.removeIfPresent(node.index);
            waiting.put(node.index, node.realTime.eligible());
        }
    }

    private static void carryOn(@Nullable HfscClocks clocks, @Nullable HfscClocks before, long nowNanos) {
        if (clocks != null && before != null) {
            clocks.carryOn(before, nowNanos);
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
        eligible.put(leaf, Objects.requireNonNull(nodes[leaf].realTime).reachedAfter(lengthBytes));
    }

    private int leastVirtual(long nowNanos) {
        HfscNode node = root;
        while (node.hasActiveChildren()) {
            int child = node.firstFit(nowNanos, nodes);
            if (child == NO_CLASS) {
                return NO_CLASS;
            }
            node = nodes[child];
        }
        return node.index;
    }

    private void sentByDeadline(int leaf, int lengthBytes, boolean isLeaving) {
        HfscClocks realTime = Objects.requireNonNull(nodes[leaf].realTime);
        realTime.served(lengthBytes);
        eligible.remove(leaf);
        if (!isLeaving) {
            waiting.put(leaf, realTime.eligible());
        }
    }

    private static Curves curves(TrafficClass trafficClass) {
        HfscCurve linkShare = HfscSettings.LINK_SHARE.curve(trafficClass);
        return new Curves(
                HfscSettings.REAL_TIME.curve(trafficClass),
                Objects.requireNonNull(linkShare, trafficClass.name() + " has no linkShareRate; give it one"),
                HfscSettings.UPPER_LIMIT.curve(trafficClass));
    }
}
