// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What is counted of a queue, or of a flow: totals of the running interval, delays, and the loss history. */
final class Subject {
    /** Delays of one kind kept of an interval. */
    private static final int DELAY_LIMIT = 4_096;

    private static final int FLOORS = 10;
    static final long FLOOR_NANOS = 100_000_000L;

    private final MedianSampler rttMicros = new MedianSampler(DELAY_LIMIT);
    private final MedianSampler ipdvMicros = new MedianSampler(DELAY_LIMIT);
    private final int[] floorMicros = new int[FLOORS];
    private boolean hasFloors;
    private @Nullable LossHistory history;
    private long latestRttMicros = -1;
    private long leastRttMicros = -1;

    long packets;
    long bytes;
    long markedPackets;
    long unresponsiveBytes;
    long dataPackets;
    long lostPackets;
    long retransmittedPackets;
    long reorderedPackets;

    void packets(long nowNanos, int count, int wireBytes, boolean marked) {
        packets += count;
        bytes += wireBytes;
        markedPackets += marked ? count : 0;
        if (history != null) {
            history.passed(nowNanos, count, wireBytes, latestRttMicros);
        }
    }

    /** Begins the loss history. */
    void keepHistory() {
        if (history == null) {
            history = new LossHistory();
        }
    }

    @Nullable
    LossHistory history() {
        return history;
    }

    /** @return false when it was too late for the trail */
    boolean lost(long sentNanos, int wireBytes, boolean seen) {
        return history == null || history.lost(sentNanos, wireBytes, seen);
    }

    void restored(long sentNanos, int wireBytes) {
        if (history != null) {
            history.restored(sentNanos, wireBytes);
        }
    }

    void unknown(long sentNanos, int wireBytes) {
        if (history != null) {
            history.unknown(sentNanos, wireBytes);
        }
    }

    void rtt(long nowNanos, long rttNanos) {
        long micros = rttNanos / 1_000;
        latestRttMicros = micros;
        leastRttMicros = leastRttMicros < 0 ? micros : Math.min(leastRttMicros, micros);
        rttMicros.add(micros);
        int floor = (int) (nowNanos / FLOOR_NANOS % FLOORS);
        int value = (int) Math.min(Integer.MAX_VALUE, micros + 1);
        floorMicros[floor] = floorMicros[floor] == 0 ? value : Math.min(floorMicros[floor], value);
        hasFloors = true;
    }

    void ipdv(long ipdvNanos) {
        ipdvMicros.add(ipdvNanos / 1_000);
    }

    /** Forgets the delays so far: they measured something else. */
    void forgetDelays() {
        latestRttMicros = -1;
        leastRttMicros = -1;
        rttMicros.clear();
        clearFloors();
    }

    /** Round-trip times of the interval, an even selection if there were many. */
    MedianSampler rttMicros() {
        return rttMicros;
    }

    /** Delay variation of the interval without its sign, an even selection if there was much. */
    MedianSampler ipdvMicros() {
        return ipdvMicros;
    }

    /** Least round-trip time of a tenth of the interval, negative when there was none. */
    long floorMicros(int tenth) {
        return floorMicros[tenth] - 1L;
    }

    static int floors() {
        return FLOORS;
    }

    /** Negative when none is known. */
    long leastRttMicros() {
        return leastRttMicros;
    }

    /** Begins a new interval. */
    void clear() {
        packets = 0;
        bytes = 0;
        markedPackets = 0;
        unresponsiveBytes = 0;
        dataPackets = 0;
        lostPackets = 0;
        retransmittedPackets = 0;
        reorderedPackets = 0;
        rttMicros.clear();
        ipdvMicros.clear();
        if (hasFloors) {
            clearFloors();
        }
    }

    private void clearFloors() {
        Arrays.fill(floorMicros, 0);
        hasFloors = false;
    }
}
