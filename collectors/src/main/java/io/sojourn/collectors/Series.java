// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors;

import java.util.ArrayList;
import java.util.List;

/**
 * Numbers read at ascending times. Between two readings they are taken to change evenly, so that what was counted
 * between polls is shared out to the seconds it lies in; before the first and after the last they stand still. The
 * differences over adjoining seconds always add up to the whole.
 */
public final class Series {
    private final List<Long> times = new ArrayList<>();
    private final List<long[]> values = new ArrayList<>();

    public void add(long micros, long... row) {
        times.add(micros);
        values.add(row);
    }

    public boolean isEmpty() {
        return times.isEmpty();
    }

    public long firstMicros() {
        return times.get(0);
    }

    public long lastMicros() {
        return times.get(times.size() - 1);
    }

    public long[] last() {
        return values.get(values.size() - 1);
    }

    /** The row at a time, rounded down. */
    public long[] at(long micros) {
        int after = indexAfter(micros);
        if (after == 0) {
            return values.get(0);
        }
        long[] low = values.get(after - 1);
        if (after == times.size()) {
            return low;
        }
        long[] high = values.get(after);
        double share = (double) (micros - times.get(after - 1)) / (times.get(after) - times.get(after - 1));
        long[] row = new long[low.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = low[i] + (long) Math.floor((high[i] - low[i]) * share);
        }
        return row;
    }

    /** Indexes of the readings from a time to before another. */
    public List<Integer> between(long fromMicros, long toMicros) {
        List<Integer> indexes = new ArrayList<>();
        for (int i = indexAfter(fromMicros - 1); i < times.size() && times.get(i) < toMicros; i++) {
            indexes.add(i);
        }
        return indexes;
    }

    public long micros(int index) {
        return times.get(index);
    }

    public long[] row(int index) {
        return values.get(index);
    }

    /** Index of the first reading later than a time. */
    private int indexAfter(long micros) {
        int low = 0;
        int high = times.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times.get(middle) <= micros) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
