// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.LossTrail;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Loss trails on their way into batches. A batch takes so many cells that it stays well under the largest record; the rest
 * waits for the next batch. When too much waits, trails of single flows are left out, never those of a queue.
 */
final class TrailFeed {
    /** A cell is at most some 90 bytes of JSON: 5 000 take less than half of the largest record. */
    static final int CELLS_A_BATCH = 5_000;

    private static final int FLOW_BACKLOG_CELLS = 100_000;

    private final Deque<LossTrail> waiting = new ArrayDeque<>();
    private int waitingCells;
    private long leftOut;

    void add(LossTrail trail) {
        if (waitingCells > FLOW_BACKLOG_CELLS && !trail.subject().equals(LossTrail.AGGREGATE)) {
            leftOut++;
            return;
        }
        waiting.add(trail);
        waitingCells += trail.cells().size();
    }

    /** The next trails, at most {@link #CELLS_A_BATCH} cells of them. */
    List<LossTrail> next() {
        List<LossTrail> taken = new ArrayList<>();
        int room = CELLS_A_BATCH;
        LossTrail first = waiting.peek();
        while (first != null && first.cells().size() <= room) {
            room -= first.cells().size();
            taken.add(waiting.remove());
            first = waiting.peek();
        }
        waitingCells -= CELLS_A_BATCH - room;
        return taken;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Trails of single flows that had to be left out. */
    long leftOut() {
        return leftOut;
    }
}
