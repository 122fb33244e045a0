// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.TrafficClass;
import java.util.List;
import java.util.stream.IntStream;

/** Rounds of the classes that have packets, one a priority, the highest number first. */
final class CbqTurns {
    private static final int PRIORITIES = 8;

    private final int[] priorities;
    private final int[] places;
    private final ClassRing[] rounds = new ClassRing[PRIORITIES];
    private int waiting;

    CbqTurns(List<TrafficClass> classes) {
        priorities = classes.stream()
                .mapToInt(c -> c.settings().intValue(Cbq.PRIORITY))
                .toArray();
        places = new int[priorities.length];
        for (int priority = 0; priority < PRIORITIES; priority++) {
            int[] members = members(priority);
            for (int place = 0; place < members.length; place++) {
                places[members[place]] = place;
            }
            rounds[priority] = new ClassRing(members);
        }
    }

    /**
     * Bytes a turn: shares of one packet a class of the round, by rate (ALTQ, rmc_wrr_set_weights).
     *
     * @param leastBytes for classes of hardly any rate
     */
    int[] quantums(List<TrafficClass> classes, int packetBytes, int leastBytes) {
        long[] sums = new long[PRIORITIES];
        int[] counts = new int[PRIORITIES];
        for (int cl = 0; cl < places.length; cl++) {
            if (classes.get(cl).queue() != null) {
                sums[priorities[cl]] += classes.get(cl).settings().value(Cbq.RATE);
                counts[priorities[cl]]++;
            }
        }
        return IntStream.range(0, places.length)
                .map(cl -> {
                    double share =
                            (double) classes.get(cl).settings().value(Cbq.RATE) / Math.max(1, sums[priorities[cl]]);
                    return (int) Math.max(leastBytes, Math.round(share * counts[priorities[cl]] * packetBytes));
                })
                .toArray();
    }

    void add(int leaf) {
        rounds[priorities[leaf]].add(places[leaf]);
        waiting |= 1 << priorities[leaf];
    }

    void remove(int leaf) {
        ClassRing round = rounds[priorities[leaf]];
        round.remove(places[leaf]);
        waiting &= round.isEmpty() ? ~(1 << priorities[leaf]) : -1;
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
        rounds[priorities[leaf]].advance();
    }

    private int[] members(int priority) {
        return IntStream.range(0, priorities.length)
                .filter(cl -> priorities[cl] == priority)
                .toArray();
    }
}
