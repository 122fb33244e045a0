// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.TrafficClass;
import java.util.Arrays;
import java.util.List;

/**
 * The tree of classes, which does not change: who is whose child, and on which level.
 *
 * <p>Levels as in Linux: a leaf is on level 0 however deep it is, a class at the top that has children on level 7, its
 * children that have children on level 6, and so on down.
 */
final class HtbShape {
    static final int LEVELS = 8;
    static final int NO_CLASS = -1;

    final int[] parents;
    final int[] levels;
    /** Place of each class among its parent's children. */
    final int[] placeInParent;
    /** Place of each class among those of its level. */
    final int[] placeInLevel;
    /** Children of each class, in order. */
    final int[][] children;
    /** Classes of each level, in order. */
    final int[][] ofLevel;

    HtbShape(List<TrafficClass> classes) {
        int count = classes.size();
        parents = classes.stream().mapToInt(TrafficClass::parent).toArray();
        levels = levels(parents);
        placeInParent = new int[count];
        placeInLevel = new int[count];
        children = grouped(parents, count, placeInParent);
        ofLevel = grouped(levels, LEVELS, placeInLevel);
    }

    int size() {
        return parents.length;
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
            members[group] = new int[sizes[group]];
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
