// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import io.sojourn.telemetry.LossCell;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.Sketch;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Valid loss trails with few arguments. */
public final class Trails {
    private Trails() {}

    /** The trail of a whole queue's packets: 1 ms cells, without a known delay. */
    public static LossTrail of(String queue, long startMicros, Passage passage) {
        return of(queue, LossTrail.AGGREGATE, startMicros, 1_000, passage);
    }

    /**
     * Packets laid into cells at the time they came to the element.
     *
     * @param startMicros what the passage's time 0 is, Unix epoch
     */
    public static LossTrail of(String queue, String subject, long startMicros, long cellMicros, Passage passage) {
        SortedMap<Integer, LossCell> cells = new TreeMap<>();
        for (Passage.Sent sent : passage.sent()) {
            add(cells, sent.arrivedNanos(), cellMicros, new LossCell(0, 1, sent.lengthBytes(), 0, 0));
        }
        for (Passage.Dropped dropped : passage.dropped()) {
            add(cells, dropped.atNanos(), cellMicros, new LossCell(0, 0, 0, 1, dropped.lengthBytes()));
        }
        List<LossCell> ascending = new ArrayList<>(cells.values());
        return new LossTrail(queue, subject, startMicros, cellMicros, ascending, Sketch.empty(), 0);
    }

    /** The same trail with the delays known before its losses. */
    public static LossTrail withDelays(LossTrail trail, long baseDelayMicros, long... delayBeforeLossMicros) {
        return new LossTrail(
                trail.queue(),
                trail.subject(),
                trail.startMicros(),
                trail.cellMicros(),
                trail.cells(),
                Sketch.of(delayBeforeLossMicros),
                baseDelayMicros);
    }

    private static void add(SortedMap<Integer, LossCell> cells, long atNanos, long cellMicros, LossCell one) {
        int index = Math.toIntExact(atNanos / (cellMicros * 1_000));
        cells.merge(index, one.at(index), LossCell::plus);
    }
}
