// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** Walks over a {@link Sketch}: has its five numbers from the beginning, and its bins one after the other. Can be used again. */
final class SketchReader {
    private static final byte[] NONE = {};

    long count;
    long sum;
    long min;
    long max;
    long zeros;
    private byte[] packed = NONE;
    private int at;
    private int index;
    private long binCount;

    /** Goes before the first bin. */
    SketchReader begin(byte[] sketch) {
        packed = sketch;
        at = 0;
        index = -1;
        boolean isEmpty = packed.length == 0;
        count = isEmpty ? 0 : next();
        sum = isEmpty ? 0 : next();
        min = isEmpty ? 0 : next();
        max = isEmpty ? 0 : next();
        zeros = isEmpty ? 0 : next();
        return this;
    }

    /** Goes to the next bin, which has a greater index; false when there is none. */
    boolean nextBin() {
        if (at == packed.length) {
            return false;
        }
        index += (int) next();
        binCount = next();
        return true;
    }

    int index() {
        return index;
    }

    long binCount() {
        return binCount;
    }

    /** As {@link Varints#read}, going on. */
    private long next() {
        byte few = packed[at++];
        return few >= 0 ? few : more(few & 0x7f);
    }

    private long more(long lowest) {
        long value = lowest;
        for (int shift = 7; shift < 7 * Varints.LIMIT_BYTES; shift += 7) {
            byte next = packed[at++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new ArrayIndexOutOfBoundsException(at);
    }

    /**
     * Refuses bytes that are no sketch.
     *
     * @throws OutOfRange when they are not, or hold bins that no value falls into, or counts that do not add up
     */
    static void check(byte[] packed) {
        try {
            SketchReader sketch = SketchScratch.read(packed);
            Range.atLeast("count", sketch.count, packed.length == 0 ? 0 : 1);
            Range.atLeast("sum", sketch.sum, 0);
            Range.atLeast("min", sketch.min, 0);
            Range.atLeast("max", sketch.max, sketch.min);
            Range.atLeast("zeros", sketch.zeros, 0);
            sketch.checkBins();
        } catch (ArrayIndexOutOfBoundsException | ArithmeticException broken) {
            throw new OutOfRange("sketch", packed.length + " bytes", "varints whose counts fit in 64 bits");
        }
    }

    private void checkBins() {
        long total = 0;
        int last = -1;
        while (nextBin()) {
            if (index <= last || index >= Sketch.BIN_LIMIT) {
                throw new OutOfRange("bins.index", index, "from " + (last + 1) + " to " + (Sketch.BIN_LIMIT - 1));
            }
            Range.atLeast("bins.count", binCount, 1);
            total = Math.addExact(total, binCount);
            last = index;
        }
        if (total > Long.MAX_VALUE - zeros || total + zeros != count) {
            throw new OutOfRange("count", count, "the sum of zeros and bins, " + zeros + " + " + total);
        }
    }
}
