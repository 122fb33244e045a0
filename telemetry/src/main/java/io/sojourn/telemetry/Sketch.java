// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

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
 * @param count values seen
 * @param sum their exact sum
 * @param min least value, exact; 0 when empty
 * @param max greatest value, exact; 0 when empty
 * @param zeros values equal to 0
 * @param bins ascending by index, at most {@value #BIN_LIMIT}
 */
public record Sketch(long count, long sum, long min, long max, long zeros, List<SketchBin> bins) {
    /** Relative error of a quantile. */
    public static final double RELATIVE_ERROR = 0.01;

    /** More than all bins that a {@code long} can reach (2 183 for 2^63). */
    public static final int BIN_LIMIT = 2_200;

    static final double GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
    private static final double LOG_GAMMA = Math.log(GAMMA);
    private static final Sketch EMPTY = new Sketch(0, 0, 0, 0, 0, List.of());

    public Sketch {
        Range.atLeast("count", count, 0);
        Range.atLeast("sum", sum, 0);
        Range.atLeast("min", min, 0);
        Range.atLeast("max", max, min);
        Range.atLeast("zeros", zeros, 0);
        bins = List.copyOf(Range.present("bins", bins));
        Range.atMost("bins", bins.size(), BIN_LIMIT);
        checkBins(count, zeros, bins);
    }

    private static void checkBins(long count, long zeros, List<SketchBin> bins) {
        long total = zeros;
        int last = Integer.MIN_VALUE;
        for (SketchBin bin : bins) {
            if (bin.index() <= last) {
                throw new OutOfRange("bins.index", bin.index(), "more than the bin before, " + last);
            }
            last = bin.index();
            total = Math.addExact(total, bin.count());
        }
        if (total != count) {
            throw new OutOfRange("count", count, "the sum of zeros and bins, " + total);
        }
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

    public boolean isEmpty() {
        return count == 0;
    }

    /** Counts of both, exactly. */
    public Sketch merge(Sketch other) {
        if (isEmpty()) {
            return other;
        }
        if (other.isEmpty()) {
            return this;
        }
        return new SketchBuilder().add(this).add(other).build();
    }

    /**
     * The value of rank {@code q (count-1)}, at most 1 % off and clamped to [{@code min}, {@code max}].
     *
     * @param q 0 to 1
     * @return empty when the sketch is
     */
    public OptionalDouble quantile(double q) {
        Range.finite("q", q, 0, 1);
        if (isEmpty()) {
            return OptionalDouble.empty();
        }
        double rank = q * (count - 1);
        long seen = zeros;
        if (rank < seen) {
            return OptionalDouble.of(0);
        }
        for (SketchBin bin : bins) {
            seen += bin.count();
            if (rank < seen) {
                return OptionalDouble.of(Math.max(min, Math.min(max, valueOf(bin.index()))));
            }
        }
        return OptionalDouble.of(max);
    }

    /** The arithmetic mean, exact; empty when the sketch is. */
    public OptionalDouble mean() {
        return isEmpty() ? OptionalDouble.empty() : OptionalDouble.of((double) sum / count);
    }

    /** Share of values above a bound, 0 to 1, exact but for values within 1 % of it; empty when the sketch is. */
    public OptionalDouble shareAbove(double bound) {
        if (isEmpty()) {
            return OptionalDouble.empty();
        }
        long above = bound < 0 ? zeros : 0;
        for (SketchBin bin : bins) {
            above += valueOf(bin.index()) > bound ? bin.count() : 0;
        }
        return OptionalDouble.of((double) above / count);
    }

    static int indexOf(long value) {
        return (int) Math.ceil(Math.log(value) / LOG_GAMMA);
    }

    static double valueOf(int index) {
        return 2 * Math.pow(GAMMA, index) / (GAMMA + 1);
    }

    static List<SketchBin> bins(int firstIndex, long[] counts) {
        List<SketchBin> bins = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                bins.add(new SketchBin(firstIndex + i, counts[i]));
            }
        }
        return bins;
    }
}
