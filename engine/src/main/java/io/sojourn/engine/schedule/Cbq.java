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
 * Class-based queueing as in ALTQ: shares of a link, kept by estimating how idle each class is, with borrowing.
 *
 * <p>Source: S. Floyd and V. Jacobson, "Link-sharing and resource management models for packet networks" (IEEE/ACM ToN
 * 3(4), 1995): a class sends while it, or an ancestor it may borrow from, is under its limit; pf.conf(5) and ALTQ's
 * altq_rmclass.c for parameters and estimator, see {@link CbqEstimator}. The link above the classes at the top always
 * lends. Classes under their own limit go first, then those that a class lends to, then those that the link does; of
 * each the higher priority number; among equals a weighted round robin by rate.
 *
 * <p>It knows the link by its {@code rate}, and holds no class back to keep to it: behind it is that link, or a shaper.
 *
 * <p>Error: over many packets of the mtu's length a class that may not borrow keeps to its rate within 2 %, with lengths
 * mixed from 64 bytes up it is at most 4 % below, and never more than 1 % above, its first maxBurst apart. One whose
 * packets are all far shorter than the mtu falls short, for it is suspended for as long as long ones would need: 16 % at
 * 200 bytes, 37 % at 64; a lower {@code mtu} mends it. Measured on shares from a twentieth up.
 *
 * <p>Differs from ALTQ: there the "top level" keeps classes from borrowing while one further down is under its limit,
 * here they come after it, so that a greedy class of high priority starves none; and a suspended class goes on as soon as
 * a lender is under its limit again.
 */
public final class Cbq extends Scheduler {
    public static final Parameter LINK_RATE = Parameter.required(
            "rate", Unit.BITS_PER_SECOND, 6_000, LinkFacts.UNLIMITED, "of the link that the classes share");
    public static final Parameter MTU = Parameter.computed(
            "mtu", Unit.BYTES, 64, 1 << 20, (before, link) -> link.mtuBytes(), "packet that bursts are counted in");

    /** pf takes no less either, with packets of 1500 bytes. */
    public static final Parameter RATE =
            Parameter.required("rate", Unit.BITS_PER_SECOND, 6_000, LinkFacts.UNLIMITED, "share of the link");

    public static final Parameter BORROW =
            Parameter.onOff("borrow", false, "whether it takes more from its parent, as far as that has some left");
    public static final Parameter PRIORITY =
            Parameter.of("priority", Unit.COUNT, 0, 7, 1, "the higher number is served first");
    public static final Parameter MAX_BURST = Parameter.optional(
            "maxBurst", Unit.PACKETS, 1, 256, "packets at once after a pause; 16, or 4 on a slow class");
    public static final Parameter MIN_BURST =
            Parameter.of("minBurst", Unit.PACKETS, 1, 256, 2, "packets at once while kept to its rate");

    public static final DisciplineType.SchedulerType TYPE = new DisciplineType.SchedulerType(
            "cbq",
            "https://www.icir.org/floyd/cbq.html",
            "shares of a link in a tree, with borrowing, by estimated idle time",
            List.of(LINK_RATE, MTU),
            List.of(RATE, BORROW, PRIORITY, MAX_BURST, MIN_BURST),
            8,
            DisciplineType.Check.NONE,
            CbqCheck::problems,
            Cbq::new);

    /** A turn is at least this part of a packet, so that a turn comes after a bounded number of rounds. */
    private static final int LEAST_TURN_DIVISOR = 64;

    private static final int TURN_LENGTH_LIMIT_BYTES = 1 << 24;

    private static final int ITSELF = 0;
    private static final int CLASS = 1;
    private static final int LINK = 2;
    private static final int NOBODY = 3;

    private final long linkRate;
    private final CbqClasses classes;
    private final CbqEstimator[] estimators;
    /** Leaves by who lends to them: {@link #ITSELF}, {@link #CLASS}, {@link #LINK}. */
    private final CbqTurns[] turns = new CbqTurns[LINK + 1];

    private final ClassAlarms alarms;
    private final Map<String, Integer> classOfName = new HashMap<>();
    private long linkFreeNanos;

    public Cbq(Settings settings, Surroundings around, List<TrafficClass> classes, long nowNanos) {
        super(around, classes);
        int count = classes.size();
        linkRate = settings.value(LINK_RATE);
        linkFreeNanos = nowNanos;
        this.classes = new CbqClasses(classes, NOBODY);
        estimators = new CbqEstimator[count];
        alarms = new ClassAlarms(count);
        for (int lender = ITSELF; lender <= LINK; lender++) {
            turns[lender] = new CbqTurns(this.classes);
        }
        int mtuBytes = settings.intValue(MTU);
        CbqTurns.setQuantums(this.classes, classes, mtuBytes, mtuBytes / LEAST_TURN_DIVISOR);
        for (int cl = 0; cl < count; cl++) {
            Settings own = classes.get(cl).settings();
            classOfName.put(classes.get(cl).name(), cl);
            estimators[cl] = estimator(own, settings, nowNanos);
        }
        activateAll(nowNanos);
    }

    static CbqEstimator estimator(Settings own, Settings settings, long nowNanos) {
        long linkRate = settings.value(LINK_RATE);
        long rate = Math.min(own.value(RATE), linkRate);
        int maxBurst = maxBurstPackets(own, settings);
        return new CbqEstimator(rate, linkRate, settings.intValue(MTU), maxBurst, own.intValue(MIN_BURST), nowNanos);
    }

    /** Packets at once after a pause: as given, or what pf takes, see {@link CbqEstimator#usualMaxBurst}. */
    public static int maxBurstPackets(Settings own, Settings scheduler) {
        long linkRate = scheduler.value(LINK_RATE);
        long rate = Math.min(own.value(RATE), linkRate);
        return own.has(MAX_BURST)
                ? own.intValue(MAX_BURST)
                : CbqEstimator.usualMaxBurst(rate, linkRate, scheduler.intValue(MTU));
    }

    @Override
    void backlogged(int leaf, long nowNanos) {
        takePlace(leaf, nowNanos);
    }

    @Override
    void grew(int leaf, long nowNanos) {
        if (classes.isParked(leaf)) {
            // The new packet may be ready before those in front of it.
            leavePlace(leaf);
            takePlace(leaf, nowNanos);
        }
    }

    @Override
    int select(long nowNanos) {
        while (alarms.firstNanos() <= nowNanos) {
            int leaf = alarms.first();
            leavePlace(leaf);
            takePlace(leaf, nowNanos);
        }
        for (int lender = ITSELF; lender <= LINK; lender++) {
            for (int leaf = turns[lender].current(); leaf != NO_CLASS; leaf = turns[lender].current()) {
                if (isChosen(leaf, nowNanos)) {
                    return leaf;
                }
            }
        }
        return NO_CLASS;
    }

    @Override
    void sent(int leaf, int lengthBytes, long nowNanos) {
        long startNanos = Math.max(nowNanos, linkFreeNanos);
        linkFreeNanos = startNanos + CbqEstimator.packetNanos(lengthBytes, linkRate);
        for (int cl = leaf; cl != NO_CLASS; cl = classes.parent(cl)) {
            estimators[cl].sent(lengthBytes, startNanos, linkFreeNanos);
        }
        classes.takeFromTurn(leaf, Math.min(lengthBytes, TURN_LENGTH_LIMIT_BYTES));
        if (classes.isInDeficit(leaf)) {
            classes.addTurn(leaf);
            turns[classes.lender(leaf)].pass(leaf);
        }
        if (classes.lender(leaf) != ITSELF || !estimators[leaf].isUnderLimit(nowNanos)) {
            leavePlace(leaf);
            takePlace(leaf, nowNanos);
        }
    }

    @Override
    void emptied(int leaf, long nowNanos) {
        leavePlace(leaf);
    }

    @Override
    public long readyNanos(long nowNanos) {
        if (backlogPackets() == 0) {
            return Long.MAX_VALUE;
        }
        boolean isIdle = turns[ITSELF].isEmpty() && turns[CLASS].isEmpty() && turns[LINK].isEmpty();
        return isIdle ? Math.max(nowNanos, alarms.firstNanos()) : nowNanos;
    }

    /** Classes of the same name go on with the idle time that was estimated. */
    @Override
    public void inherit(QueueDiscipline before, long nowNanos) {
        if (!(before instanceof Cbq old)) {
            return;
        }
        linkFreeNanos = old.linkFreeNanos;
        classOfName.forEach((name, cl) -> {
            Integer classBefore = old.classOfName.get(name);
            if (classBefore != null) {
                estimators[cl].inherit(old.estimators[classBefore]);
            }
        });
        for (int cl = 0; cl < classes.size(); cl++) {
            leavePlace(cl);
        }
        activateAll(nowNanos);
    }

    private boolean isChosen(int leaf, long nowNanos) {
        if (classes.lender(leaf) == CLASS && lender(leaf, nowNanos) != CLASS) {
            // Others have used up what the class above could lend.
            leavePlace(leaf);
            takePlace(leaf, nowNanos);
            return false;
        }
        if (head(leaf, nowNanos) == NONE) {
            park(leaf, nowNanos);
            return false;
        }
        if (classes.isInDeficit(leaf)) {
            classes.addTurn(leaf);
            turns[classes.lender(leaf)].pass(leaf);
            return false;
        }
        return true;
    }

    private void park(int leaf, long nowNanos) {
        if (queue(leaf).backlogPackets() > 0) {
            leavePlace(leaf);
            classes.setParked(leaf, true);
            alarms.set(leaf, Math.max(nowNanos + 1, queue(leaf).readyNanos(nowNanos)));
        }
    }

    private void leavePlace(int leaf) {
        if (classes.lender(leaf) != NOBODY) {
            turns[classes.lender(leaf)].remove(leaf);
        }
        classes.setLender(leaf, NOBODY);
        classes.setParked(leaf, false);
        alarms.remove(leaf);
    }

    /** Puts a leaf where it belongs until it, or a class from which it might borrow, is under its limit again. */
    private void takePlace(int leaf, long nowNanos) {
        int lender = lender(leaf, nowNanos);
        classes.setLender(leaf, lender);
        if (lender == NOBODY) {
            estimators[leaf].suspend();
        } else {
            turns[lender].add(leaf);
        }
        if (lender != ITSELF) {
            alarms.set(leaf, changeNanos(leaf, nowNanos));
        }
    }

    /** "A class can continue unregulated if it is not overlimit, or has a not-overlimit ancestor" (section IV). */
    private int lender(int leaf, long nowNanos) {
        if (estimators[leaf].isUnderLimit(nowNanos)) {
            return ITSELF;
        }
        for (int cl = leaf; classes.borrows(cl); ) {
            cl = classes.parent(cl);
            if (cl == NO_CLASS) {
                return LINK;
            }
            if (estimators[cl].isUnderLimit(nowNanos)) {
                return CLASS;
            }
        }
        return NOBODY;
    }

    /** When the first of those that do not lend to the leaf now will. */
    private long changeNanos(int leaf, long nowNanos) {
        long changeNanos = estimators[leaf].undertimeNanos();
        for (int cl = leaf; classes.borrows(cl); ) {
            cl = classes.parent(cl);
            if (cl == NO_CLASS || estimators[cl].isUnderLimit(nowNanos)) {
                return changeNanos;
            }
            changeNanos = Math.min(changeNanos, estimators[cl].undertimeNanos());
        }
        return changeNanos;
    }
}
