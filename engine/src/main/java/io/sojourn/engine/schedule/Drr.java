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

    /** Four numbers a class, 16 bytes side by side, so that a turn finds what it needs in one cache line. */
    private static final int WORDS = 4;

    private static final int QUANTUM_BYTES = 0;
    /** Bytes a class may still send in its turn, and keeps until the next. */
    private static final int DEFICIT_BYTES = 1;
    /** The ring of classes with packets; the turn is the first's. */
    private static final int NEXT = 2;

    private static final int PREVIOUS = 3;

    private final int[] words;
    private int first = NO_CLASS;
    /** Whether the first class was given the quantum of this turn. */
    private boolean isTurnBegun;

    Drr(Settings settings, Surroundings around, List<TrafficClass> classes, long nowNanos) {
        super(around, classes);
        words = new int[classes.size() * WORDS];
        for (int leaf = 0; leaf < classes.size(); leaf++) {
            words[leaf * WORDS + QUANTUM_BYTES] = classes.get(leaf).settings().intValue(QUANTUM);
        }
        activateAll(nowNanos);
    }

    /** A quantum below a packet would have turns pass in which nothing is sent: not constant time any more. */
    static List<Problem> problems(Settings settings, List<TrafficClass> classes, LinkFacts link) {
        List<Problem> problems = new ArrayList<>();
        for (TrafficClass trafficClass : classes) {
            Settings own = trafficClass.settings();
            if (own.has(QUANTUM) && own.value(QUANTUM) < link.mtuBytes()) {
                problems.add(new Problem(
                        trafficClass.name() + "." + QUANTUM.name(),
                        QUANTUM.text(own.value(QUANTUM)),
                        "at least the longest packet, " + link.mtuBytes() + "B",
                        "raise the quantums of all classes in proportion"));
            }
        }
        return problems;
    }

    @Override
    void backlogged(int leaf, long nowNanos) {
        if (first == NO_CLASS) {
            first = leaf;
            isTurnBegun = false;
            join(leaf, leaf);
            return;
        }
        join(words[first * WORDS + PREVIOUS], leaf);
        join(leaf, first);
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
                beginTurn(leaf * WORDS);
            }
            if (packets.lengthBytes(packet) <= words[leaf * WORDS + DEFICIT_BYTES]) {
                return leaf;
            }
            first = words[leaf * WORDS + NEXT];
            isTurnBegun = false;
        }
        return NO_CLASS;
    }

    @Override
    void sent(int leaf, int lengthBytes, long nowNanos) {
        words[leaf * WORDS + DEFICIT_BYTES] -= lengthBytes;
    }

    /** A queue that has no more packets after its turn keeps no deficit. */
    @Override
    void emptied(int leaf, long nowNanos) {
        int at = leaf * WORDS;
        words[at + DEFICIT_BYTES] = 0;
        int after = words[at + NEXT];
        join(words[at + PREVIOUS], after);
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
                    int left = old.words[places[leaf] * WORDS + DEFICIT_BYTES];
                    words[leaf * WORDS + DEFICIT_BYTES] = Math.min(left, words[leaf * WORDS + QUANTUM_BYTES]);
                }
            }
        }
    }

    private void beginTurn(int at) {
        // No packet is longer than the greatest int, so to stop there withholds nothing.
        long deficitBytes = (long) words[at + DEFICIT_BYTES] + words[at + QUANTUM_BYTES];
        words[at + DEFICIT_BYTES] = (int) Math.min(deficitBytes, Integer.MAX_VALUE);
        isTurnBegun = true;
    }

    private void join(int before, int after) {
        words[before * WORDS + NEXT] = after;
        words[after * WORDS + PREVIOUS] = before;
    }
}
