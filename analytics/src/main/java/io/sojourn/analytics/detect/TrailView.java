// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.SketchBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * What the loss trails of a horizon say.
 *
 * @param cells one ascending row; empty when there is no trail
 * @param delayBeforeLossMicros of all trails
 * @param baseDelayMicros least of them, 0 when none is known
 */
record TrailView(Cells cells, Sketch delayBeforeLossMicros, double baseDelayMicros) {
    static final TrailView NONE = new TrailView(new Cells(1, List.of()), Sketch.empty(), 0);

    /** Cells that start in [from, to) of the trails with the widest cells, which are all when a source has but one. */
    static TrailView of(List<LossTrail> trails, long fromMillis, long toMillis) {
        long width = trails.stream().mapToLong(LossTrail::cellMicros).max().orElse(0);
        if (width == 0) {
            return NONE;
        }
        List<Cell> cells = new ArrayList<>();
        SketchBuilder delays = new SketchBuilder();
        double base = 0;
        for (LossTrail trail : trails) {
            if (trail.cellMicros() != width || trail.startMicros() >= toMillis * 1_000) {
                continue;
            }
            for (Cell cell : Cells.of(trail).list()) {
                boolean within = cell.startMicros() >= fromMillis * 1_000 && cell.startMicros() < toMillis * 1_000;
                boolean ascends = cells.isEmpty()
                        || cell.startMicros() > cells.get(cells.size() - 1).startMicros();
                if (within && ascends) {
                    cells.add(cell);
                }
            }
            delays.add(trail.delayBeforeLossMicros());
            base = leastKnown(base, trail.baseDelayMicros());
        }
        return new TrailView(new Cells(width, cells), delays.build(), base);
    }

    /** The lesser of two delays of which 0 is unknown. */
    static double leastKnown(double a, double b) {
        return a == 0 || b == 0 ? Math.max(a, b) : Math.min(a, b);
    }

    /** Packets lost from this time on. */
    long lostPacketsSince(long millis) {
        return cells.list().stream()
                .filter(cell -> cell.startMicros() >= millis * 1_000)
                .mapToLong(Cell::lostPackets)
                .sum();
    }

    /** Bytes the windows counted as sent over those the trails saw pass, in the seconds that have trails; 1 for none. */
    double counted(List<QueueWindow> windows) {
        double sent = 0;
        double passed = 0;
        for (QueueWindow window : windows) {
            double seen = cells.list().stream()
                    .filter(cell -> cell.startMicros() >= window.startMillis() * 1_000
                            && cell.startMicros() < window.endMillis() * 1_000)
                    .mapToDouble(Cell::passedBytes)
                    .sum();
            passed += seen;
            sent += seen > 0 ? window.sentBytes() : 0;
        }
        return passed == 0 ? 1 : sent / passed;
    }
}
