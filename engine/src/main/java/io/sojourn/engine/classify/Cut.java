// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

import io.sojourn.engine.classify.Boxes.Box;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where to cut a region in two.
 *
 * @param firstUpper lowest rank of the upper half
 */
record Cut(int dimension, int firstUpper) {

    /** The cut that leaves the fewest boxes in both halves together; null when none leaves fewer in each than there are. */
    static @Nullable Cut best(List<Box> boxes, int[] inside, int[] low, int[] high) {
        Cut best = null;
        long bestCost = Long.MAX_VALUE;
        for (int dimension = 0; dimension < Ranks.DIMENSIONS; dimension++) {
            int firstUpper = median(boxes, inside, dimension, low[dimension], high[dimension]);
            if (firstUpper > low[dimension]) {
                long cost = cost(boxes, inside, dimension, firstUpper);
                if (cost < bestCost) {
                    bestCost = cost;
                    best = new Cut(dimension, firstUpper);
                }
            }
        }
        return best;
    }

    /** The middle one of all edges of boxes inside the region; {@code low} when there are none. */
    private static int median(List<Box> boxes, int[] inside, int dimension, int low, int high) {
        int[] edges = new int[2 * inside.length];
        int count = 0;
        for (int index : inside) {
            Box box = boxes.get(index);
            if (box.low()[dimension] > low) {
                edges[count++] = box.low()[dimension];
            }
            if (box.high()[dimension] < high) {
                edges[count++] = box.high()[dimension] + 1;
            }
        }
        if (count == 0) {
            return low;
        }
        Arrays.sort(edges, 0, count);
        return edges[count / 2];
    }

    /** Boxes in both halves; a cut that one half has all of is worth nothing. */
    private static long cost(List<Box> boxes, int[] inside, int dimension, int firstUpper) {
        int below = 0;
        int above = 0;
        for (int index : inside) {
            Box box = boxes.get(index);
            below += box.low()[dimension] < firstUpper ? 1 : 0;
            above += box.high()[dimension] >= firstUpper ? 1 : 0;
        }
        return Math.max(below, above) == inside.length ? Long.MAX_VALUE : (long) below + above;
    }
}
