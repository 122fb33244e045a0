// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.telemetry.LossCell;
import io.sojourn.telemetry.LossTrail;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a batch within the size of a record: when many queues lose at once, all trails of the batch get cells ten or a
 * hundred times as wide. Nothing is left out; only time is told more coarsely.
 */
final class TrailBudget {
    /** About 270 kB of JSON. */
    static final int CELLS = 3_000;

    private static final int STEP = 10;
    private static final long WIDEST_MICROS = 1_000_000;

    private TrailBudget() {}

    static List<LossTrail> fit(List<LossTrail> trails) {
        List<LossTrail> fitting = trails;
        while (cells(fitting) > CELLS && fitting.get(0).cellMicros() * STEP <= WIDEST_MICROS) {
            fitting = fitting.stream().map(TrailBudget::coarser).toList();
        }
        return fitting;
    }

    private static int cells(List<LossTrail> trails) {
        return trails.stream().mapToInt(trail -> trail.cells().size()).sum();
    }

    private static LossTrail coarser(LossTrail trail) {
        List<LossCell> cells = new ArrayList<>();
        for (LossCell cell : trail.cells()) {
            int index = cell.index() / STEP;
            int last = cells.size() - 1;
            if (last >= 0 && cells.get(last).index() == index) {
                cells.set(last, cells.get(last).plus(cell));
            } else {
                cells.add(cell.at(index));
            }
        }
        return new LossTrail(
                trail.queue(),
                trail.subject(),
                trail.startMicros(),
                trail.cellMicros() * STEP,
                cells,
                trail.delayBeforeLossMicros(),
                trail.baseDelayMicros());
    }
}
