// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.WindowFigures;
import org.jspecify.annotations.Nullable;

/**
 * What follows from the sums of a window, worked out when it is given out. Definitions, sources and errors:
 * docs/53-metrics.md.
 *
 * <p>A ratio without a base is null. More drops than packets offered are possible, of packets that came in the window before;
 * such a ratio is 1. Percentiles come from the window's own sketches and are never averaged.
 */
final class Figures {
    /** What a {@link QueueWindow} takes. */
    private static final double UTILISATION_LIMIT = 1e6;

    private Figures() {}

    /**
     * The window as it is given out.
     *
     * @param sum all that can be added up, its peak and its cells
     * @param baseRttMicros least round-trip time of the window and of the ten minutes before it, null when none was seen
     */
    static QueueWindow finish(WindowTotal sum, Stage stage, long lostBatches, @Nullable Long baseRttMicros) {
        Double throughput = ratio(8_000.0 * sum.sentBytes, sum.coveredMillis);
        Double dropRatio = share(sum.drops.total(), sum.offeredPackets);
        Double retransmitRatio = known(sum.retransmittedPackets, sum.dataPackets);
        Double lossRatio = retransmitRatio != null ? retransmitRatio : dropRatio;
        Derived derived = new Derived(
                utilisation(throughput, sum.settings.rateBitsPerSecond()),
                throughput,
                dropRatio,
                share(sum.markedPackets, sum.sentPackets),
                retransmitRatio,
                figures(sum, throughput, lossRatio, baseRttMicros));
        return sum.build(stage, lostBatches, derived);
    }

    private static WindowFigures figures(
            WindowTotal sum, @Nullable Double throughput, @Nullable Double lossRatio, @Nullable Long baseRttMicros) {
        Delays delays = Delays.of(sum);
        DropCounts drops = sum.drops;
        Double increase = increase(sum, delays, baseRttMicros);
        Double bloat = increase != null ? increase : sojournUnderLoad(sum, delays);
        return new WindowFigures(
                utilisation(throughput, sum.linkBitsPerSecond),
                cellP95(sum.sketch(Sketches.CELL)),
                ratio(1_000.0 * sum.sentPackets, sum.coveredMillis),
                share(drops.policed(), sum.offeredPackets),
                share(drops.tail(), sum.offeredPackets),
                share(drops.aqm(), sum.offeredPackets),
                share(drops.limit(), sum.offeredPackets),
                ratio(sum.backlogPacketMillis, sum.backlogMillis),
                ratio(sum.backlogByteMillis, sum.backlogMillis),
                backlogLimitRatio(sum),
                StandingShare.of(sum),
                delays.sojourn(),
                delays.rtt(),
                delays.rttLoaded(),
                delays.ipdv(),
                delays.pdv(),
                baseRttMicros,
                increase,
                fairness(sum),
                share(sum.aboveCommittedMillis, sum.ratedMillis),
                share(sum.above80Millis, sum.ratedMillis),
                share(sum.above95Millis, sum.ratedMillis),
                bloat == null ? null : BloatGrade.of(bloat).text(),
                bloat == null ? null : increase != null ? BloatGrade.SCALE_OF_RTT : BloatGrade.SCALE_OF_SOJOURN,
                PseudoRpm.of(sum.sketch(Sketches.RTT_LOADED)),
                QualityOfOutcome.WEB.score(delays.rttP90Micros(), lossRatio),
                QualityOfOutcome.VIDEO_CALL.score(delays.rtt().p95(), lossRatio),
                QualityOfOutcome.STREAMING.score(delays.rtt().p95(), lossRatio),
                coverage(sum),
                sum.flowBytes == null ? null : known(sum.rttFlowBytes, sum.sentBytes));
    }

    /**
     * The 95th percentile by nearest rank, ceil(0.95 n): of 100 cells the 95th. The cells are all there are, not a choice of
     * them, so that it stands from one cell on.
     */
    static @Nullable Double cellP95(Sketch cells) {
        if (cells.isEmpty()) {
            return null;
        }
        long below = (95 * cells.count() + 99) / 100 - 1;
        // Half a rank above the one that is meant: rounding can't miss it.
        double q = Math.min(1, (below + 0.5) / Math.max(1, cells.count() - 1));
        return cells.quantiles(q)[0];
    }

    /** Sent bits over a rate; the burst lets it pass 1. */
    private static @Nullable Double utilisation(@Nullable Double bitsPerSecond, @Nullable Long rateBitsPerSecond) {
        if (bitsPerSecond == null || rateBitsPerSecond == null || rateBitsPerSecond <= 0) {
            return null;
        }
        return Math.min(UTILISATION_LIMIT, bitsPerSecond / rateBitsPerSecond);
    }

    private static @Nullable Double backlogLimitRatio(WindowTotal sum) {
        Double packets = ratio(sum.backlogPeakPackets, sum.settings.limitPackets());
        return packets != null ? packets : ratio(sum.backlogPeakBytes, sum.settings.limitBytes());
    }

    private static @Nullable Double increase(WindowTotal sum, Delays delays, @Nullable Long baseRttMicros) {
        Double loaded = Delays.middle(sum.sketch(Sketches.RTT_LOADED), delays.rttLoaded());
        return loaded == null || baseRttMicros == null ? null : (Double) Math.max(0, loaded - baseRttMicros);
    }

    /** Of all packets of a window in which the queue was loaded: most of them came then. */
    private static @Nullable Double sojournUnderLoad(WindowTotal sum, Delays delays) {
        return sum.above80Millis == 0 ? null : Delays.middle(sum.sketch(Sketches.SOJOURN), delays.sojourn());
    }

    /** Jain, Chiu, Hawe, DEC-TR-301 (1984): 1 when all have the same, 1/n when one has it all. */
    private static @Nullable Double fairness(WindowTotal sum) {
        Long flows = sum.flowCount;
        Long bytes = sum.flowBytes;
        Double squares = sum.flowBytesSquared;
        if (flows == null || bytes == null || squares == null) {
            return null;
        }
        return share((double) bytes * bytes, flows * squares);
    }

    /** Lost batches lower this one, and no other figure. */
    private static double coverage(WindowTotal sum) {
        double expectedMillis = (double) sum.sizeMillis * Math.max(1, sum.expectedQueues);
        return Math.min(1, sum.queueMillis / expectedMillis);
    }

    private static @Nullable Double known(@Nullable Long part, @Nullable Long base) {
        return part == null || base == null ? null : share(part, base);
    }

    private static @Nullable Double ratio(@Nullable Long part, @Nullable Long base) {
        return part == null || base == null ? null : ratio(part.doubleValue(), base.doubleValue());
    }

    /** At most 1. */
    private static @Nullable Double share(double part, double base) {
        return base > 0 ? (Double) Math.min(1, part / base) : null;
    }

    private static @Nullable Double ratio(double part, double base) {
        return base > 0 ? (Double) (part / base) : null;
    }
}
