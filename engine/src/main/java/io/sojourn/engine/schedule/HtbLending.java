// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Which classes may send, by whose credit. A class that can send by itself stands in the row of its level, one row a
 * priority; one that may borrow stands in the feed of its parent, and the parent, if it can send, in the row of the
 * parent's level. From the lowest level's row down the feeds is the leaf that sends next.
 *
 * <p>Source: Linux, net/sched/sch_htb.c: htb_activate_prios, htb_deactivate_prios, htb_lookup_leaf, htb_do_events. Linux
 * follows the mode of every class; here that of a class without packets below it is not followed and costs nothing.
 */
final class HtbLending {
    static final int PRIORITIES = 8;

    private static final ClassRing UNUSED = new ClassRing(new int[1]);

    private final HtbClasses classes;
    private final HtbBuckets buckets;
    private final ClassAlarms wait;
    private final ClassRing[] rows = new ClassRing[HtbClasses.LEVELS * PRIORITIES];
    private final ClassRing[] feeds;
    /** Priorities whose row is not empty, of each level. */
    private final int[] inRow = new int[HtbClasses.LEVELS];

    private int levelsInRow;
    /** The way down to the leaf found last. */
    private final ClassRing[] path = new ClassRing[HtbClasses.LEVELS];

    /** @param priorities that leaves have, a bit each */
    HtbLending(HtbClasses classes, HtbBuckets buckets, int priorities) {
        this.classes = classes;
        this.buckets = buckets;
        wait = new ClassAlarms(classes.size());
        feeds = new ClassRing[classes.size() * PRIORITIES];
        Arrays.fill(path, UNUSED);
        for (int level = 0; level < HtbClasses.LEVELS; level++) {
            boolean isUsed = classes.isUsed(level);
            fill(rows, level, priorities, () -> isUsed ? ClassRing.ofAll(classes.size()) : UNUSED);
        }
        for (int cl = 0; cl < classes.size(); cl++) {
            int[] children = classes.children(cl);
            fill(feeds, cl, priorities, () -> children.length > 0 ? new ClassRing(children) : UNUSED);
        }
    }

    /** A leaf has packets from now on. */
    void enter(int leaf, long nowNanos) {
        classes.setWanted(leaf, 1 << classes.priority(leaf));
        follow(leaf, nowNanos);
        activate(leaf, nowNanos);
    }

    /** A leaf has no packets any more. */
    void leave(int leaf) {
        deactivate(leaf);
        classes.setWanted(leaf, 0);
        wait.remove(leaf);
    }

    /** A leaf that has packets gives none before {@code untilNanos}. Ends with {@link #enter}. */
    void park(int leaf, long untilNanos) {
        leave(leaf);
        wait.set(leaf, untilNanos);
    }

    /** Whether the leaf has packets and takes part; not while it is parked. */
    boolean takesPart(int leaf) {
        return classes.wanted(leaf) != 0;
    }

    /** Looks at classes whose time has come. Gives the first leaf whose parking is over, or {@code NO_CLASS}. */
    int wake(long nowNanos) {
        while (wait.firstNanos() <= nowNanos) {
            int cl = wait.first();
            if (!takesPart(cl)) {
                wait.remove(cl);
                return cl;
            }
            buckets.earn(cl, nowNanos);
            review(cl, nowNanos);
            schedule(cl);
        }
        return HtbClasses.NO_CLASS;
    }

    /** Lowest level on which a class can send for itself or lend; {@link HtbClasses#LEVELS} when there is none. */
    int lowestLevel() {
        return levelsInRow == 0 ? HtbClasses.LEVELS : Integer.numberOfTrailingZeros(levelsInRow);
    }

    /** The priority that is served first on a level: the lowest number. */
    int firstPriority(int level) {
        return Integer.numberOfTrailingZeros(inRow[level]);
    }

    /** The leaf whose turn it is; it keeps it until {@link #pass}. */
    int find(int level, int priority) {
        int depth = 0;
        path[0] = rows[level * PRIORITIES + priority];
        while (true) {
            int cl = path[depth].current();
            if (cl == ClassRing.NONE) {
                path[depth].rewind();
                if (depth > 0) {
                    depth--;
                    path[depth].advance();
                }
            } else if (classes.level(cl) == 0) {
                return cl;
            } else {
                depth++;
                path[depth] = feeds[cl * PRIORITIES + priority];
            }
        }
    }

    /** The turn of a leaf found on this level is over. */
    void pass(int leaf, int level) {
        int priority = classes.priority(leaf);
        ClassRing ring = level == 0 ? rows[priority] : feeds[classes.parent(leaf) * PRIORITIES + priority];
        ring.advance();
    }

    /** The leaf, with the credit of the class above it on level {@code lender} or its own, sent a packet. */
    void charge(int leaf, int lender, int lengthBytes, long nowNanos) {
        for (int cl = leaf; cl != HtbClasses.NO_CLASS; cl = classes.parent(cl)) {
            buckets.charge(cl, lengthBytes, classes.level(cl) < lender, nowNanos);
            if (classes.wanted(cl) != 0 && review(cl, nowNanos)) {
                schedule(cl);
            }
        }
    }

    /** First time after now at which a class will be looked at to some effect. */
    long nextNanos() {
        while (!wait.isEmpty()) {
            int cl = wait.first();
            // Packets sent below a waiting class put its time off; that is made up for only here.
            if (!takesPart(cl) || buckets.paidNanos(cl) <= wait.firstNanos()) {
                return wait.firstNanos();
            }
            wait.set(cl, buckets.paidNanos(cl));
        }
        return Long.MAX_VALUE;
    }

    private boolean review(int cl, long nowNanos) {
        int mode = buckets.mode(cl);
        if (mode == classes.mode(cl)) {
            return false;
        }
        deactivate(cl);
        classes.setMode(cl, mode);
        activate(cl, nowNanos);
        return true;
    }

    private void follow(int cl, long nowNanos) {
        buckets.earn(cl, nowNanos);
        classes.setMode(cl, buckets.mode(cl));
        schedule(cl);
    }

    private void schedule(int cl) {
        if (classes.mode(cl) == HtbBuckets.CAN_SEND) {
            wait.remove(cl);
        } else {
            wait.set(cl, buckets.paidNanos(cl));
        }
    }

    private void activate(int start, long nowNanos) {
        int cl = start;
        int priorities = classes.wanted(start);
        int parent = classes.parent(cl);
        while (classes.mode(cl) == HtbBuckets.MAY_BORROW && parent != HtbClasses.NO_CLASS && priorities != 0) {
            priorities = addToFeeds(cl, parent, priorities);
            if (classes.wanted(parent) == 0) {
                follow(parent, nowNanos);
            }
            classes.setWanted(parent, classes.wanted(parent) | priorities);
            cl = parent;
            parent = classes.parent(cl);
        }
        if (classes.mode(cl) == HtbBuckets.CAN_SEND) {
            addToRow(cl, priorities);
        }
    }

    private void deactivate(int start) {
        int cl = start;
        int priorities = classes.wanted(start);
        int parent = classes.parent(cl);
        while (classes.mode(cl) == HtbBuckets.MAY_BORROW && parent != HtbClasses.NO_CLASS && priorities != 0) {
            priorities = removeFromFeeds(cl, parent, priorities);
            classes.setWanted(parent, classes.wanted(parent) & ~priorities);
            if (classes.wanted(parent) == 0) {
                wait.remove(parent);
            }
            cl = parent;
            parent = classes.parent(cl);
        }
        if (classes.mode(cl) == HtbBuckets.CAN_SEND) {
            removeFromRow(cl, priorities);
        }
    }

    /** Gives the priorities of which the parent had no child yet. */
    private int addToFeeds(int cl, int parent, int priorities) {
        int fresh = 0;
        for (int left = priorities; left != 0; left &= left - 1) {
            ClassRing feed = feeds[parent * PRIORITIES + Integer.numberOfTrailingZeros(left)];
            fresh |= feed.isEmpty() ? Integer.lowestOneBit(left) : 0;
            feed.add(classes.placeInParent(cl));
        }
        return fresh;
    }

    /** Gives the priorities of which the parent has no child any more. */
    private int removeFromFeeds(int cl, int parent, int priorities) {
        int gone = 0;
        for (int left = priorities; left != 0; left &= left - 1) {
            ClassRing feed = feeds[parent * PRIORITIES + Integer.numberOfTrailingZeros(left)];
            feed.remove(classes.placeInParent(cl));
            gone |= feed.isEmpty() ? Integer.lowestOneBit(left) : 0;
        }
        return gone;
    }

    private void addToRow(int cl, int priorities) {
        int level = classes.level(cl);
        for (int left = priorities; left != 0; left &= left - 1) {
            rows[level * PRIORITIES + Integer.numberOfTrailingZeros(left)].add(cl);
        }
        inRow[level] |= priorities;
        levelsInRow |= priorities == 0 ? 0 : 1 << level;
    }

    private void removeFromRow(int cl, int priorities) {
        int level = classes.level(cl);
        for (int left = priorities; left != 0; left &= left - 1) {
            ClassRing row = rows[level * PRIORITIES + Integer.numberOfTrailingZeros(left)];
            row.remove(cl);
            inRow[level] &= row.isEmpty() ? ~Integer.lowestOneBit(left) : -1;
        }
        levelsInRow &= inRow[level] == 0 ? ~(1 << level) : -1;
    }

    private static void fill(ClassRing[] rings, int group, int priorities, Supplier<ClassRing> factory) {
        for (int priority = 0; priority < PRIORITIES; priority++) {
            boolean isUsed = (priorities & 1 << priority) != 0;
            rings[group * PRIORITIES + priority] = isUsed ? factory.get() : UNUSED;
        }
    }
}
