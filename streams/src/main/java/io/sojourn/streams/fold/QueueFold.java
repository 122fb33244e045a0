// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Sketch;
import org.jspecify.annotations.Nullable;

/**
 * Folds the samples of one queue into its window. The window so far is the state; the order of the samples never changes
 * the result.
 *
 * <ul>
 *   <li>Counts are summed and sketches merged, both exact; percentiles are never averaged.
 *   <li>Covered time is the sum of the samples' intervals. A sample belongs to the window that holds its start, so that
 *       the covered time may pass the window's size by the last interval: then bits and time still belong together.
 *   <li>Settings, link rate and clocking are those of the sample that starts last.
 *   <li>Peaks, {@code jitterMicros}, {@code activeFlows}, {@code advertisedWindowBytes}, {@code inflightBytes} and {@code
 *       windowLimitedFlows} are the largest of the samples: they are levels, which do not add over time, and a mean would
 *       need a count of its own that the window does not carry. So {@code inflightBytes} of a window is the largest of
 *       medians, and may lie above what was in flight most of the time.
 *   <li>A sample that knows the backlog at its end but no peak counts with the backlog, a lower bound of the peak.
 *   <li>What no sample knows is null.
 * </ul>
 */
public final class QueueFold {
    /** Largest utilisation that a window holds; only a rate set far below the link gets there. */
    private static final double UTILISATION_LIMIT = 1e6;

    private QueueFold() {}

    /** A window without a sample, from which {@link #merge} starts: of {@code first} it takes the name and the settings. */
    static QueuePart empty(WindowSize size, SampleBatch batch, QueueSample first) {
        QueueWindow window = new QueueWindow(
                Schema.CURRENT,
                batch.node(),
                first.queue(),
                batch.clocking(),
                size.sizeMillis(),
                size.startOf(batch.startMillis()),
                0,
                0,
                0,
                first.settings(),
                null,
                0,
                0,
                0,
                0,
                DropCounts.NONE,
                0,
                0,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Sketch.empty(),
                Sketch.empty(),
                Sketch.empty(),
                Sketch.empty(),
                null,
                Sketch.empty(),
                Sketch.empty(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        return new QueuePart(window, Long.MIN_VALUE);
    }

    /**
     * The window with one more sample. Ratios are left to {@link #finish}, all but the peak of the throughput.
     *
     * @throws ArithmeticException or {@link io.sojourn.telemetry.OutOfRange} when a sum does not fit
     */
    static QueuePart merge(QueuePart part, SampleBatch batch, QueueSample s) {
        QueueWindow w = part.window();
        long intervalMillis = batch.endMillis() - batch.startMillis();
        boolean isLast = batch.startMillis() >= part.lastStartMillis();
        QueueWindow merged = new QueueWindow(
                w.schema(),
                w.node(),
                w.queue(),
                isLast ? batch.clocking() : w.clocking(),
                w.sizeMillis(),
                w.startMillis(),
                w.sampleCount() + 1,
                Math.addExact(w.coveredMillis(), intervalMillis),
                w.lostBatches(),
                isLast ? s.settings() : w.settings(),
                isLast ? s.linkBitsPerSecond() : w.linkBitsPerSecond(),
                Math.addExact(w.offeredPackets(), s.offeredPackets()),
                Math.addExact(w.offeredBytes(), s.offeredBytes()),
                Math.addExact(w.sentPackets(), s.sentPackets()),
                Math.addExact(w.sentBytes(), s.sentBytes()),
                w.drops().plus(s.drops()),
                Math.addExact(w.droppedBytes(), s.droppedBytes()),
                Math.addExact(w.markedPackets(), s.markedPackets()),
                null,
                null,
                Sums.max(w.throughputPeakBitsPerSecond(), bitsPerSecond(s.sentBytes(), intervalMillis)),
                null,
                null,
                null,
                Sums.max(w.backlogPeakPackets(), Sums.max(s.backlogPeakPackets(), s.backlogPackets())),
                Sums.max(w.backlogPeakBytes(), Sums.max(s.backlogPeakBytes(), s.backlogBytes())),
                w.sojournMicros().merge(s.sojournMicros()),
                w.sojournFloorMicros().merge(s.sojournFloorMicros()),
                w.rttMicros().merge(s.rttMicros()),
                w.rttFloorMicros().merge(s.rttFloorMicros()),
                Sums.max(w.jitterMicros(), s.jitterMicros()),
                w.pdvMicros().merge(s.pdvMicros()),
                w.tokensAtLossBytes().merge(s.tokensAtLossBytes()),
                Sums.max(w.activeFlows(), s.activeFlows()),
                Sums.plus(w.dataPackets(), s.dataPackets()),
                Sums.plus(w.retransmittedPackets(), s.retransmittedPackets()),
                Sums.plus(w.reorderedPackets(), s.reorderedPackets()),
                Sums.max(w.advertisedWindowBytes(), s.advertisedWindowBytes()),
                Sums.max(w.inflightBytes(), s.inflightBytes()),
                Sums.max(w.windowLimitedFlows(), s.windowLimitedFlows()),
                Sums.plus(w.unresponsiveBytes(), s.unresponsiveBytes()));
        return new QueuePart(merged, Math.max(part.lastStartMillis(), batch.startMillis()));
    }

    /**
     * The final window: with its ratios, each null when its base is 0.
     *
     * <p>Utilisation is {@code 8 sentBytes / (rate coveredSeconds)}, null without a set rate. A packet that came in an
     * earlier window may be dropped in this one, so more drops than offers are possible: such a ratio is given as 1.
     */
    static QueueWindow finish(QueueWindow w, long lostBatches) {
        @Nullable Double mean = w.coveredMillis() == 0 ? null : bitsPerSecond(w.sentBytes(), w.coveredMillis());
        return new QueueWindow(
                w.schema(),
                w.node(),
                w.queue(),
                w.clocking(),
                w.sizeMillis(),
                w.startMillis(),
                w.sampleCount(),
                w.coveredMillis(),
                lostBatches,
                w.settings(),
                w.linkBitsPerSecond(),
                w.offeredPackets(),
                w.offeredBytes(),
                w.sentPackets(),
                w.sentBytes(),
                w.drops(),
                w.droppedBytes(),
                w.markedPackets(),
                utilisation(mean, w.settings().rateBitsPerSecond()),
                mean,
                w.throughputPeakBitsPerSecond(),
                Sums.ratio(w.drops().total(), w.offeredPackets()),
                Sums.ratio(w.markedPackets(), w.sentPackets()),
                Sums.ratio(w.retransmittedPackets(), w.dataPackets()),
                w.backlogPeakPackets(),
                w.backlogPeakBytes(),
                w.sojournMicros(),
                w.sojournFloorMicros(),
                w.rttMicros(),
                w.rttFloorMicros(),
                w.jitterMicros(),
                w.pdvMicros(),
                w.tokensAtLossBytes(),
                w.activeFlows(),
                w.dataPackets(),
                w.retransmittedPackets(),
                w.reorderedPackets(),
                w.advertisedWindowBytes(),
                w.inflightBytes(),
                w.windowLimitedFlows(),
                w.unresponsiveBytes());
    }

    private static @Nullable Double utilisation(@Nullable Double bitsPerSecond, @Nullable Long rateBitsPerSecond) {
        return bitsPerSecond == null || rateBitsPerSecond == null
                ? null
                : Double.valueOf(Math.min(UTILISATION_LIMIT, bitsPerSecond / rateBitsPerSecond));
    }

    private static double bitsPerSecond(long bytes, long millis) {
        return bytes * 8_000.0 / millis;
    }
}
