// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

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

    /** The cells of one second. */
    private static final class Second {
        private final int[] passedPackets = new int[CELLS];
        private final long[] passedBytes = new long[CELLS];
        private final int[] lostPackets = new int[CELLS];
        private final long[] lostBytes = new long[CELLS];
        private long startMicros;
        private boolean loss;
        private boolean kept;

        void begin(long start) {
            Arrays.fill(passedPackets, 0);
            Arrays.fill(passedBytes, 0);
            Arrays.fill(lostPackets, 0);
            Arrays.fill(lostBytes, 0);
            startMicros = start;
            loss = false;
            kept = false;
        }

        void addTo(List<LossCell> cells, int firstIndex) {
            for (int i = 0; i < CELLS; i++) {
                if (passedPackets[i] + lostPackets[i] > 0) {
                    cells.add(new LossCell(
                            firstIndex + i, passedPackets[i], passedBytes[i], lostPackets[i], lostBytes[i]));
                }
            }
        }
    }

    /** A packet was handed on. */
    void passed(int lengthBytes, long nowNanos) {
        int cell = cell(nowNanos);
        current.passedPackets[cell]++;
        current.passedBytes[cell] += lengthBytes;
    }

    /** A packet was dropped. */
    void lost(int lengthBytes, long nowNanos) {
        int cell = cell(nowNanos);
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
