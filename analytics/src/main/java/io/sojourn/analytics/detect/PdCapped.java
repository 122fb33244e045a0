// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * PD-C: {@link Pd} with a bucket that has a depth, for the aggregate of a policed class. Finds rate and depth.
 *
 * <p>Idea: at every loss the bucket holds less than a packet, so what passes between two losses is what the rate gave
 * meanwhile, or less if the bucket overflowed. Candidates for the rate are therefore the most that passed between two
 * losses (a lower bound that is met when it did not overflow), and the rate within busy stretches. The depth is the
 * most that passed before a loss beyond what was earned meanwhile. The largest rate whose capped simulation puts the
 * losses at the lowest levels (codes 4 to 6 of PD) is the answer.
 *
 * <p>Error: rate within 5 %, depth within 15 % where the bucket drains from full (tested on recorded policers); else
 * the depth is a lower bound. Cells of width c add c times the rate to the tolerance, so that with wide cells the test
 * says little more than that the rate is steady: then delay has to speak ({@link DelayDiscriminator}). A bucket of only a
 * few packets is never emptied steadily: then the rate is what got through, a half to a twentieth of the one that is set.
 *
 * <p>False positives: a shaper that drops its tail has the same losses; delay tells it apart.
 */
public final class PdCapped {
    static final double SMALL_BUCKET_BYTES = 8_000;
    static final double SMALL_BUCKET_LOSS_RATIO = 0.10;
    private static final int PAIR_PACKETS = 20;
    /** The edges of a pair are known to half a cell: over 50 cells that is 1 % of the rate at each end. */
    private static final int PAIR_WIDTHS = 50;
    /** Longer spans blur less (arrival times are off by a millisecond or so) but may hold an overflow: all are tried. */
    private static final long[] PAIR_SPANS_MICROS = {100_000, 500_000, 2_000_000};

    private static final int BUSY_PACKETS = 30;
    /** Less busy time may be one burst whose first losses had another cause. */
    private static final long BUSY_MICROS = 200_000;

    /** By how much credit must pass the depth before it counts as overflow: twice the depth's error. */
    private static final double OVERFLOW = 1.3;

    /** Trails are sent only around loss: what passed in a longer gap is not known, nor the level after it. */
    private static final long TRAIL_GAP_MICROS = 1_000_000;

    /** The longer, the more of the rate's error would count as bucket. */
    private static final long FIRST_DRAIN_CELLS = 4;

    /** A cell in which less than this share of what the rate gives passes is one in which senders wait. */
    private static final double SILENCED = 0.9;

    private static final double MICROS = 1e-6;

    private final Cells cells;
    private final boolean startsFull;
    private final long[] passed;
    private final long[] packets;
    private final int[] losses;
    private final double packetBytes;

    private PdCapped(Cells cells, boolean startsFull) {
        this.cells = cells;
        this.startsFull = startsFull;
        passed = cells.passedBytesBefore();
        packets = cells.passedPacketsBefore();
        losses = cells.lossCells();
        packetBytes = cells.meanPacketBytes();
    }

    /**
     * Tests one row of cells.
     *
     * @param startsFull whether the row begins with the traffic itself, after silence long enough to fill any bucket
     */
    public static PdResult test(Cells cells, boolean startsFull) {
        return new PdCapped(cells, startsFull).test();
    }

    private PdResult test() {
        if (losses.length < 2 || packetBytes == 0) {
            return PdResult.of(PdCode.TOO_FEW_LOSSES);
        }
        List<Double> rates = new ArrayList<>();
        for (long span : PAIR_SPANS_MICROS) {
            pairRate(Math.max(span, PAIR_WIDTHS * cells.widthMicros())).ifPresent(rates::add);
        }
        busyRate().ifPresent(rates::add);
        rates.sort(Comparator.reverseOrder());
        PdResult refusal = PdResult.of(PdCode.TOO_FEW_LOSSES);
        for (double rate : rates) {
            PdResult result = tested(rate);
            if (result.code() == PdCode.POLICED || result.code() == PdCode.INDETERMINATE) {
                return result;
            }
            refusal = result;
        }
        return refusal;
    }

    private PdResult tested(double rate) {
        Drain drain = largestDrain(rate);
        double bucket = Math.max(packetBytes, drain.bytes());
        double tolerance = Math.max(2 * packetBytes, 0.1 * bucket) + rate * cells.widthMicros() * MICROS;
        Simulation simulation = simulate(rate, bucket);
        PdCode code = Pd.judge(simulation.fill(), tolerance, tolerance);
        if (code != PdCode.POLICED) {
            return PdResult.of(code);
        }
        boolean small = bucket < SMALL_BUCKET_BYTES && cells.lossRatio() < SMALL_BUCKET_LOSS_RATIO;
        boolean refilled = (startsFull && drain.from() <= losses[0]) || simulation.overflowed();
        return new PdResult(small ? PdCode.INDETERMINATE : code, rate * 8, drain.bytes(), bucket, refilled);
    }

    /** The most that passed between two losses 1, 2, 4, ... apart, less one packet, in bytes a second. */
    private Optional<Double> pairRate(long leastMicros) {
        double best = 0;
        for (int apart = 1; apart < losses.length; apart *= 2) {
            for (int i = 0; i + apart < losses.length; i++) {
                best = Math.max(best, pairRate(losses[i], losses[i + apart], leastMicros));
            }
        }
        return best > 0 ? Optional.of(best) : Optional.empty();
    }

    private double pairRate(int from, int to, long leastMicros) {
        double micros = time(to) - time(from);
        boolean enough = packets[to] - packets[from] >= PAIR_PACKETS && micros >= leastMicros;
        return enough ? (passedAt(to) - passedAt(from) - packetBytes) / (micros * MICROS) : 0;
    }

    /** What passed in the intervals between neighbouring losses that hold no idle time, in bytes a second. */
    private Optional<Double> busyRate() {
        double longestGap = Math.max(4 * medianGapMicros(), 1_000.0 + cells.widthMicros());
        double bytes = 0;
        double micros = 0;
        long passedPackets = 0;
        for (int i = 0; i + 1 < losses.length; i++) {
            if (isBusy(losses[i], losses[i + 1], longestGap)) {
                bytes += passedAt(losses[i + 1]) - passedAt(losses[i]);
                micros += time(losses[i + 1]) - time(losses[i]);
                passedPackets += packets[losses[i + 1]] - packets[losses[i]];
            }
        }
        boolean enough = passedPackets >= BUSY_PACKETS && micros >= BUSY_MICROS;
        return enough ? Optional.of(bytes / (micros * MICROS)) : Optional.empty();
    }

    private boolean isBusy(int from, int to, double longestGap) {
        for (int i = from; i < to; i++) {
            if (time(i + 1) - time(i) > longestGap) {
                return false;
            }
        }
        return true;
    }

    private double medianGapMicros() {
        double[] gaps = new double[cells.size() - 1];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = time(i + 1) - time(i);
        }
        java.util.Arrays.sort(gaps);
        return gaps[gaps.length / 2];
    }

    /** The most that was drained, and from which cell on: -1 when nothing was. */
    private record Drain(double bytes, int from) {}

    /**
     * The most that passed from any packet to the next loss beyond what the rate gave meanwhile. A loss cell counts
     * whole: after its loss what passes is what the rate gives. A first cell after a pause counts half of its time,
     * as its packets came somewhere in it, unless the row begins with the traffic itself.
     */
    private Drain largestDrain(double rate) {
        Drain best = new Drain(0, -1);
        double least = Double.POSITIVE_INFINITY;
        int leastAt = -1;
        for (int i = 0; i < cells.size(); i++) {
            double level = passed[i] - rate * (time(i) + (followsPause(i) ? cells.widthMicros() / 2.0 : 0)) * MICROS;
            if (level < least) {
                least = level;
                leastAt = i;
            }
            if (cells.get(i).lostPackets() > 0) {
                double drained = passed[i + 1] - rate * (time(i) + lossMicros(i, rate)) * MICROS - least;
                best = drained > best.bytes() ? new Drain(drained, leastAt) : best;
                least = isStillTheFirstDrain(i) ? least : Double.POSITIVE_INFINITY;
            }
        }
        return best;
    }

    /**
     * From a full bucket on, passed bytes less what the rate gave never exceed the depth, losses or not: every loss soon
     * after is another look at it, of which wide cells and late counts need several.
     */
    private boolean isStillTheFirstDrain(int index) {
        return startsFull && time(index) - time(0) < FIRST_DRAIN_CELLS * cells.widthMicros();
    }

    /**
     * When in its cell a loss found the bucket empty: at its end, for packets go on to take what the rate gives. Not so when
     * the first losses silenced the senders, as the next cell shows: then at half of it.
     */
    private double lossMicros(int index, double rate) {
        double width = cells.widthMicros();
        boolean silenced = isStillTheFirstDrain(index)
                && (index + 1 == cells.size()
                        || time(index + 1) - time(index) > 1.5 * width
                        || cells.get(index + 1).passedBytes() < SILENCED * rate * width * MICROS);
        return silenced ? width / 2 : width;
    }

    private boolean followsPause(int index) {
        return index == 0 ? !startsFull : time(index) - time(index - 1) > 1.5 * cells.widthMicros();
    }

    /** A bucket of PD-C's depth, empty at the first loss; {@code overflowed} once it earned more than it could hold. */
    private record Simulation(Pd.Fill fill, boolean overflowed) {}

    private Simulation simulate(double rate, double bucket) {
        Levels lost = new Levels();
        Levels passes = new Levels();
        int slices = 0;
        double tokens = 0;
        boolean overflowed = false;
        boolean known = false;
        for (int i = losses[0]; i < cells.size(); i++) {
            Cell cell = cells.get(i);
            boolean lossy = cell.lostPackets() > 0;
            slices += lossy ? 1 : 0;
            known &= i > losses[0] && time(i) - time(i - 1) <= TRAIL_GAP_MICROS + cells.widthMicros();
            if (!known) {
                tokens = 0;
                known = lossy;
                lost.add(tokens, cell.lostPackets());
                continue;
            }
            tokens += rate * (time(i) - time(i - 1)) * MICROS;
            // What passes in a wide cell took its share of the credit while that came in.
            overflowed |= tokens - cell.passedBytes() > OVERFLOW * bucket;
            tokens = Math.min(bucket, tokens);
            passes.add(tokens, cell.passedPackets());
            tokens -= cell.passedBytes();
            lost.add(tokens, cell.lostPackets());
        }
        return new Simulation(new Pd.Fill(lost, passes, slices), overflowed);
    }

    private double time(int index) {
        return cells.get(index).startMicros();
    }

    /** Bytes passed up to the middle of a cell. */
    private double passedAt(int index) {
        return passed[index] + cells.get(index).passedBytes() / 2.0;
    }
}
