// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.Arrays;

/** Collects values into a {@link Sketch}. Adding a value allocates nothing. Not safe for use by several threads. */
public final class SketchBuilder {
    private final long[] counts = new long[Sketch.BIN_LIMIT];
    private final SketchReader other = new SketchReader();
    private final SketchWriter packed = new SketchWriter();
    private int first = Sketch.BIN_LIMIT;
    private int end;
    private long count;
    private long sum;
    private long min = Long.MAX_VALUE;
    private long max;
    private long zeros;

    /** @param value at least 0 */
    public SketchBuilder add(long value) {
        Range.atLeast("value", value, 0);
        count++;
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
        if (value == 0) {
            zeros++;
        } else {
            int index = Sketch.indexOf(value);
            counts[index]++;
            first = Math.min(first, index);
            end = Math.max(end, index + 1);
        }
        return this;
    }

    /** Adds every value of a sketch. */
    public SketchBuilder add(Sketch sketch) {
        if (sketch.isEmpty()) {
            return this;
        }
        other.begin(sketch.packed());
        count = Math.addExact(count, other.count);
        sum = sum > Long.MAX_VALUE - other.sum ? Long.MAX_VALUE : sum + other.sum;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
        zeros += other.zeros;
        addBins();
        return this;
    }

    private void addBins() {
        if (other.nextBin()) {
            first = Math.min(first, other.index());
            do {
                counts[other.index()] += other.binCount();
            } while (other.nextBin());
            end = Math.max(end, other.index() + 1);
        }
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** What was added so far; the builder may go on. */
    public Sketch build() {
        if (count == 0) {
            return Sketch.empty();
        }
        packed.head(count, sum, min, max, zeros);
        for (int index = first; index < end; index++) {
            if (counts[index] > 0) {
                packed.bin(index, counts[index]);
            }
        }
        return packed.done();
    }

    /** What was added since the last drain, and begins anew. */
    public Sketch drain() {
        Sketch sketch = build();
        clear();
        return sketch;
    }

    void clear() {
        if (first < end) {
            Arrays.fill(counts, first, end, 0);
        }
        first = Sketch.BIN_LIMIT;
        end = 0;
        count = 0;
        sum = 0;
        min = Long.MAX_VALUE;
        max = 0;
        zeros = 0;
    }
}
