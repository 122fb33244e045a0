// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.engine.Conditioner;
import io.sojourn.engine.ConditionerCounters;
import io.sojourn.engine.Decision;
import io.sojourn.engine.SojournRecorder;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.SketchBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Turns the running totals of a conditioner into what happened in an interval, and keeps the distributions that totals
 * cannot hold. Times are rounded down to whole microseconds.
 */
final class QueueMeter implements SojournRecorder {
    /** RFC 8289 section 3.2: the standing queue is the minimum over an interval of 100 ms. */
    private static final long FLOOR_CELL_NANOS = 100_000_000L;

    private final SketchBuilder sojournMicros = new SketchBuilder();
    private final SketchBuilder floorMicros = new SketchBuilder();
    private final SketchBuilder tokensAtLossBytes = new SketchBuilder();
    private long floorCell;
    private long cellFloorMicros = Long.MAX_VALUE;
    private long unresponsiveBytes;
    private Totals before = new Totals(0, 0, 0, 0, DropCounts.NONE, 0);

    /** A conditioner's running totals at one time. */
    private record Totals(
            long offeredPackets,
            long offeredBytes,
            long sentPackets,
            long sentBytes,
            DropCounts drops,
            long droppedBytes) {
        static Totals of(ConditionerCounters counters) {
            DropCounts drops = new DropCounts(
                    counters.droppedPackets(Decision.DROP_POLICED),
                    counters.droppedPackets(Decision.DROP_TAIL),
                    counters.droppedPackets(Decision.DROP_AQM),
                    counters.droppedPackets(Decision.DROP_LIMIT));
            return new Totals(
                    counters.offeredPackets(),
                    counters.offeredBytes(),
                    counters.sentPackets(),
                    counters.sentBytes(),
                    drops,
                    counters.droppedBytes());
        }
    }

    @Override
    public void sent(long sojournNanos, long nowNanos) {
        long micros = sojournNanos / 1_000;
        sojournMicros.add(micros);
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

    /** What happened since the last call. The interval ends on a whole second, so a floor's cell never spans two. */
    QueueSample take(String queue, QueueSettings settings, Conditioner conditioner, @Nullable Long activeFlows) {
        ConditionerCounters counters = conditioner.counters();
        Totals now = Totals.of(counters);
        Totals then = before;
        before = now;
        closeFloor();
        long peakPackets = counters.backlogPeakPackets();
        long peakBytes = counters.backlogPeakBytes();
        counters.resetPeaks(conditioner);
        return new QueueSample(
                queue,
                settings,
                null,
                now.offeredPackets - then.offeredPackets,
                now.offeredBytes - then.offeredBytes,
                now.sentPackets - then.sentPackets,
                now.sentBytes - then.sentBytes,
                difference(now.drops, then.drops),
                now.droppedBytes - then.droppedBytes,
                0,
                conditioner.backlogPackets(),
                conditioner.backlogBytes(),
                peakPackets,
                peakBytes,
                sojournMicros.drain(),
                floorMicros.drain(),
                Sketch.empty(),
                Sketch.empty(),
                null,
                Sketch.empty(),
                tokensAtLossBytes.drain(),
                activeFlows,
                null,
                null,
                null,
                null,
                null,
                null,
                takeUnresponsive());
    }

    private long takeUnresponsive() {
        long bytes = unresponsiveBytes;
        unresponsiveBytes = 0;
        return bytes;
    }

    private void closeFloor() {
        if (cellFloorMicros != Long.MAX_VALUE) {
            floorMicros.add(cellFloorMicros);
            cellFloorMicros = Long.MAX_VALUE;
        }
    }

    private static DropCounts difference(DropCounts now, DropCounts then) {
        return new DropCounts(
                now.policed() - then.policed(),
                now.tail() - then.tail(),
                now.aqm() - then.aqm(),
                now.limit() - then.limit());
    }
}
