// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.List;

/**
 * How bytes passed and packets were lost in fine cells: how policing is found (after Flach et al., "An
 * Internet-Wide Analysis of Traffic Policing", SIGCOMM 2016, section 3). Sent only around loss.
 *
 * <p>A trail has its own time, which may lie before its batch's interval: a capture knows that a packet was lost only
 * when it is sent again. Trails of one subject never overlap, and ascend. Cells without a packet are left out.
 *
 * @param subject {@link #AGGREGATE} for the whole queue, or a flow as in {@link FlowSample}
 * @param startMicros start of cell 0, Unix epoch
 * @param cellMicros width of a cell, 100 to 1 000 000
 * @param cells ascending by index, at most {@value #CELL_LIMIT}
 * @param delayBeforeLossMicros the last clean round-trip or sojourn time known before each loss
 * @param baseDelayMicros least such time of the subject so far, 0 when none is known
 */
public record LossTrail(
        String queue,
        String subject,
        long startMicros,
        long cellMicros,
        List<LossCell> cells,
        Sketch delayBeforeLossMicros,
        long baseDelayMicros) {
    /** The subject of a whole queue. */
    public static final String AGGREGATE = "*";

    public static final int CELL_LIMIT = 10_000;

    public LossTrail {
        Range.name("queue", queue);
        Range.name("subject", subject);
        Range.atLeast("startMicros", startMicros, 0);
        Range.atLeast("cellMicros", cellMicros, 100);
        Range.atMost("cellMicros", cellMicros, 1_000_000);
        cells = List.copyOf(Range.present("cells", cells));
        Range.atMost("cells", cells.size(), CELL_LIMIT);
        Range.present("delayBeforeLossMicros", delayBeforeLossMicros);
        Range.atLeast("baseDelayMicros", baseDelayMicros, 0);
        int last = -1;
        for (LossCell cell : cells) {
            Range.atLeast("cells.index", cell.index(), last + 1L);
            last = cell.index();
        }
    }

    /** The same trail as one of another queue and subject. */
    public LossTrail renamed(String newQueue, String newSubject) {
        return new LossTrail(
                newQueue, newSubject, startMicros, cellMicros, cells, delayBeforeLossMicros, baseDelayMicros);
    }
}
