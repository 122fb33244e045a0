// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Sketch;
import java.util.ArrayList;
import java.util.List;

/** The sketches of a window, by number, so that what is done to all of them is said once. */
final class Sketches {
    static final int CELL = 0;
    static final int SOJOURN = 1;
    static final int SOJOURN_FLOOR = 2;
    static final int RTT = 3;
    static final int RTT_FLOOR = 4;
    static final int RTT_LOADED = 5;
    static final int IPDV = 6;
    static final int PDV = 7;
    static final int TOKENS_AT_LOSS = 8;

    /** So many are merged at once: more would take more memory than time. */
    static final int AT_ONCE = 5;

    private static final int COUNT = 9;

    private Sketches() {}

    static Sketch[] of(QueueWindow w) {
        return new Sketch[] {
            w.cellBitsPerSecond(),
            w.sojournMicros(),
            w.sojournFloorMicros(),
            w.rttMicros(),
            w.rttFloorMicros(),
            w.rttLoadedMicros(),
            w.ipdvMicros(),
            w.pdvMicros(),
            w.tokensAtLossBytes()
        };
    }

    static Sketch[] merge(List<WindowTotal> totals) {
        List<Sketch[]> rows = new ArrayList<>(totals.size());
        totals.forEach(total -> rows.add(total.sketches()));
        return mergeRows(rows);
    }

    static Sketch[] mergeRows(List<Sketch[]> rows) {
        Sketch[] merged = new Sketch[COUNT];
        for (int i = 0; i < COUNT; i++) {
            int which = i;
            merged[i] = Sketch.merge(rows, row -> row[which]);
        }
        return merged;
    }
}
