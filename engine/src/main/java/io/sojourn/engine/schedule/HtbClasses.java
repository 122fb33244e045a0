// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.Settings;
import io.sojourn.engine.TrafficClass;
import java.util.Arrays;
import java.util.List;

/**
 * The classes of an HTB: who is whose child, on which level, and how each takes part now.
 *
 * <p>Levels as in Linux: a leaf is on level 0 however deep it is, a class at the top that has children on level 7, its
 * children that have children on level 6, and so on down.
 *
 * <p>Fifteen numbers a class, in 64 bytes side by side: what a packet needs of its class is in one or two cache lines.
 */
final class HtbClasses {
    static final int LEVELS = 8;
    static final int NO_CLASS = -1;

    private static final int[] NOBODY = {};

    private static final int WORDS = 16;
    private static final int PARENT = 0;
    private static final int LEVEL = 1;
    private static final int PLACE_IN_PARENT = 2;
    private static final int PRIORITY = 3;
    private static final int QUANTUM = 4;
    private static final int WANTED = 5;
    private static final int MODE = 6;
    private static final int DEFICITS = 7;

    private final int[] words;
    private final int[][] children;
    private int levelsUsed;

    HtbClasses(List<TrafficClass> classes, Settings scheduler) {
        int count = classes.size();
        words = new int[count * WORDS];
        int[] parents = classes.stream().mapToInt(TrafficClass::parent).toArray();
        int[] levels = levels(parents);
        int[] placesInParent = new int[count];
        children = grouped(parents, count, placesInParent);
        for (int cl = 0; cl < count; cl++) {
            Settings own = classes.get(cl).settings();
            int at = cl * WORDS;
            words[at + PARENT] = parents[cl];
            words[at + LEVEL] = levels[cl];
            words[at + PLACE_IN_PARENT] = placesInParent[cl];
            levelsUsed |= 1 << levels[cl];
            words[at + PRIORITY] = own.intValue(Htb.PRIORITY);
            words[at + QUANTUM] = (int) Htb.quantumBytes(own, scheduler);
        }
    }

    int size() {
        return children.length;
    }

    /** Children of a class, in order. */
    int[] children(int cl) {
        return children[cl];
    }

    /** Whether there are classes on a level. */
    boolean isUsed(int level) {
        return (levelsUsed & 1 << level) != 0;
    }

    int parent(int cl) {
        return words[cl * WORDS + PARENT];
    }

    int level(int cl) {
        return words[cl * WORDS + LEVEL];
    }

    /** Place among its parent's children. */
    int placeInParent(int cl) {
        return words[cl * WORDS + PLACE_IN_PARENT];
    }

    int priority(int cl) {
        return words[cl * WORDS + PRIORITY];
    }

    /** Bytes a turn. */
    int quantum(int cl) {
        return words[cl * WORDS + QUANTUM];
    }

    /** Priorities, a bit each, in which the class wants to send: its own if it is a leaf, those of its feeds if not. */
    int wanted(int cl) {
        return words[cl * WORDS + WANTED];
    }

    void setWanted(int cl, int priorities) {
        words[cl * WORDS + WANTED] = priorities;
    }

    /** One of {@link HtbBuckets}, as last looked at. */
    int mode(int cl) {
        return words[cl * WORDS + MODE];
    }

    void setMode(int cl, int mode) {
        words[cl * WORDS + MODE] = mode;
    }

    /** What is left of a leaf's turn on a level, in bytes. */
    int deficit(int leaf, int level) {
        return words[leaf * WORDS + DEFICITS + level];
    }

    void addToDeficit(int leaf, int level, int bytes) {
        words[leaf * WORDS + DEFICITS + level] += bytes;
    }

    private static int[] levels(int[] parents) {
        int[] levels = new int[parents.length];
        boolean[] hasChildren = new boolean[parents.length];
        for (int cl = 0; cl < parents.length; cl++) {
            int parent = parents[cl];
            levels[cl] = parent == NO_CLASS ? LEVELS - 1 : levels[parent] - 1;
            if (parent != NO_CLASS) {
                hasChildren[parent] = true;
            }
        }
        for (int cl = 0; cl < parents.length; cl++) {
            levels[cl] = hasChildren[cl] ? levels[cl] : 0;
        }
        return levels;
    }

    /** Members of each group in order, and the place of each in its group. */
    private static int[][] grouped(int[] groupOf, int groups, int[] places) {
        int[] sizes = new int[groups];
        for (int group : groupOf) {
            if (group != NO_CLASS) {
                sizes[group]++;
            }
        }
        int[][] members = new int[groups][];
        for (int group = 0; group < groups; group++) {
            members[group] = sizes[group] == 0 ? NOBODY : new int[sizes[group]];
        }
        Arrays.fill(sizes, 0);
        for (int cl = 0; cl < groupOf.length; cl++) {
            if (groupOf[cl] != NO_CLASS) {
                places[cl] = sizes[groupOf[cl]]++;
                members[groupOf[cl]][places[cl]] = cl;
            }
        }
        return members;
    }
}
