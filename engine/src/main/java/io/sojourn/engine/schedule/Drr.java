// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.TrafficClass;
import io.sojourn.engine.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * Deficit round robin: classes with packets take turns; at each turn a class may send its quantum of bytes, and what is
 * left, too little for its next packet, it keeps for its next turn.
 *
 * <p>Source: Shreedhar and Varghese, "Efficient Fair Queuing Using Deficit Round-Robin", IEEE/ACM Transactions on
 * Networking 4(3), 1996; tc-drr(8).
 *
 * <p>Exact, in bytes. Error against an ideal share: over any time in which two classes have packets throughout, the
 * bytes they sent, each over its own quantum, differ by at most 1 + 2 Max / Q, where Max is the longest packet and Q the
 * smallest quantum (the paper's fairness measure). Constant time for packets no longer than the quantum; a longer one
 * waits for as many turns as it takes.
 */
public final class Drr extends Scheduler {
    public static final Parameter QUANTUM = Parameter.computed(
            "quantum",
            Unit.BYTES,
            1,
            1 << 24,
            (before, link) -> link.mtuBytes(),
            "bytes a class may send at each turn, at least one packet; classes share in proportion; one packet");

    public static final DisciplineType.SchedulerType TYPE = new DisciplineType.SchedulerType(
            "drr",
            "https://man7.org/linux/man-pages/man8/tc-drr.8.html",
            "deficit round robin: a share in proportion to the quantum",
            List.of(),
            List.of(QUANTUM),
            1,
            DisciplineType.Check.NONE,
            Drr::problems,
            Drr::new);

    private final int[] quantumBytes;
    /** Bytes a class may still send in its turn, and keeps until the next. */
    private final long[] deficitBytes;
    /** The ring of classes with packets; the turn is the first's. */
    private final int[] next;

    private final int[] previous;
    private int first = NO_CLASS;
    /** Whether the first class was given the quantum of this turn. */
    private boolean isTurnBegun;

    Drr(Settings settings, Surroundings around, List<TrafficClass> classes, long nowNanos) {
        super(around, classes);
        quantumBytes = classes.stream()
                .mapToInt(trafficClass -> trafficClass.settings().intValue(QUANTUM))
                .toArray();
        deficitBytes = new long[quantumBytes.length];
        next = new int[quantumBytes.length];
        previous = new int[quantumBytes.length];
        activateAll(nowNanos);
    }

    /** A quantum below a packet would have turns pass in which nothing is sent: not constant time any more. */
    static List<Problem> problems(Settings settings, List<TrafficClass> classes, LinkFacts link) {
        List<Problem> problems = new ArrayList<>();
        for (TrafficClass trafficClass : classes) {
            int quantum = trafficClass.settings().intValue(QUANTUM);
            if (quantum < link.mtuBytes()) {
                problems.add(new Problem(
                        trafficClass.name() + "." + QUANTUM.name(),
                        Integer.toString(quantum),
                        "at least the longest packet, " + link.mtuBytes() + " bytes",
                        "raise the quantums of all classes in proportion"));
            }
        }
        return problems;
    }

    @Override
    void backlogged(int leaf, long nowNanos) {
        if (first == NO_CLASS) {
            next[leaf] = leaf;
            previous[leaf] = leaf;
            first = leaf;
            isTurnBegun = false;
            return;
        }
        int last = previous[first];
        next[last] = leaf;
        previous[leaf] = last;
        next[leaf] = first;
        previous[first] = leaf;
    }

    @Override
    int select(long nowNanos) {
        while (first != NO_CLASS) {
            int leaf = first;
            int packet = head(leaf, nowNanos);
            if (packet == NONE) {
                if (first == leaf) {
                    return NO_CLASS;
                }
                continue;
            }
            if (!isTurnBegun) {
                deficitBytes[leaf] += quantumBytes[leaf];
                isTurnBegun = true;
            }
            if (packets.lengthBytes(packet) <= deficitBytes[leaf]) {
                return leaf;
            }
            first = next[leaf];
            isTurnBegun = false;
        }
        return NO_CLASS;
    }

    @Override
    void sent(int leaf, int lengthBytes, long nowNanos) {
        deficitBytes[leaf] -= lengthBytes;
    }

    /** A queue that has no more packets after its turn keeps no deficit. */
    @Override
    void emptied(int leaf, long nowNanos) {
        deficitBytes[leaf] = 0;
        int after = next[leaf];
        next[previous[leaf]] = after;
        previous[after] = previous[leaf];
        if (first == leaf) {
            first = after == leaf ? NO_CLASS : after;
            isTurnBegun = false;
        }
    }

    @Override
    public long readyNanos(long nowNanos) {
        return first == NO_CLASS ? Long.MAX_VALUE : nowNanos;
    }

    /** Classes of the same name keep what was left to them; the round starts anew. */
    @Override
    public void inherit(QueueDiscipline before, long nowNanos) {
        if (before instanceof Drr old) {
            int[] places = placesIn(old);
            for (int leaf = 0; leaf < places.length; leaf++) {
                if (places[leaf] != NO_CLASS && queue(leaf).backlogPackets() > 0) {
                    deficitBytes[leaf] = Math.min(old.deficitBytes[places[leaf]], quantumBytes[leaf]);
                }
            }
        }
    }
}
