// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

import java.util.ArrayList;
import java.util.List;

/**
 * Rules of one IP version as boxes in the space of {@link Ranks}: every combination of a rule's alternatives is a box of
 * its own. In rule order.
 */
final class Boxes {
    /** Most boxes of one classifier; a rule that pairs two host sets of 500 makes 250 000. */
    static final int LIMIT = 1_000_000;

    /** A box: lowest and highest rank in each dimension, and which rule it is of. */
    @SuppressWarnings("ArrayRecordComponent") // never compared; only read while the tree is made
    record Box(int[] low, int[] high, int rule) {
        boolean coversAll(int[] regionLow, int[] regionHigh) {
            for (int dimension = 0; dimension < low.length; dimension++) {
                if (low[dimension] > regionLow[dimension] || high[dimension] < regionHigh[dimension]) {
                    return false;
                }
            }
            return true;
        }
    }

    private final List<Box> boxes = new ArrayList<>();

    /** @throws IllegalArgumentException when there are more than {@link #LIMIT} */
    static List<Box> of(List<Rule> rules, int ipVersion, Ranks ranks) {
        Boxes made = new Boxes();
        for (int rule = 0; rule < rules.size(); rule++) {
            made.add(rules.get(rule), rule, ipVersion, ranks);
        }
        return made.boxes;
    }

    private void add(Rule rule, int index, int ipVersion, Ranks ranks) {
        List<List<Range>> alternatives = ranks.alternatives(rule, ipVersion);
        product(alternatives, 0, new int[Ranks.DIMENSIONS], new int[Ranks.DIMENSIONS], index);
    }

    private void product(List<List<Range>> alternatives, int dimension, int[] low, int[] high, int rule) {
        if (dimension == Ranks.DIMENSIONS) {
            if (boxes.size() == LIMIT) {
                throw new IllegalArgumentException(
                        "rule " + rule + " makes more than " + LIMIT + " combinations; use fewer or wider prefixes");
            }
            boxes.add(new Box(low.clone(), high.clone(), rule));
            return;
        }
        for (Range range : alternatives.get(dimension)) {
            low[dimension] = range.low();
            high[dimension] = range.high();
            product(alternatives, dimension + 1, low, high, rule);
        }
    }
}
