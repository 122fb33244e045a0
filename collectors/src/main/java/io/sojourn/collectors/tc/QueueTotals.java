// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import io.sojourn.collectors.CounterDelta;
import io.sojourn.collectors.QueueCounts;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.QueueSettings;
import org.jspecify.annotations.Nullable;

/**
 * Running totals of one queue since its first reading, made continuous over resets and replacements of the qdisc
 * (see {@link CounterDelta}). A change of options that leaves the counters alone is no restart: {@code tc qdisc change}
 * keeps them.
 */
public final class QueueTotals {
    private final CounterDelta bytes = new CounterDelta();
    private final CounterDelta packets = new CounterDelta();
    private final CounterDelta drops = new CounterDelta();
    private final CounterDelta overflowDrops = new CounterDelta();
    private final CounterDelta marks = new CounterDelta();
    private TcCounters totals = new TcCounters(0, 0, 0, 0, 0, 0, 0);
    private @Nullable String identity;

    /** @return totals since the first reading, levels as they are now */
    public TcCounters add(QueueReading reading) {
        if (identity != null && !identity.equals(reading.identity())) {
            restart();
        }
        identity = reading.identity();
        TcCounters now = reading.counters();
        totals = new TcCounters(
                totals.sentBytes() + bytes.next(now.sentBytes()),
                totals.sentPackets() + packets.next(now.sentPackets()),
                totals.drops() + drops.next(now.drops()),
                totals.overflowDrops() + overflowDrops.next(now.overflowDrops()),
                totals.marks() + marks.next(now.marks()),
                now.backlogBytes(),
                now.backlogPackets());
        return totals;
    }

    private void restart() {
        bytes.restart();
        packets.restart();
        drops.restart();
        overflowDrops.restart();
        marks.restart();
    }

    /** How often the sent bytes fell. */
    public long resets() {
        return bytes.resets();
    }

    public long restarts() {
        return bytes.restarts();
    }

    /**
     * What happened between two totals. tc counts dropped packets but not their bytes: they are taken to be as long as
     * the sent ones on average, or full frames when none was sent.
     *
     * @param peakBytes most that was seen waiting in the interval
     */
    public static QueueCounts between(
            QueueSettings settings, TcCounters start, TcCounters end, long peakBytes, long peakPackets) {
        long sentBytes = end.sentBytes() - start.sentBytes();
        long sentPackets = end.sentPackets() - start.sentPackets();
        long drops = end.drops() - start.drops();
        long droppedBytes =
                Math.round(drops * (sentPackets > 0 ? (double) sentBytes / sentPackets : TcSettings.FRAME_BYTES));
        long waitingPackets = end.backlogPackets() - start.backlogPackets();
        long waitingBytes = end.backlogBytes() - start.backlogBytes();
        return new QueueCounts(
                settings,
                Math.max(0, sentPackets + drops + waitingPackets),
                Math.max(0, sentBytes + droppedBytes + waitingBytes),
                sentPackets,
                sentBytes,
                causes(settings.discipline(), drops, end.overflowDrops() - start.overflowDrops()),
                droppedBytes,
                end.marks() - start.marks(),
                end.backlogPackets(),
                end.backlogBytes(),
                Math.max(peakPackets, end.backlogPackets()),
                Math.max(peakBytes, end.backlogBytes()));
    }

    private static DropCounts causes(Discipline discipline, long drops, long overflowDrops) {
        return switch (discipline) {
            case POLICER -> new DropCounts(drops, 0, 0, 0);
            case CODEL, FQ_CODEL -> {
                long tail = Math.min(drops, overflowDrops);
                yield new DropCounts(0, tail, drops - tail, 0);
            }
            // tc is not asked which disciplines these are: see TcSettings.
            case RED, WRED, PIE, DUALPI2, SFQ, WFQ, CAKE -> new DropCounts(0, drops, 0, 0);
            case SHAPER, FIFO, UNKNOWN -> new DropCounts(0, drops, 0, 0);
        };
    }
}
