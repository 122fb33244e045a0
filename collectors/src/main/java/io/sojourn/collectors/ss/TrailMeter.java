// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ss;

import io.sojourn.collectors.Series;
import io.sojourn.telemetry.LossCell;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.Sketch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What passed and was lost from poll to poll, as the cells of loss trails.
 *
 * <p>The first cell begins where the traffic does, which the kernel tells to its clock tick: a bucket that is full there is
 * known to the depth that has passed since. Between polls what passes is taken to rise evenly; what is lost counts at the
 * poll that showed it, for a bucket is empty no sooner.
 *
 * <p>Error: within a cell up to a poll's worth; over whole cells none but at the traffic's start, a tick (4 ms).
 */
final class TrailMeter {
    /** Time without a packet after which the traffic begins anew. */
    private static final long PAUSE_MICROS = 1_000_000;

    /** New flows that bring so many times what passed before are the traffic; the rest, a control connection say, was not. */
    private static final int DWARFED = 10;

    /** Intervals without loss that still belong to the trail: they show that the link passes everything. */
    private static final int QUIET_INTERVALS = 2;

    /** Cells kept for the first loss that may come: what drained the bucket passed before it. */
    private static final int HELD_CELLS = 100;

    private static final long[] NONE = {0, 0};

    private final String queue;
    private final long cellMicros;
    private final Map<Integer, long[]> lost = new HashMap<>();
    /** Whole cells not sent yet, by their index since the anchor. */
    private final List<LossCell> held = new ArrayList<>();

    private @Nullable Series totals;
    private long anchorMicros;
    private int nextCell;
    private long lastPollMicros = -1;
    private long lastDataMicros;
    private int quietIntervals = QUIET_INTERVALS;

    TrailMeter(String queue, long cellMicros) {
        this.queue = queue;
        this.cellMicros = cellMicros;
    }

    /**
     * @param nowMicros when the sockets were read
     * @param counts passed packets and bytes, lost packets and bytes since the poll before, of all flows
     * @param newPackets of the passed packets, those of flows that began since
     * @param busyMicros how long the longest of these had data under way; 0 when none did
     */
    void poll(long nowMicros, long[] counts, long newPackets, long busyMicros) {
        boolean data = counts[0] + counts[2] > 0;
        @Nullable Series series = totals;
        if (series != null && (nowMicros - lastDataMicros > PAUSE_MICROS || isDwarfed(series, newPackets))) {
            series = null;
        }
        if (series == null && data) {
            series = begin(nowMicros, busyMicros);
        }
        if (series != null) {
            long[] before = series.last();
            series.add(nowMicros, before[0] + counts[0], before[1] + counts[1]);
            int cell = (int) ((nowMicros - anchorMicros - 1) / cellMicros);
            long[] here = lost.computeIfAbsent(cell, index -> new long[2]);
            here[0] += counts[2];
            here[1] += counts[3];
        }
        totals = series;
        lastDataMicros = data ? nowMicros : lastDataMicros;
        lastPollMicros = nowMicros;
    }

    private static boolean isDwarfed(Series before, long newPackets) {
        return newPackets > 0 && newPackets >= DWARFED * before.last()[0];
    }

    private Series begin(long nowMicros, long busyMicros) {
        long before = lastPollMicros < 0 ? nowMicros - cellMicros : lastPollMicros;
        long start = busyMicros > 0 ? Math.max(before, nowMicros - busyMicros) : before;
        anchorMicros = Math.max(start, anchorMicros + nextCell * cellMicros);
        nextCell = 0;
        lost.clear();
        held.clear();
        Series series = new Series();
        series.add(anchorMicros, 0, 0);
        return series;
    }

    /** The whole cells since the last drain, while there is loss and shortly after; with the first those before it. */
    List<LossTrail> drain(Sketch delayBeforeLossMicros, long baseDelayMicros) {
        Series series = totals;
        boolean loss = series != null && hold(series);
        quietIntervals = loss ? 0 : quietIntervals + 1;
        if (held.isEmpty() || quietIntervals > QUIET_INTERVALS) {
            held.subList(0, Math.max(0, held.size() - HELD_CELLS)).clear();
            return List.of();
        }
        int first = held.get(0).index();
        List<LossCell> cells = held.stream().map(cell -> shifted(cell, first)).toList();
        held.clear();
        return List.of(new LossTrail(
                queue,
                LossTrail.AGGREGATE,
                anchorMicros + first * cellMicros,
                cellMicros,
                cells,
                delayBeforeLossMicros,
                baseDelayMicros));
    }

    private static LossCell shifted(LossCell cell, int first) {
        return new LossCell(
                cell.index() - first, cell.passedPackets(), cell.passedBytes(), cell.lostPackets(), cell.lostBytes());
    }

    /** Adds the cells that are whole by now; says whether one of them lost something. */
    private boolean hold(Series series) {
        boolean loss = false;
        long[] before = series.at(end(nextCell - 1));
        while (end(nextCell) <= series.lastMicros()) {
            long[] after = series.at(end(nextCell));
            long[] losses = lost.getOrDefault(nextCell, NONE);
            lost.remove(nextCell);
            if (after[0] > before[0] || losses[0] > 0) {
                held.add(new LossCell(nextCell, after[0] - before[0], after[1] - before[1], losses[0], losses[1]));
            }
            loss |= losses[0] > 0;
            before = after;
            nextCell++;
        }
        totals = tail(series, before);
        return loss;
    }

    /** Only what the next cells are made of is kept. */
    private Series tail(Series series, long[] atBoundary) {
        Series tail = new Series();
        long boundary = end(nextCell - 1);
        tail.add(boundary, atBoundary);
        for (int index : series.between(boundary + 1, Long.MAX_VALUE)) {
            tail.add(series.micros(index), series.row(index));
        }
        return tail;
    }

    private long end(int cell) {
        return anchorMicros + (cell + 1) * cellMicros;
    }
}
