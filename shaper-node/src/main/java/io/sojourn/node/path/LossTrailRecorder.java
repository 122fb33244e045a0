// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.telemetry.LossCell;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.SketchBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps, in cells of 1 ms, what one queue passed and dropped, and tells it around loss: the seconds with a drop and one
 * more on either side. A second's cells are kept until the next has ended, since only then is it known whether loss
 * followed.
 */
final class LossTrailRecorder {
    static final int CELL_MICROS = 1_000;
    private static final int CELLS = 1_000;
    private static final long CELL_NANOS = CELL_MICROS * 1_000L;
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final SketchBuilder delays = new SketchBuilder();
    private Second current = new Second();
    private Second previous = new Second();
    private long leastDelayMicros;
    private @Nullable Long lastDelayMicros;

    /** The cells of one second in which something happened, in their order. Grows past the busiest second only. */
    private static final class Second {
        private static final int FIRST_CELLS = 16;

        private int[] index = new int[FIRST_CELLS];
        private int[] passedPackets = new int[FIRST_CELLS];
        private long[] passedBytes = new long[FIRST_CELLS];
        private int[] lostPackets = new int[FIRST_CELLS];
        private long[] lostBytes = new long[FIRST_CELLS];
        private int cells;
        private long startMicros;
        private boolean loss;
        private boolean kept;

        void begin(long start) {
            cells = 0;
            startMicros = start;
            loss = false;
            kept = false;
        }

        /** Place of a cell; time never goes back, so it is the last one or a new one. */
        int at(int cell) {
            if (cells > 0 && index[cells - 1] >= cell) {
                return cells - 1;
            }
            if (cells == index.length) {
                grow(2 * cells);
            }
            index[cells] = cell;
            passedPackets[cells] = 0;
            passedBytes[cells] = 0;
            lostPackets[cells] = 0;
            lostBytes[cells] = 0;
            return cells++;
        }

        private void grow(int room) {
            index = Arrays.copyOf(index, room);
            passedPackets = Arrays.copyOf(passedPackets, room);
            passedBytes = Arrays.copyOf(passedBytes, room);
            lostPackets = Arrays.copyOf(lostPackets, room);
            lostBytes = Arrays.copyOf(lostBytes, room);
        }

        void addTo(List<LossCell> told, int firstIndex) {
            for (int i = 0; i < cells; i++) {
                told.add(new LossCell(
                        firstIndex + index[i], passedPackets[i], passedBytes[i], lostPackets[i], lostBytes[i]));
            }
        }
    }

    /** A packet was handed on. */
    void passed(int lengthBytes, long nowNanos) {
        int cell = current.at(cell(nowNanos));
        current.passedPackets[cell]++;
        current.passedBytes[cell] += lengthBytes;
    }

    /** A packet was dropped. */
    void lost(int lengthBytes, long nowNanos) {
        int cell = current.at(cell(nowNanos));
        current.lostPackets[cell]++;
        current.lostBytes[cell] += lengthBytes;
        current.loss = true;
        if (lastDelayMicros != null) {
            delays.add(lastDelayMicros);
        }
    }

    /** A packet left after a stay in the queue. */
    void stayed(long sojournMicros) {
        leastDelayMicros = lastDelayMicros == null ? sojournMicros : Math.min(leastDelayMicros, sojournMicros);
        lastDelayMicros = sojournMicros;
    }

    /** A second begins. */
    void begin(long startNanos) {
        current.begin(startNanos / 1_000);
    }

    /** The second has ended: what is to be told of it and of the one before, if anything. */
    @Nullable
    LossTrail end(String queue) {
        boolean follows = previous.startMicros + SECOND_NANOS / 1_000 == current.startMicros;
        boolean tellsPrevious = follows && previous.kept && current.loss;
        boolean tellsCurrent = current.loss || (follows && previous.loss);
        List<LossCell> cells = new ArrayList<>();
        if (tellsPrevious) {
            previous.addTo(cells, 0);
        }
        if (tellsCurrent) {
            current.addTo(cells, tellsPrevious ? CELLS : 0);
        }
        long startMicros = tellsPrevious ? previous.startMicros : current.startMicros;
        Sketch before = delays.drain();
        current.kept = !tellsCurrent;
        Second spare = previous;
        previous = current;
        current = spare;
        return cells.isEmpty()
                ? null
                : new LossTrail(queue, LossTrail.AGGREGATE, startMicros, CELL_MICROS, cells, before, leastDelayMicros);
    }

    private int cell(long nowNanos) {
        long cell = (nowNanos - current.startMicros * 1_000) / CELL_NANOS;
        return (int) Math.max(0, Math.min(CELLS - 1, cell));
    }
}
