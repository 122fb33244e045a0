// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.TrafficClass;
import io.sojourn.engine.Unit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Hierarchical token bucket: every class has a guaranteed rate and a ceiling; what its rate does not pay for it borrows
 * from the nearest ancestor that has credit.
 *
 * <p>Source: M. Devera, "Hierarchical token bucket theory" (2002); tc-htb(8); Linux, net/sched/sch_htb.c. As there, the
 * lowest level sends first, that is who needs no loan; on a level the lowest priority number; within one a deficit round
 * robin (Shreedhar and Varghese, SIGCOMM 1995) over leaves. A packet is charged after it was sent: to the ceiling of the
 * leaf and of all its ancestors, and to the rates of the lender and of all above it.
 *
 * <p>Error: credit is exact, see {@link HtbBuckets}. In any interval of length t a leaf sends less than ceilBurst + ceil
 * x t + one packet. A class with children is asked only for loans, so its ceiling holds in the same way once the bursts
 * of the leaves below are added. Shares of equal priority differ from the ratio of their quantums by less than a quantum
 * and a packet.
 *
 * <p>Differs from Linux where a packet is longer than the quantum: a leaf passes until its deficit is made up, so that
 * shares stay in the ratio of quantums. Between classes of a round the order is that of the tree, in Linux that of class
 * numbers.
 */
public final class Htb extends Scheduler {
    public static final Parameter R2Q =
            Parameter.of("r2q", Unit.COUNT, 1, 1_000_000, 10, "quantum of a class is its rate in bytes over this");

    public static final Parameter RATE = Parameter.required(
            "rate", Unit.BITS_PER_SECOND, 1_000, LinkFacts.UNLIMITED, "what the class gets whenever it wants to");
    public static final Parameter CEIL = Parameter.computed(
            "ceil",
            Unit.BITS_PER_SECOND,
            1_000,
            LinkFacts.UNLIMITED,
            (before, link) -> before.has(RATE) ? before.value(RATE) : Settings.ABSENT,
            "most it sends, loans included; its rate");
    public static final Parameter BURST = Parameter.computed(
            "burst",
            Unit.BYTES,
            1,
            HtbBuckets.BURST_LIMIT_BYTES,
            (before, link) -> oneMillisecond(before, RATE, link),
            "what it sends at once of its rate; 1 ms and a packet");
    public static final Parameter CEIL_BURST = Parameter.computed(
            "ceilBurst",
            Unit.BYTES,
            1,
            HtbBuckets.BURST_LIMIT_BYTES,
            (before, link) -> oneMillisecond(before, CEIL, link),
            "what it sends at once of its ceil; 1 ms and a packet");
    public static final Parameter PRIORITY = Parameter.of(
            "priority", Unit.COUNT, 0, HtbLending.PRIORITIES - 1, 0, "the lower number is offered credit first");
    public static final Parameter QUANTUM = Parameter.optional(
            "quantum", Unit.BYTES, 1_000, 1 << 24, "bytes a turn; rate in bytes / r2q, from 1000 to 200 000");

    public static final DisciplineType.SchedulerType TYPE = new DisciplineType.SchedulerType(
            "htb",
            "https://man7.org/linux/man-pages/man8/tc-htb.8.html",
            "guaranteed rates and ceilings in a tree, with borrowing",
            List.of(R2Q),
            List.of(RATE, CEIL, BURST, CEIL_BURST, PRIORITY, QUANTUM),
            HtbClasses.LEVELS,
            DisciplineType.Check.NONE,
            HtbCheck::problems,
            Htb::new);

    /** A packet counts against a turn as at most this, so that its deficit is made up in a bounded number of rounds. */
    private static final int TURN_LENGTH_LIMIT_BYTES = 1 << 24;

    private final HtbClasses classes;
    private final HtbBuckets buckets;
    private final HtbLending lending;

    private final Map<String, Integer> classOfName = new HashMap<>();
    private int lender;

    public Htb(Settings settings, Surroundings around, List<TrafficClass> classes, long nowNanos) {
        super(around, classes);
        this.classes = new HtbClasses(classes, settings);
        buckets = new HtbBuckets(classes, nowNanos);
        int priorities = 0;
        for (int cl = 0; cl < classes.size(); cl++) {
            classOfName.put(classes.get(cl).name(), cl);
            priorities |= 1 << this.classes.priority(cl);
        }
        lending = new HtbLending(this.classes, buckets, priorities);
        activateAll(nowNanos);
    }

    /** Bytes a turn: as given, or a share of the rate (tc-htb(8), "quantum"). 1 Mbit/s: 12 500; 20: 200 000. */
    public static long quantumBytes(Settings own, Settings scheduler) {
        if (own.has(QUANTUM)) {
            return own.value(QUANTUM);
        }
        // sch_htb.c: "quantum of class is small/big. Consider r2q change": below 1000 and above 200000 it is cut.
        return Math.max(1_000, Math.min(200_000, own.value(RATE) / 8 / scheduler.value(R2Q)));
    }

    @Override
    void backlogged(int leaf, long nowNanos) {
        lending.enter(leaf, nowNanos);
    }

    @Override
    void grew(int leaf, long nowNanos) {
        if (!lending.takesPart(leaf)) {
            // Parked, but the new packet may be ready before those in front of it.
            lending.leave(leaf);
            lending.enter(leaf, nowNanos);
        }
    }

    @Override
    int select(long nowNanos) {
        for (int leaf = lending.wake(nowNanos); leaf != NO_CLASS; leaf = lending.wake(nowNanos)) {
            lending.enter(leaf, nowNanos);
        }
        for (int level = lending.lowestLevel(); level < HtbClasses.LEVELS; level = lending.lowestLevel()) {
            int leaf = nextInTurn(level, lending.firstPriority(level));
            if (head(leaf, nowNanos) != NONE) {
                lender = level;
                return leaf;
            }
            if (queue(leaf).backlogPackets() > 0) {
                lending.park(leaf, Math.max(nowNanos + 1, queue(leaf).readyNanos(nowNanos)));
            }
        }
        return NO_CLASS;
    }

    @Override
    void sent(int leaf, int lengthBytes, long nowNanos) {
        classes.addToDeficit(leaf, lender, -Math.min(lengthBytes, TURN_LENGTH_LIMIT_BYTES));
        if (classes.deficit(leaf, lender) < 0) {
            classes.addToDeficit(leaf, lender, classes.quantum(leaf));
            lending.pass(leaf, lender);
        }
        if (queue(leaf).backlogPackets() == 0) {
            lending.leave(leaf);
        }
        lending.charge(leaf, lender, lengthBytes, nowNanos);
    }

    @Override
    void emptied(int leaf, long nowNanos) {
        lending.leave(leaf);
    }

    @Override
    public long readyNanos(long nowNanos) {
        if (backlogPackets() == 0) {
            return Long.MAX_VALUE;
        }
        return lending.lowestLevel() < HtbClasses.LEVELS ? nowNanos : Math.max(nowNanos, lending.nextNanos());
    }

    /** Classes of the same name keep their credit, up to the new bursts, and their debt; new ones begin full. */
    @Override
    public void inherit(QueueDiscipline before, long nowNanos) {
        if (!(before instanceof Htb old)) {
            return;
        }
        for (int cl = 0; cl < classes.size(); cl++) {
            lending.leave(cl);
        }
        classOfName.forEach((name, cl) -> {
            Integer classBefore = old.classOfName.get(name);
            if (classBefore != null) {
                buckets.inherit(cl, old.buckets, classBefore, nowNanos);
            }
        });
        activateAll(nowNanos);
    }

    /** The leaf whose turn it is, those passed over that have to make up for a packet longer than their quantum. */
    private int nextInTurn(int level, int priority) {
        while (true) {
            int leaf = lending.find(level, priority);
            if (classes.deficit(leaf, level) >= 0) {
                return leaf;
            }
            classes.addToDeficit(leaf, level, classes.quantum(leaf));
            lending.pass(leaf, level);
        }
    }

    /**
     * What is earned in 1 ms, and a packet: a caller that comes by once a millisecond still sends the whole rate (tc-htb(8),
     * "burst": at least rate over the timer's frequency).
     */
    private static long oneMillisecond(Settings before, Parameter rate, LinkFacts link) {
        return before.has(rate) ? before.value(rate) / 8_000 + link.mtuBytes() : Settings.ABSENT;
    }
}
