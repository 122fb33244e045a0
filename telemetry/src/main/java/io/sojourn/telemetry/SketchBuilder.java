// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.Arrays;

/** Collects values into a {@link Sketch}. Allocates only when it is made. Not safe for use by several threads. */
public final class SketchBuilder {
    private final long[] counts = new long[Sketch.BIN_LIMIT];
    private int used;
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
            bump(Sketch.indexOf(value), 1);
        }
        return this;
    }

    /** Adds every value of a sketch. */
    public SketchBuilder add(Sketch sketch) {
        if (sketch.isEmpty()) {
            return this;
        }
        count += sketch.count();
        sum = sum > Long.MAX_VALUE - sketch.sum() ? Long.MAX_VALUE : sum + sketch.sum();
        min = Math.min(min, sketch.min());
        max = Math.max(max, sketch.max());
        zeros += sketch.zeros();
        SketchBins.Cursor bins = new SketchBins.Cursor(sketch.packedBins());
        while (bins.next()) {
            bump(bins.index(), bins.count());
        }
        return this;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** What was added so far; the builder may go on. */
    public Sketch build() {
        if (count == 0) {
            return Sketch.empty();
        }
        SketchBins.Writer bins = new SketchBins.Writer(64);
        for (int index = 0; index < used; index++) {
            if (counts[index] > 0) {
                bins.add(index, counts[index]);
            }
        }
        return new Sketch(count, sum, min, max, zeros, bins.bytes());
    }

    /** What was added since the last drain, and begins anew. */
    public Sketch drain() {
        Sketch sketch = build();
        Arrays.fill(counts, 0, used, 0);
        used = 0;
        count = 0;
        sum = 0;
        min = Long.MAX_VALUE;
        max = 0;
        zeros = 0;
        return sketch;
    }

    private void bump(int index, long by) {
        if (index < 0 || index >= counts.length) {
            throw new OutOfRange("bins.index", index, "from 0 to " + (counts.length - 1));
        }
        counts[index] += by;
        used = Math.max(used, index + 1);
    }
}
