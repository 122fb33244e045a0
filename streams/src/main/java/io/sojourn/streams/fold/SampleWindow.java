// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Sketch;
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
        WindowTotal total = new WindowTotal(
                Scope.QUEUE, batch.node(), s.queue(), batch.clocking(), s.settings(), sketches(s, bitsPerSecond));
        placeInTime(total, batch, size, millis);
        count(total, s);
        level(total, s, millis);
        total.linkBitsPerSecond = s.linkBitsPerSecond();
        total.committedBitsPerSecond =
                planBitsPerSecond != null ? planBitsPerSecond : s.settings().rateBitsPerSecond();
        total.throughputPeakBitsPerSecond = bitsPerSecond;
        Rates.note(total, bitsPerSecond, millis);
        return total;
    }

    private static Sketch[] sketches(QueueSample s, @Nullable Double bitsPerSecond) {
        return new Sketch[] {
            bitsPerSecond == null ? Sketch.empty() : Sketch.ofOne(Math.round(bitsPerSecond)),
            s.sojournMicros(),
            s.sojournFloorMicros(),
            s.rttMicros(),
            s.rttFloorMicros(),
            Rates.isLoaded(s.settings(), s.linkBitsPerSecond(), bitsPerSecond) ? s.rttMicros() : Sketch.empty(),
            s.ipdvMicros(),
            s.pdvMicros(),
            s.tokensAtLossBytes()
        };
    }

    private static void placeInTime(WindowTotal total, SampleBatch batch, WindowSize size, long millis) {
        total.sizeMillis = size.sizeMillis();
        total.startMillis = size.startOf(batch.startMillis());
        total.settingsMillis = batch.startMillis();
        total.coveredMillis = millis;
        total.queueMillis = millis;
        total.sampleCount = 1;
        total.queueCount = 1;
        total.expectedQueues = 1;
    }

    private static void count(WindowTotal total, QueueSample s) {
        total.offeredPackets = s.offeredPackets();
        total.offeredBytes = s.offeredBytes();
        total.sentPackets = s.sentPackets();
        total.sentBytes = s.sentBytes();
        total.drops = s.drops();
        total.droppedBytes = s.droppedBytes();
        total.markedPackets = s.markedPackets();
        total.dataPackets = s.dataPackets();
        total.retransmittedPackets = s.retransmittedPackets();
        total.reorderedPackets = s.reorderedPackets();
        total.unresponsiveBytes = s.unresponsiveBytes();
    }

    private static void level(WindowTotal total, QueueSample s, long millis) {
        total.backlogPeakPackets = Sums.max(s.backlogPeakPackets(), s.backlogPackets());
        total.backlogPeakBytes = Sums.max(s.backlogPeakBytes(), s.backlogBytes());
        if (s.backlogPackets() != null) {
            total.backlogMillis = millis;
            total.backlogPacketMillis = times(s.backlogPackets(), millis);
            total.backlogByteMillis = times(s.backlogBytes(), millis);
        }
        total.jitterMicros = s.jitterMicros();
        total.activeFlows = s.activeFlows();
        total.advertisedWindowBytes = s.advertisedWindowBytes();
        total.inflightBytes = s.inflightBytes();
        total.windowLimitedFlows = s.windowLimitedFlows();
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
}
