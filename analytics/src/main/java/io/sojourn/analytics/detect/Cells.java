// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.LossCell;
import io.sojourn.telemetry.LossTrail;
import java.util.ArrayList;
import java.util.List;

/**
 * Loss trails of one subject as one ascending row of cells, and the sums that the policer tests need. Within a cell
 * the order of passed and lost packets is not known, so no time is better than half a cell.
 *
 * @param widthMicros of every cell, at least 1; a row with one packet a cell is exact
 */
public record Cells(long widthMicros, List<Cell> list) {
    public Cells {
        list = List.copyOf(list);
    }

    /** The cells of one trail. */
    public static Cells of(LossTrail trail) {
        List<Cell> cells = new ArrayList<>(trail.cells().size());
        for (LossCell cell : trail.cells()) {
            cells.add(new Cell(
                    trail.startMicros() + cell.index() * trail.cellMicros(),
                    cell.passedPackets(),
                    cell.passedBytes(),
                    cell.lostPackets(),
                    cell.lostBytes()));
        }
        return new Cells(trail.cellMicros(), cells);
    }

    int size() {
        return list.size();
    }

    Cell get(int index) {
        return list.get(index);
    }

    long lostPackets() {
        return list.stream().mapToLong(Cell::lostPackets).sum();
    }

    long passedPackets() {
        return list.stream().mapToLong(Cell::passedPackets).sum();
    }

    /** Lost over lost and passed packets; 0 for no packets. */
    double lossRatio() {
        long lost = lostPackets();
        long all = lost + passedPackets();
        return all == 0 ? 0 : (double) lost / all;
    }

    /** Mean length of the passed packets; 0 when none passed. */
    double meanPacketBytes() {
        long packets = passedPackets();
        return packets == 0
                ? 0
                : (double) list.stream().mapToLong(Cell::passedBytes).sum() / packets;
    }

    /** Indices of the cells in which a packet was lost, ascending. */
    int[] lossCells() {
        return java.util.stream.IntStream.range(0, list.size())
                .filter(i -> list.get(i).lostPackets() > 0)
                .toArray();
    }

    /** {@code sums[i]}: bytes passed before cell i; one longer than the row. */
    long[] passedBytesBefore() {
        long[] sums = new long[list.size() + 1];
        for (int i = 0; i < list.size(); i++) {
            sums[i + 1] = sums[i] + list.get(i).passedBytes();
        }
        return sums;
    }

    /** {@code sums[i]}: packets passed before cell i; one longer than the row. */
    long[] passedPacketsBefore() {
        long[] sums = new long[list.size() + 1];
        for (int i = 0; i < list.size(); i++) {
            sums[i + 1] = sums[i] + list.get(i).passedPackets();
        }
        return sums;
    }
}
