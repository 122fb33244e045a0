// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** Cuts numbers from {@code least} to {@code most} where any of a set of ranges begins or ends; a table tells which. */
final class NumberIntervals {
    private final int least;
    private final int most;
    private final int[] intervalOf;
    private final int size;

    /** Numbers outside count as the nearest inside. */
    NumberIntervals(int least, int most, List<Range> ranges) {
        this.least = least;
        this.most = most;
        this.intervalOf = new int[most - least + 1];
        TreeSet<Integer> cuts = new TreeSet<>();
        cuts.add(least);
        for (Range range : ranges) {
            cuts.add(clamped(range.low()));
            cuts.add(Math.min(most + 1, range.high() + 1));
        }
        cuts.remove(most + 1);
        this.size = cuts.size();
        int interval = 0;
        for (Integer cut : cuts) {
            Arrays.fill(intervalOf, cut - least, intervalOf.length, interval);
            interval++;
        }
    }

    int size() {
        return size;
    }

    /** Number of the interval in which the value lies; a value out of range counts as the nearest in it. */
    int of(int value) {
        return intervalOf[clamped(value) - least];
    }

    Range of(Range range) {
        return new Range(of(range.low()), of(range.high()));
    }

    private int clamped(int value) {
        return Math.max(least, Math.min(most, value));
    }
}
