// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/** Worked traffic of 1 250 byte packets, one packet a cell of 1 microsecond, and the bucket that polices it. */
final class Traffic {
    static final int PACKET_BYTES = 1_250;

    private Traffic() {}

    /** Every packet at its time, lost where the predicate says so. */
    static Cells cells(long[] micros, LongPredicate lost) {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < micros.length; i++) {
            boolean gone = lost.test(i);
            cells.add(
                    new Cell(micros[i], gone ? 0 : 1, gone ? 0 : PACKET_BYTES, gone ? 1 : 0, gone ? PACKET_BYTES : 0));
        }
        return new Cells(1, cells);
    }

    /** Through a token bucket that starts full. */
    static Cells policed(long[] micros, double rateBytesPerSecond, double depthBytes) {
        boolean[] lost = new boolean[micros.length];
        double tokens = depthBytes;
        for (int i = 0; i < micros.length; i++) {
            tokens = Math.min(depthBytes, tokens + (i == 0 ? 0 : micros[i] - micros[i - 1]) * rateBytesPerSecond / 1e6);
            lost[i] = tokens < PACKET_BYTES - 1e-6;
            tokens -= lost[i] ? 0 : PACKET_BYTES;
        }
        return cells(micros, i -> lost[(int) i]);
    }

    /** One packet every {@code gapMicros}. */
    static long[] constant(int packets, long gapMicros) {
        return bursts(1, packets, gapMicros, 0);
    }

    /** {@code bursts} bursts of packets, a burst every {@code periodMicros}. */
    static long[] bursts(int bursts, int packets, long gapMicros, long periodMicros) {
        long[] micros = new long[bursts * packets];
        for (int i = 0; i < micros.length; i++) {
            micros[i] = i / packets * periodMicros + i % packets * gapMicros;
        }
        return micros;
    }

    /** The same packets in cells of a width. */
    static Cells coarse(Cells fine, long widthMicros) {
        java.util.TreeMap<Long, Cell> sums = new java.util.TreeMap<>();
        for (Cell cell : fine.list()) {
            long start = cell.startMicros() / widthMicros * widthMicros;
            sums.merge(
                    start,
                    new Cell(start, cell.passedPackets(), cell.passedBytes(), cell.lostPackets(), cell.lostBytes()),
                    Traffic::sum);
        }
        return new Cells(widthMicros, List.copyOf(sums.values()));
    }

    private static Cell sum(Cell a, Cell b) {
        return new Cell(
                a.startMicros(),
                a.passedPackets() + b.passedPackets(),
                a.passedBytes() + b.passedBytes(),
                a.lostPackets() + b.lostPackets(),
                a.lostBytes() + b.lostBytes());
    }
}
