// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A mergeable quantile sketch of whole, non-negative values (times in microseconds, bytes).
 *
 * <p>Source: Masson, Rim, Lee, "DDSketch" (VLDB 2019). A value x &gt; 0 falls into bin {@code ceil(log_gamma x)} with
 * {@code gamma = (1+a)/(1-a)}, a = 0.01; a bin stands for {@code 2 gamma^i/(gamma+1)}.
 *
 * <p>Error: any quantile is within 1 % of a value of that rank. Merging adds counts, so its order never changes the
 * result and percentiles are never averaged. Example: 100 falls into bin 231, which stands for 100.4946.
 *
 * <p>An empty sketch has {@code count} 0 and no quantiles: "no data".
 *
 * <p>It is held, and sent in Smile, as bytes: count, sum, min, max and zeros, then for each bin, ascending, the gap to the index
 * before (of the first: to -1) and its count, all as {@link Varints}. Two bytes for a bin that is near its neighbour and holds fewer
 * than 128 values. In JSON it is an object with a list of {@link SketchBin}.
 *
 * @param packed not to be changed; none when the sketch is empty
 */
@SuppressWarnings("ArrayRecordComponent") // a list of bins took ten times the memory and five times the time to read
public record Sketch(byte[] packed) {
    /** Relative error of a quantile. */
    public static final double RELATIVE_ERROR = 0.01;

    /** More than all bins that a {@code long} can reach (2 183 for 2^63). */
    public static final int BIN_LIMIT = 2_200;

    static final double GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
    private static final double LOG_GAMMA = Math.log(GAMMA);
    private static final double[] VALUES = values();
    private static final Sketch EMPTY = new Sketch(new byte[0]);

    public Sketch {
        Range.present("packed", packed);
    }

    /**
     * A sketch that comes from outside.
     *
     * @throws OutOfRange when the bytes are none
     */
    static Sketch checked(byte[] packed) {
        SketchReader.check(packed);
        return packed.length == 0 ? EMPTY : new Sketch(packed);
    }

    /** @param bins ascending by index */
    static Sketch of(long count, long sum, long min, long max, long zeros, List<SketchBin> bins) {
        if (count == 0 && bins.isEmpty()) {
            return EMPTY;
        }
        Range.atMost("bins", bins.size(), BIN_LIMIT);
        SketchWriter packed = new SketchWriter().head(count, sum, min, max, zeros);
        int last = -1;
        for (SketchBin bin : bins) {
            if (bin.index() <= last) {
                throw new OutOfRange("bins.index", bin.index(), "more than the bin before, " + last);
            }
            packed.bin(bin.index(), bin.count());
            last = bin.index();
        }
        return checked(packed.done().packed);
    }

    /** Values seen. */
    public long count() {
        return number(0);
    }

    /** Their exact sum; 2^63 - 1 where it does not fit. */
    public long sum() {
        return number(1);
    }

    /** Least value, exact; 0 when empty. */
    public long min() {
        return number(2);
    }

    /** Greatest value, exact; 0 when empty. */
    public long max() {
        return number(3);
    }

    /** Values equal to 0. */
    public long zeros() {
        return number(4);
    }

    private long number(int place) {
        if (isEmpty()) {
            return 0;
        }
        int at = 0;
        for (int i = 0; i < place; i++) {
            at = Varints.skip(packed, at);
        }
        return Varints.read(packed, at);
    }

    public static Sketch empty() {
        return EMPTY;
    }

    /** The sketch of these values. */
    public static Sketch of(long... values) {
        SketchBuilder builder = new SketchBuilder();
        for (long value : values) {
            builder.add(value);
        }
        return builder.build();
    }

    /** The sketch of one value, at least 0. */
    public static Sketch ofOne(long value) {
        Range.atLeast("value", value, 0);
        SketchWriter one = SketchScratch.get().writer.head(1, value, value, value, value == 0 ? 1 : 0);
        return (value == 0 ? one : one.bin(indexOf(value), 1)).done();
    }

    public boolean isEmpty() {
        return packed.length == 0;
    }

    /** Ascending by index. */
    public List<SketchBin> bins() {
        List<SketchBin> bins = new ArrayList<>();
        SketchReader all = SketchScratch.read(packed);
        while (all.nextBin()) {
            bins.add(new SketchBin(all.index(), all.binCount()));
        }
        return bins;
    }

    /**
     * Counts of both, exactly.
     *
     * @throws ArithmeticException when the count does not fit; a sum that does not stays at the greatest number
     */
    public Sketch merge(Sketch other) {
        if (isEmpty()) {
            return other;
        }
        return other.isEmpty() ? this : mergeFull(List.of(this, other));
    }

    /**
     * Counts of many, exactly, in one pass.
     *
     * @param of gives the sketch of each owner
     * @throws ArithmeticException when the count does not fit
     */
    public static <T> Sketch merge(List<T> owners, Function<T, Sketch> of) {
        List<Sketch> full = new ArrayList<>(owners.size());
        for (T owner : owners) {
            Sketch sketch = of.apply(owner);
            if (!sketch.isEmpty()) {
                full.add(sketch);
            }
        }
        return switch (full.size()) {
            case 0 -> EMPTY;
            case 1 -> full.get(0);
            default -> mergeFull(full);
        };
    }

    private static Sketch mergeFull(List<Sketch> full) {
        SketchBuilder merged = SketchScratch.get().builder;
        try {
            for (Sketch sketch : full) {
                merged.add(sketch);
            }
            return merged.build();
        } finally {
            merged.clear();
        }
    }

    /**
     * The value of rank {@code q (count-1)}, at most 1 % off and clamped to [{@code min}, {@code max}].
     *
     * @param q 0 to 1
     * @return empty when the sketch is
     */
    public OptionalDouble quantile(double q) {
        Range.finite("q", q, 0, 1);
        return isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(quantiles(q)[0]);
    }

    /**
     * Several quantiles in one walk over the bins.
     *
     * @param ascending each 0 to 1
     * @return one value for each; none when the sketch is empty
     */
    public double[] quantiles(double... ascending) {
        double[] found = new double[isEmpty() ? 0 : ascending.length];
        SketchReader bins = SketchScratch.read(packed);
        long seen = bins.zeros;
        for (int i = 0; i < found.length; i++) {
            long rank = (long) (ascending[i] * (bins.count - 1));
            while (rank >= seen && bins.nextBin()) {
                seen += bins.binCount();
            }
            double value = rank >= seen ? bins.max : bins.index() < 0 ? 0 : VALUES[bins.index()];
            found[i] = Math.max(bins.min, Math.min(bins.max, value));
        }
        return found;
    }

    /** The arithmetic mean, exact; empty when the sketch is. */
    public OptionalDouble mean() {
        return isEmpty() ? OptionalDouble.empty() : OptionalDouble.of((double) sum() / count());
    }

    /**
     * The mean of the least values, a one-sided trimmed mean, at most 1 % off; empty when the sketch is.
     *
     * @param share of the values that is kept, more than 0 to 1; at least one value is
     */
    public OptionalDouble trimmedMean(double share) {
        Range.finite("share", share, 0, 1);
        if (isEmpty()) {
            return OptionalDouble.empty();
        }
        SketchReader bins = SketchScratch.read(packed);
        long kept = Math.max(1, (long) Math.floor(share * bins.count));
        long left = kept - Math.min(kept, bins.zeros);
        double total = 0;
        while (left > 0 && bins.nextBin()) {
            long taken = Math.min(left, bins.binCount());
            total += taken * Math.max(bins.min, Math.min(bins.max, VALUES[bins.index()]));
            left -= taken;
        }
        return OptionalDouble.of(total / kept);
    }

    /** Share of values above a bound, 0 to 1, exact but for values within 1 % of it; empty when the sketch is. */
    public OptionalDouble shareAbove(double bound) {
        if (isEmpty()) {
            return OptionalDouble.empty();
        }
        SketchReader bins = SketchScratch.read(packed);
        long above = bound < 0 ? bins.zeros : 0;
        while (bins.nextBin()) {
            above += VALUES[bins.index()] > bound ? bins.binCount() : 0;
        }
        return OptionalDouble.of((double) above / bins.count);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sketch sketch && Arrays.equals(packed, sketch.packed);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(packed);
    }

    @Override
    public String toString() {
        return "Sketch[count=" + count() + ", sum=" + sum() + ", min=" + min() + ", max=" + max() + ", zeros=" + zeros()
                + ", bins=" + bins() + "]";
    }

    static int indexOf(long value) {
        return (int) Math.ceil(Math.log(value) / LOG_GAMMA);
    }

    static double valueOf(int index) {
        return VALUES[index];
    }

    private static double[] values() {
        double[] values = new double[BIN_LIMIT];
        for (int index = 0; index < BIN_LIMIT; index++) {
            values[index] = 2 * Math.pow(GAMMA, index) / (GAMMA + 1);
        }
        return values;
    }
}
