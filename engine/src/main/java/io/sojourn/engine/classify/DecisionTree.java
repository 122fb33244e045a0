// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

import io.sojourn.engine.classify.Boxes.Box;
import java.util.List;

/**
 * Rules of one IP version, compiled: a binary tree over the ranks of the fields, each leaf with the few boxes that its
 * region meets, in rule order. The answer is that of trying every rule in turn.
 *
 * <p>Source of the idea: Gupta and McKeown, "Classifying packets with hierarchical intelligent cuttings", IEEE Micro
 * 2000; the cuts here are binary and in rank space, so none is wasted between rule edges.
 */
final class DecisionTree {
    /** No rule. */
    static final int NO_RULE = -1;

    private static final int EDGES = 2 * Ranks.DIMENSIONS;

    private final Ranks ranks;
    private final int[] packetRanks = new int[Ranks.DIMENSIONS];
    private final int[] nodes;
    private final int[] leaves;
    private final int[] edges;
    private final int[] ruleOfBox;

    DecisionTree(List<Rule> rules, int ipVersion) {
        ranks = new Ranks(rules, ipVersion);
        List<Box> boxes = Boxes.of(rules, ipVersion, ranks);
        TreeBuilder builder = new TreeBuilder(boxes, ranks.highest());
        nodes = builder.nodes();
        leaves = builder.leaves();
        edges = edges(boxes);
        ruleOfBox = boxes.stream().mapToInt(Box::rule).toArray();
    }

    /** Index of the first rule that takes the packet, or {@link #NO_RULE}. */
    int firstMatch(PacketFields packet) {
        for (int dimension = 0; dimension < Ranks.DIMENSIONS; dimension++) {
            packetRanks[dimension] = ranks.rank(dimension, packet);
        }
        int node = 0;
        while (nodes[node] != TreeBuilder.LEAF) {
            boolean isBelow = packetRanks[nodes[node]] < nodes[node + 1];
            node = isBelow ? node + TreeBuilder.NODE_WORDS : nodes[node + 2];
        }
        return firstOf(nodes[node + 1], nodes[node + 2]);
    }

    private int firstOf(int from, int to) {
        for (int at = from; at < to; at++) {
            if (isInside(leaves[at])) {
                return ruleOfBox[leaves[at]];
            }
        }
        return NO_RULE;
    }

    private boolean isInside(int box) {
        int at = box * EDGES;
        for (int dimension = 0; dimension < Ranks.DIMENSIONS; dimension++, at += 2) {
            int rank = packetRanks[dimension];
            if (rank < edges[at] || rank > edges[at + 1]) {
                return false;
            }
        }
        return true;
    }

    private static int[] edges(List<Box> boxes) {
        int[] edges = new int[boxes.size() * EDGES];
        int at = 0;
        for (Box box : boxes) {
            for (int dimension = 0; dimension < Ranks.DIMENSIONS; dimension++) {
                edges[at++] = box.low()[dimension];
                edges[at++] = box.high()[dimension];
            }
        }
        return edges;
    }
}
