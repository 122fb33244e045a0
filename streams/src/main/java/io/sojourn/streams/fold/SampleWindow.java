// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.WindowFigures;
import org.jspecify.annotations.Nullable;

/**
 * A sample as a window of one sample: what is left to do is to add windows.
 *
 * <p>A sample belongs to the window that holds its start, so that the covered time may pass the window's size by the last
 * interval: then bits and time still belong together. A sample that knows the backlog at its end but no peak counts with the
 * backlog, a lower bound of the peak.
 */
final class SampleWindow {
    /** So many values in each sample of ten a second, for an hour, on thousands of queues: still a number of 63 bits. */
    private static final long GREATEST_COUNT = 1L << 32;

    private SampleWindow() {}

    /**
     * @param planBitsPerSecond what was sold; null where the inventory does not say
     * @throws OutOfRange when a sketch holds more values than can be summed for long
     */
    static WindowTotal of(SampleBatch batch, QueueSample s, WindowSize size, @Nullable Long planBitsPerSecond) {
        checkCounts(s);
        long millis = batch.endMillis() - batch.startMillis();
        Double bitsPerSecond = Rates.bitsPerSecond(s.sentBytes(), millis);
        WindowTotal total = new WindowTotal(plain(batch, s, size, millis, bitsPerSecond));
        total.committedBitsPerSecond =
                planBitsPerSecond != null ? planBitsPerSecond : s.settings().rateBitsPerSecond();
        Rates.note(total, bitsPerSecond, millis);
        if (Rates.isLoaded(s.settings(), s.linkBitsPerSecond(), bitsPerSecond)) {
            total.sketch(Sketches.RTT_LOADED, s.rttMicros());
        }
        if (s.backlogPackets() != null) {
            total.backlogMillis = millis;
            total.backlogPacketMillis = times(s.backlogPackets(), millis);
            total.backlogByteMillis = times(s.backlogBytes(), millis);
        }
        return total;
    }

    private static @Nullable Long times(@Nullable Long level, long millis) {
        return level == null ? null : Long.valueOf(level > Long.MAX_VALUE / millis ? Long.MAX_VALUE : level * millis);
    }

    private static void checkCounts(QueueSample s) {
        checkCount("sojournMicros.count", s.sojournMicros());
        checkCount("sojournFloorMicros.count", s.sojournFloorMicros());
        checkCount("rttMicros.count", s.rttMicros());
        checkCount("rttFloorMicros.count", s.rttFloorMicros());
        checkCount("ipdvMicros.count", s.ipdvMicros());
        checkCount("pdvMicros.count", s.pdvMicros());
        checkCount("tokensAtLossBytes.count", s.tokensAtLossBytes());
    }

    static void checkCount(String field, Sketch sketch) {
        if (sketch.count() > GREATEST_COUNT) {
            throw new OutOfRange(field, sketch.count(), "at most " + GREATEST_COUNT + " a sample");
        }
    }

    private static QueueWindow plain(
            SampleBatch batch, QueueSample s, WindowSize size, long millis, @Nullable Double bitsPerSecond) {
        return new QueueWindow(
                Schema.CURRENT,
                Scope.QUEUE,
                batch.node(),
                s.queue(),
                batch.clocking(),
                Stage.EARLY,
                size.sizeMillis(),
                size.startOf(batch.startMillis()),
                1,
                millis,
                1,
                millis,
                1,
                0,
                batch.startMillis(),
                s.settings(),
                s.linkBitsPerSecond(),
                null,
                s.offeredPackets(),
                s.offeredBytes(),
                s.sentPackets(),
                s.sentBytes(),
                s.drops(),
                s.droppedBytes(),
                s.markedPackets(),
                null,
                null,
                bitsPerSecond,
                bitsPerSecond == null ? Sketch.empty() : Sketch.ofOne(Math.round(bitsPerSecond)),
                null,
                null,
                null,
                Sums.max(s.backlogPeakPackets(), s.backlogPackets()),
                Sums.max(s.backlogPeakBytes(), s.backlogBytes()),
                null,
                null,
                null,
                0,
                0,
                0,
                0,
                s.sojournMicros(),
                s.sojournFloorMicros(),
                s.rttMicros(),
                s.rttFloorMicros(),
                Sketch.empty(),
                s.jitterMicros(),
                s.ipdvMicros(),
                s.pdvMicros(),
                s.tokensAtLossBytes(),
                s.activeFlows(),
                s.dataPackets(),
                s.retransmittedPackets(),
                s.reorderedPackets(),
                s.advertisedWindowBytes(),
                s.inflightBytes(),
                s.windowLimitedFlows(),
                s.unresponsiveBytes(),
                null,
                null,
                null,
                null,
                WindowFigures.NONE);
    }
}
