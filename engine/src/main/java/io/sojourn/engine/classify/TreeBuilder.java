// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

import io.sojourn.engine.classify.Boxes.Box;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts the rank space in two, again and again, where it parts the boxes best, until few are left in a region. Boxes
 * behind one that fills the whole region can never be reached there, and are left out.
 *
 * <p>A node is three words: dimension, first rank of the upper half, and where the upper half's node is; the lower half's
 * follows. A leaf is {@link #LEAF}, and the part of {@link #leaves} with its boxes.
 */
final class TreeBuilder {
    static final int NODE_WORDS = 3;
    static final int LEAF = -1;

    private static final int FEW_BOXES = 6;
    /** Boxes that many regions share are entered in each: past so many entries a box, regions stay as they are. */
    private static final int ENTRIES_A_BOX = 24;

    private static final int FREE_ENTRIES = 4096;

    private final List<Box> boxes;
    private final long entriesLimit;
    private int[] nodes = new int[NODE_WORDS * 64];
    private int nodeWords;
    private int[] leaves = new int[64];
    private int leafWords;

    TreeBuilder(List<Box> boxes, int[] highest) {
        this.boxes = boxes;
        this.entriesLimit = (long) ENTRIES_A_BOX * boxes.size() + FREE_ENTRIES;
        int[] all = new int[boxes.size()];
        Arrays.setAll(all, box -> box);
        cut(all, new int[Ranks.DIMENSIONS], highest.clone());
    }

    int[] nodes() {
        return Arrays.copyOf(nodes, nodeWords);
    }

    int[] leaves() {
        return Arrays.copyOf(leaves, leafWords);
    }

    private void cut(int[] candidates, int[] low, int[] high) {
        int[] inside = reachable(candidates, low, high);
        Cut best = inside.length <= FEW_BOXES || leafWords + inside.length > entriesLimit
                ? null
                : Cut.best(boxes, inside, low, high);
        if (best == null) {
            leaf(inside);
            return;
        }
        int node = addNode(best.dimension(), best.firstUpper());
        int keptHigh = high[best.dimension()];
        high[best.dimension()] = best.firstUpper() - 1;
        cut(inside, low, high);
        high[best.dimension()] = keptHigh;
        nodes[node + 2] = nodeWords;
        int keptLow = low[best.dimension()];
        low[best.dimension()] = best.firstUpper();
        cut(inside, low, high);
        low[best.dimension()] = keptLow;
    }

    /** Boxes that meet the region, up to the first that fills it. */
    private int[] reachable(int[] candidates, int[] low, int[] high) {
        int[] kept = new int[candidates.length];
        int count = 0;
        for (int candidate : candidates) {
            Box box = boxes.get(candidate);
            if (meets(box, low, high)) {
                kept[count++] = candidate;
                if (box.coversAll(low, high)) {
                    break;
                }
            }
        }
        return Arrays.copyOf(kept, count);
    }

    private static boolean meets(Box box, int[] low, int[] high) {
        for (int dimension = 0; dimension < Ranks.DIMENSIONS; dimension++) {
            if (box.high()[dimension] < low[dimension] || box.low()[dimension] > high[dimension]) {
                return false;
            }
        }
        return true;
    }

    private void leaf(int[] inside) {
        int from = leafWords;
        if (leafWords + inside.length > leaves.length) {
            leaves = Arrays.copyOf(leaves, Math.max(2 * leaves.length, leafWords + inside.length));
        }
        System.arraycopy(inside, 0, leaves, leafWords, inside.length);
        leafWords += inside.length;
        int node = addNode(LEAF, from);
        nodes[node + 2] = leafWords;
    }

    private int addNode(int first, int second) {
        if (nodeWords + NODE_WORDS > nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * nodes.length);
        }
        int node = nodeWords;
        nodes[node] = first;
        nodes[node + 1] = second;
        nodeWords += NODE_WORDS;
        return node;
    }
}
