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
 * <p>In JSON the bins are a list of {@link SketchBin}; in Smile the whole sketch is one run of bytes.
 *
 * @param count values seen
 * @param sum their exact sum, below 2^63 - 1
 * @param min least value, exact; 0 when empty
 * @param max greatest value, exact; 0 when empty
 * @param zeros values equal to 0
 * @param packedBins ascending by index, as {@link SketchBins} writes them; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // a list of bins took ten times the memory and five times the time to read
public record Sketch(long count, long sum, long min, long max, long zeros, byte[] packedBins) {
    /** Relative error of a quantile. */
    public static final double RELATIVE_ERROR = 0.01;

    /** More than all bins that a {@code long} can reach (2 183 for 2^63). */
    public static final int BIN_LIMIT = 2_200;

    static final double GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
    private static final double LOG_GAMMA = Math.log(GAMMA);
    private static final double[] VALUES = values();

    /** Each merge would take kilobytes for its counts, and leave them behind. */
    private static final ThreadLocal<SketchBuilder> MERGER = ThreadLocal.withInitial(SketchBuilder::new);

    private static final Sketch EMPTY = new Sketch(0, 0, 0, 0, 0, SketchBins.NONE);

    public Sketch {
        Range.atLeast("count", count, 0);
        Range.atLeast("sum", sum, 0);
        Range.atLeast("min", min, 0);
        Range.atLeast("max", max, min);
        Range.atLeast("zeros", zeros, 0);
        Range.present("bins", packedBins);
    }

    /**
     * The same, when its bins are what they should be: asked of what comes from outside.
     *
     * @throws OutOfRange when they are not
     */
    Sketch checked() {
        long total = SketchBins.check(packedBins);
        if (total > Long.MAX_VALUE - zeros || total + zeros != count) {
            throw new OutOfRange("count", count, "the sum of zeros and bins, " + zeros + " + " + total);
        }
        return this;
    }

    /** @param bins ascending by index */
    static Sketch of(long count, long sum, long min, long max, long zeros, List<SketchBin> bins) {
        Range.atMost("bins", bins.size(), BIN_LIMIT);
        SketchBins.Writer packed = new SketchBins.Writer(4 * bins.size());
        int last = -1;
        for (SketchBin bin : bins) {
            if (bin.index() <= last) {
                throw new OutOfRange("bins.index", bin.index(), "more than the bin before, " + last);
            }
            packed.add(bin.index(), bin.count());
            last = bin.index();
        }
        return new Sketch(count, sum, min, max, zeros, packed.bytes()).checked();
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
        if (value == 0) {
            return new Sketch(1, 0, 0, 0, 1, SketchBins.NONE);
        }
        SketchBins.Writer bins = new SketchBins.Writer(4);
        bins.add(indexOf(value), 1);
        return new Sketch(1, value, value, value, 0, bins.bytes());
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** Ascending by index. */
    public List<SketchBin> bins() {
        List<SketchBin> bins = new ArrayList<>();
        SketchBins.Cursor cursor = new SketchBins.Cursor(packedBins);
        while (cursor.next()) {
            bins.add(new SketchBin(cursor.index(), cursor.count()));
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
        if (other.isEmpty()) {
            return this;
        }
        return new Sketch(
                Math.addExact(count, other.count),
                sum > Long.MAX_VALUE - other.sum ? Long.MAX_VALUE : sum + other.sum,
                Math.min(min, other.min),
                Math.max(max, other.max),
                zeros + other.zeros,
                SketchBins.merge(packedBins, other.packedBins));
    }

    /**
     * Counts of many, exactly, in one pass: for two, {@link #merge(Sketch)} is faster.
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
            case 2 -> full.get(0).merge(full.get(1));
            default -> mergeFull(full);
        };
    }

    private static Sketch mergeFull(List<Sketch> full) {
        SketchBuilder merged = MERGER.get();
        try {
            full.forEach(merged::add);
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
        SketchBins.Cursor bins = new SketchBins.Cursor(packedBins);
        long seen = zeros;
        for (int i = 0; i < found.length; i++) {
            long rank = (long) (ascending[i] * (count - 1));
            while (rank >= seen && bins.next()) {
                seen += bins.count();
            }
            double value = rank >= seen ? max : bins.index() < 0 ? 0 : VALUES[bins.index()];
            found[i] = Math.max(min, Math.min(max, value));
        }
        return found;
    }

    /** The arithmetic mean, exact; empty when the sketch is. */
    public OptionalDouble mean() {
        return isEmpty() ? OptionalDouble.empty() : OptionalDouble.of((double) sum / count);
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
        long kept = Math.max(1, (long) Math.floor(share * count));
        long left = kept - Math.min(kept, zeros);
        double total = 0;
        SketchBins.Cursor bins = new SketchBins.Cursor(packedBins);
        while (left > 0 && bins.next()) {
            long taken = Math.min(left, bins.count());
            total += taken * Math.max(min, Math.min(max, VALUES[bins.index()]));
            left -= taken;
        }
        return OptionalDouble.of(total / kept);
    }

    /** Share of values above a bound, 0 to 1, exact but for values within 1 % of it; empty when the sketch is. */
    public OptionalDouble shareAbove(double bound) {
        if (isEmpty()) {
            return OptionalDouble.empty();
        }
        long above = bound < 0 ? zeros : 0;
        SketchBins.Cursor bins = new SketchBins.Cursor(packedBins);
        while (bins.next()) {
            above += VALUES[bins.index()] > bound ? bins.count() : 0;
        }
        return OptionalDouble.of((double) above / count);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sketch s
                && count == s.count
                && sum == s.sum
                && min == s.min
                && max == s.max
                && zeros == s.zeros
                && Arrays.equals(packedBins, s.packedBins);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(sum) + Arrays.hashCode(packedBins);
    }

    @Override
    public String toString() {
        return "Sketch[count=" + count + ", sum=" + sum + ", min=" + min + ", max=" + max + ", zeros=" + zeros
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
