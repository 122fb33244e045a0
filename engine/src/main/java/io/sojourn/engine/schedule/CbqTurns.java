// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.TrafficClass;
import java.util.List;

/** Rounds of the classes that have packets, one a priority, the highest number first. */
final class CbqTurns {
    private static final int PRIORITIES = 8;

    private final CbqClasses classes;
    private final ClassRing[] rounds = new ClassRing[PRIORITIES];
    private int waiting;

    CbqTurns(CbqClasses classes) {
        this.classes = classes;
        for (int priority = 0; priority < PRIORITIES; priority++) {
            rounds[priority] = ClassRing.ofAll(classes.size());
        }
    }

    /**
     * Sets the bytes of a turn: shares of one packet a class of the round, by rate (ALTQ, rmc_wrr_set_weights).
     *
     * @param leastBytes for classes of hardly any rate
     */
    static void setQuantums(CbqClasses classes, List<TrafficClass> described, int packetBytes, int leastBytes) {
        long[] sums = new long[PRIORITIES];
        int[] counts = new int[PRIORITIES];
        for (int cl = 0; cl < classes.size(); cl++) {
            if (described.get(cl).queue() != null) {
                sums[classes.priority(cl)] += described.get(cl).settings().value(Cbq.RATE);
                counts[classes.priority(cl)]++;
            }
        }
        for (int cl = 0; cl < classes.size(); cl++) {
            int priority = classes.priority(cl);
            double share = (double) described.get(cl).settings().value(Cbq.RATE) / Math.max(1, sums[priority]);
            long bytes = Math.round(share * counts[priority] * packetBytes);
            classes.setQuantum(cl, (int) Math.max(leastBytes, bytes));
        }
    }

    void add(int leaf) {
        int priority = classes.priority(leaf);
        rounds[priority].add(leaf);
        waiting |= 1 << priority;
    }

    void remove(int leaf) {
        int priority = classes.priority(leaf);
        rounds[priority].remove(leaf);
        waiting &= rounds[priority].isEmpty() ? ~(1 << priority) : -1;
    }

    boolean isEmpty() {
        return waiting == 0;
    }

    /** The class whose turn it is, until {@link #pass}; {@link Scheduler#NO_CLASS} when there is none. */
    int current() {
        if (waiting == 0) {
            return Scheduler.NO_CLASS;
        }
        ClassRing round = rounds[Integer.SIZE - 1 - Integer.numberOfLeadingZeros(waiting)];
        int leaf = round.current();
        if (leaf == ClassRing.NONE) {
            round.rewind();
            leaf = round.current();
        }
        return leaf;
    }

    /** The turn of the class is over. */
    void pass(int leaf) {
        rounds[classes.priority(leaf)].advance();
    }
}
