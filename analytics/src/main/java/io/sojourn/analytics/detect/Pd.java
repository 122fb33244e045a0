// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

/**
 * The policing detector "PD": are packets lost exactly when a token bucket would be empty?
 *
 * <p>Source: Flach et al., "An Internet-Wide Analysis of Traffic Policing" (SIGCOMM 2016), section 3.1, with the
 * constants of its published implementation. Here over cells; a row with one packet a cell is the original. A cell of
 * width c adds c times the rate to both tolerances.
 *
 * <p>The delay rule of the original (code 7) is {@link DelayDiscriminator#inflatedBeforeLoss}.
 *
 * <p>False positives: a shaper that drops its tail (only delay tells it apart), a constant-rate stream with random
 * loss. False rates: half and less when the bucket overflows during idle times. {@link PdCapped} mends the last two.
 */
public final class Pd {
    static final int LEAST_LOSSES = 15;
    static final int LEAST_PASSES = 15;
    static final int LEAST_SLICES = 3;
    static final long LATE_LOSS_BYTES = 2_000_000;
    static final double LOSS_OUT_OF_RANGE_SHARE = 0.10;
    static final double PASS_OUT_OF_RANGE_SHARE = 0.03;

    private Pd() {}

    /**
     * @param ackDelayMicros median time from a packet that was never resent to its acknowledgement
     * @param cutoff losses passed over at each end, whose cause may be another: 0 and 2 in the paper
     */
    public static PdResult test(Cells cells, long ackDelayMicros, int cutoff) {
        int first = lossCell(cells, cutoff, 1);
        int last = lossCell(cells, cutoff, -1);
        if (first < 0 || last <= first) {
            return PdResult.of(PdCode.TOO_FEW_LOSSES);
        }
        double burst = sentBytesBefore(cells, first);
        if (burst > LATE_LOSS_BYTES) {
            return PdResult.of(PdCode.LATE_LOSS);
        }
        long[] passed = cells.passedBytesBefore();
        double rate = (passed[last] - passed[first]) * 1e6 / (time(cells, last) - time(cells, first));
        double ackSeconds = ackDelayMicros * 1e-6;
        double blur = rate * cells.widthMicros() * 1e-6;
        double fill = burst - rate * (time(cells, first) - time(cells, 0)) * 1e-6;
        if (fill < -0.75 * ackSeconds * rate - blur) {
            return PdResult.of(PdCode.NEGATIVE_FILL);
        }
        Fill levels = simulate(cells, first, rate, ackDelayMicros);
        PdCode code = judge(levels, 2.0 * ackSeconds * rate + blur, 0.75 * ackSeconds * rate + blur);
        return code == PdCode.POLICED ? new PdResult(code, rate * 8, burst, fill, true) : PdResult.of(code);
    }

    /** Levels that lost and passed packets met, and in how many bouts they were lost. */
    record Fill(Levels lost, Levels passed, int slices) {}

    static PdCode judge(Fill fill, double lossTolerance, double passTolerance) {
        if (fill.slices() < LEAST_SLICES
                || fill.lost().packets() < LEAST_LOSSES
                || fill.passed().packets() < LEAST_PASSES) {
            return PdCode.TOO_FEW_LOSSES;
        }
        double median = fill.lost().median();
        if (fill.lost().mean() >= fill.passed().mean()
                || median >= fill.passed().median()) {
            return PdCode.LOSS_AT_HIGHER_FILL;
        }
        if (fill.lost().share(level -> Math.abs(level - median) > lossTolerance) > LOSS_OUT_OF_RANGE_SHARE) {
            return PdCode.LOSS_OUT_OF_RANGE;
        }
        boolean passesFit = fill.passed().share(level -> level - median < -passTolerance) <= PASS_OUT_OF_RANGE_SHARE;
        return passesFit ? PdCode.POLICED : PdCode.PASS_OUT_OF_RANGE;
    }

    private static Fill simulate(Cells cells, int first, double rate, long ackDelayMicros) {
        Levels lost = new Levels();
        Levels passes = new Levels();
        int slices = 0;
        double sliceEnd = Double.NEGATIVE_INFINITY;
        double used = 0;
        for (int i = first; i < cells.size(); i++) {
            Cell cell = cells.get(i);
            double earned = rate * (time(cells, i) - time(cells, first)) * 1e-6;
            passes.add(earned - used, cell.passedPackets());
            used += cell.passedBytes();
            lost.add(earned - used, cell.lostPackets());
            if (cell.lostPackets() > 0 && time(cells, i) > sliceEnd) {
                slices++;
                sliceEnd = time(cells, i) + ackDelayMicros;
            }
        }
        return new Fill(lost, passes, slices);
    }

    private static double time(Cells cells, int index) {
        return cells.get(index).startMicros();
    }

    private static double sentBytesBefore(Cells cells, int index) {
        return cells.list().stream()
                .limit(index)
                .mapToDouble(cell -> cell.passedBytes() + cell.lostBytes())
                .sum();
    }

    /** The cell of the loss after {@code cutoff} others, counted from the start (1) or the end (-1); -1 for none. */
    private static int lossCell(Cells cells, int cutoff, int step) {
        long seen = 0;
        for (int i = step > 0 ? 0 : cells.size() - 1; i >= 0 && i < cells.size(); i += step) {
            seen += cells.get(i).lostPackets();
            if (seen > cutoff) {
                return i;
            }
        }
        return -1;
    }
}
