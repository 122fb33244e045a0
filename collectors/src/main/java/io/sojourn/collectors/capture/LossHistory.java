// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.LossCell;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.SketchBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * What passed and what was lost of one subject, in cells of 1 ms: the source of its loss trails.
 *
 * <p>A packet counts as passed until it is known to be lost, in the cell of that sending of it. A cell is given out
 * {@link #LAG_MILLIS} later, so that recovery up to that long is seen; a loss known later still is not in the trail. A
 * trail starts with what passed in the {@link #HISTORY_MILLIS} before the first loss (a token bucket drains from then on,
 * not from the first loss) and ends {@link #AFTER_MILLIS} after the last.
 */
final class LossHistory {
    static final long CELL_MICROS = 1_000;
    static final long CELL_NANOS = 1_000_000;
    static final long LAG_MILLIS = 4_000;
    static final long HISTORY_MILLIS = 10_000;
    static final long AFTER_MILLIS = 2_000;

    /** More than all cells of history, lag and one interval. */
    private static final int LIMIT = 1 << 14;

    private static final int FIRST_CAPACITY = 16;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private long[] cells = new long[FIRST_CAPACITY];
    private int[] passedPackets = new int[FIRST_CAPACITY];
    private int[] passedBytes = new int[FIRST_CAPACITY];
    private int[] lostPackets = new int[FIRST_CAPACITY];
    private int[] lostBytes = new int[FIRST_CAPACITY];
    private int[] delayMicros = new int[FIRST_CAPACITY];
    private int head;
    private int size;
    private long finalTo = NEVER;
    private long givenTo = NEVER;
    private long lastLoss = NEVER;

    /** @param latestDelayMicros last clean delay known, negative when none is */
    void passed(long nowNanos, int packets, int bytes, long latestDelayMicros) {
        long cell = nowNanos / CELL_NANOS;
        if (size == 0 || cells[slot(size - 1)] < cell) {
            open(cell, latestDelayMicros);
        }
        int slot = slot(size - 1);
        passedPackets[slot] += packets;
        passedBytes[slot] += bytes;
    }

    private void open(long cell, long latestDelayMicros) {
        if (size == cells.length) {
            if (size == LIMIT) {
                removeFirst();
            } else {
                grow();
            }
        }
        int slot = slot(size++);
        cells[slot] = cell;
        passedPackets[slot] = 0;
        passedBytes[slot] = 0;
        lostPackets[slot] = 0;
        lostBytes[slot] = 0;
        delayMicros[slot] = (int) Math.min(Integer.MAX_VALUE, latestDelayMicros);
    }

    /**
     * What was sent then is lost.
     *
     * @param seen whether the sending itself was seen, and counted as passed
     * @return false when it is too late for the trail
     */
    boolean lost(long sentNanos, int bytes, boolean seen) {
        int slot = find(sentNanos / CELL_NANOS);
        if (slot < 0) {
            return false;
        }
        lostPackets[slot]++;
        lostBytes[slot] += bytes;
        if (seen) {
            withdraw(slot, bytes);
        }
        return true;
    }

    /** It was not lost after all. */
    void restored(long sentNanos, int bytes) {
        int slot = find(sentNanos / CELL_NANOS);
        if (slot >= 0) {
            lostPackets[slot]--;
            lostBytes[slot] -= bytes;
            passedPackets[slot]++;
            passedBytes[slot] += bytes;
        }
    }

    /** What became of it is not known: neither passed nor lost. */
    void unknown(long sentNanos, int bytes) {
        int slot = find(sentNanos / CELL_NANOS);
        if (slot >= 0) {
            withdraw(slot, bytes);
        }
    }

    private void withdraw(int slot, int bytes) {
        passedPackets[slot] = Math.max(0, passedPackets[slot] - 1);
        passedBytes[slot] = Math.max(0, passedBytes[slot] - bytes);
    }

    /** Slot of a cell that is not final yet, or -1. */
    private int find(long cell) {
        if (cell < finalTo) {
            return -1;
        }
        int index = firstAtOrAfter(cell);
        return index < size && cells[slot(index)] == cell ? slot(index) : -1;
    }

    private int firstAtOrAfter(long cell) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cells[slot(middle)] >= cell) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /**
     * Makes all cells before a time final and gives out those that belong to a trail.
     *
     * @param leastDelayMicros of the subject so far, 0 when none is known
     */
    void settle(long toMillis, String queue, String subject, long leastDelayMicros, Consumer<LossTrail> out) {
        for (int i = firstAtOrAfter(finalTo); i < size && cells[slot(i)] < toMillis; i++) {
            lastLoss = lostPackets[slot(i)] > 0 ? cells[slot(i)] : lastLoss;
        }
        finalTo = Math.max(finalTo, toMillis);
        long end = Math.min(finalTo, lastLoss + AFTER_MILLIS + 1);
        if (end > givenTo) {
            give(end, queue, subject, leastDelayMicros, out);
            givenTo = end;
        }
        trim(Math.max(givenTo, finalTo - HISTORY_MILLIS));
    }

    private void give(long end, String queue, String subject, long leastDelayMicros, Consumer<LossTrail> out) {
        List<LossCell> given = new ArrayList<>();
        SketchBuilder delays = new SketchBuilder();
        long first = 0;
        for (int i = firstAtOrAfter(givenTo); i < size && cells[slot(i)] < end; i++) {
            int slot = slot(i);
            if (passedPackets[slot] == 0 && lostPackets[slot] == 0) {
                continue;
            }
            first = given.isEmpty() ? cells[slot] : first;
            int index = (int) (cells[slot] - first);
            given.add(new LossCell(index, passedPackets[slot], passedBytes[slot], lostPackets[slot], lostBytes[slot]));
            for (int lost = 0; lost < lostPackets[slot] && delayMicros[slot] >= 0; lost++) {
                delays.add(delayMicros[slot]);
            }
            if (given.size() == TrailFeed.CELLS_A_BATCH) {
                out.accept(trail(queue, subject, first, given, delays, leastDelayMicros));
                given = new ArrayList<>();
            }
        }
        if (!given.isEmpty()) {
            out.accept(trail(queue, subject, first, given, delays, leastDelayMicros));
        }
    }

    private static LossTrail trail(
            String queue, String subject, long first, List<LossCell> cells, SketchBuilder delays, long leastDelay) {
        return new LossTrail(queue, subject, first * CELL_MICROS, CELL_MICROS, cells, delays.drain(), leastDelay);
    }

    private void trim(long before) {
        while (size > 0 && cells[head] < before) {
            removeFirst();
        }
        if (size == 0 && cells.length > FIRST_CAPACITY) {
            resize(FIRST_CAPACITY);
        }
    }

    private void removeFirst() {
        head = (head + 1) & (cells.length - 1);
        size--;
    }

    private int slot(int index) {
        return (head + index) & (cells.length - 1);
    }

    private void grow() {
        resize(2 * cells.length);
    }

    private void resize(int capacity) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = slot(i);
        }
        long[] straight = new long[capacity];
        for (int i = 0; i < size; i++) {
            straight[i] = cells[order[i]];
        }
        cells = straight;
        passedPackets = picked(passedPackets, order, capacity);
        passedBytes = picked(passedBytes, order, capacity);
        lostPackets = picked(lostPackets, order, capacity);
        lostBytes = picked(lostBytes, order, capacity);
        delayMicros = picked(delayMicros, order, capacity);
        head = 0;
    }

    private static int[] picked(int[] from, int[] order, int capacity) {
        int[] straight = Arrays.copyOf(from, capacity);
        for (int i = 0; i < order.length; i++) {
            straight[i] = from[order[i]];
        }
        return straight;
    }
}
