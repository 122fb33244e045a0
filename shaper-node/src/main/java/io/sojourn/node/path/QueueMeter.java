// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.link.ClassCounters;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.SketchBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Turns the running totals of a class into what happened in an interval, and keeps the distributions that totals cannot
 * hold. Times are rounded down to whole microseconds.
 */
final class QueueMeter {
    /** RFC 8289 section 3.2: the standing queue is the minimum over an interval of 100 ms. */
    private static final long FLOOR_CELL_NANOS = 100_000_000L;

    private final SketchBuilder sojournMicros = new SketchBuilder();
    private final SketchBuilder floorMicros = new SketchBuilder();
    private final SketchBuilder tokensAtLossBytes = new SketchBuilder();
    private final SketchBuilder ipdvMicros = new SketchBuilder();
    private long lastSojournNanos = -1;
    private long floorCell;
    private long cellFloorMicros = Long.MAX_VALUE;
    private long unresponsiveBytes;
    private long refusedPackets;
    private long refusedBytes;
    private Totals before;

    /** @param counters as they stand when the meter begins */
    QueueMeter(ClassCounters counters) {
        before = Totals.of(counters);
    }

    /** A class' running totals at one time. */
    private record Totals(
            long offeredPackets,
            long offeredBytes,
            long sentPackets,
            long sentBytes,
            DropCounts drops,
            long droppedBytes,
            long markedPackets) {
        static Totals of(ClassCounters counters) {
            DropCounts drops = new DropCounts(
                    counters.droppedPackets(DropCause.POLICED),
                    counters.droppedPackets(DropCause.TAIL),
                    counters.droppedPackets(DropCause.AQM),
                    counters.droppedPackets(DropCause.LIMIT));
            return new Totals(
                    counters.offeredPackets(),
                    counters.offeredBytes(),
                    counters.sentPackets(),
                    counters.sentBytes(),
                    drops,
                    counters.droppedBytes(),
                    counters.markedPackets());
        }
    }

    /** A packet left after a stay. */
    void sent(long sojournNanos, long nowNanos) {
        long micros = sojournNanos / 1_000;
        sojournMicros.add(micros);
        // RFC 3393 section 2.5, selection function: consecutive packets that the queue sent. It is the variation added
        // here.
        if (lastSojournNanos >= 0) {
            ipdvMicros.add(Math.abs(sojournNanos - lastSojournNanos) / 1_000);
        }
        lastSojournNanos = sojournNanos;
        long cell = Math.floorDiv(nowNanos, FLOOR_CELL_NANOS);
        if (cell != floorCell) {
            closeFloor();
            floorCell = cell;
        }
        cellFloorMicros = Math.min(cellFloorMicros, micros);
    }

    /** The bucket's level when a packet did not conform. */
    void policed(long levelBytes) {
        tokensAtLossBytes.add(levelBytes);
    }

    /** Bytes sent or dropped that no congestion control governs. */
    void unresponsive(long bytes) {
        unresponsiveBytes += bytes;
    }

    /** A packet for which the node had no room at all; it never reached the link. */
    void refused(int lengthBytes) {
        refusedPackets++;
        refusedBytes += lengthBytes;
    }

    /**
     * What happened since the last call. The interval ends on a whole second, so a floor's cell never spans two.
     *
     * @param linkBitsPerSecond of the link below, null when it has no rate of its own
     */
    QueueSample take(
            String queue,
            QueueSettings settings,
            ClassCounters counters,
            @Nullable Long linkBitsPerSecond,
            @Nullable Long activeFlows) {
        Totals now = Totals.of(counters);
        Totals then = before;
        before = now;
        closeFloor();
        long peakPackets = counters.backlogPeakPackets();
        long peakBytes = counters.backlogPeakBytes();
        counters.resetPeaks();
        QueueSample sample = new QueueSample(
                queue,
                settings,
                linkBitsPerSecond,
                now.offeredPackets - then.offeredPackets + refusedPackets,
                now.offeredBytes - then.offeredBytes + refusedBytes,
                now.sentPackets - then.sentPackets,
                now.sentBytes - then.sentBytes,
                difference(now.drops, then.drops, refusedPackets),
                now.droppedBytes - then.droppedBytes + refusedBytes,
                now.markedPackets - then.markedPackets,
                counters.backlogPackets(),
                counters.backlogBytes(),
                peakPackets,
                peakBytes,
                sojournMicros.drain(),
                floorMicros.drain(),
                Sketch.empty(),
                Sketch.empty(),
                null,
                ipdvMicros.drain(),
                Sketch.empty(),
                tokensAtLossBytes.drain(),
                activeFlows,
                null,
                null,
                null,
                null,
                null,
                null,
                unresponsiveBytes);
        unresponsiveBytes = 0;
        refusedPackets = 0;
        refusedBytes = 0;
        return sample;
    }

    private void closeFloor() {
        if (cellFloorMicros != Long.MAX_VALUE) {
            floorMicros.add(cellFloorMicros);
            cellFloorMicros = Long.MAX_VALUE;
        }
    }

    private static DropCounts difference(DropCounts now, DropCounts then, long refusedPackets) {
        return new DropCounts(
                now.policed() - then.policed(),
                now.tail() - then.tail(),
                now.aqm() - then.aqm(),
                now.limit() - then.limit() + refusedPackets);
    }
}
