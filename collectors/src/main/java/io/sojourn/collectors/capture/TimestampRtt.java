// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

/**
 * Round-trip time by TCP timestamps (RFC 7323), as Nichols' pping has it: the time of the first packet with a value is
 * kept, the first packet that echoes it gives one sample, later echoes give none.
 *
 * <p>A sender's clock ticks about once a millisecond, so a value repeats: matching the first of its packets with the first
 * echo overestimates by less than a tick, matching the last would underestimate. Value 0 is left out; what is not echoed
 * within 10 s is forgotten.
 */
final class TimestampRtt {
    /** {@link #echoed} when there is no sample. */
    static final long NONE = -1;

    private static final int FIRST_CAPACITY = 16;
    /** More than the ticks of any round trip that a sender with a window would wait for. */
    private static final int LIMIT = 4_096;

    private static final long FORGET_NANOS = 10_000_000_000L;

    private int[] values = new int[FIRST_CAPACITY];
    private long[] timesNanos = new long[FIRST_CAPACITY];
    private long[] marks = new long[FIRST_CAPACITY];
    private int head;
    private int size;
    private int lastValue;
    private long matchedMark;

    /** @param mark something of the packet that {@link #matchedMark()} gives back at its echo */
    void sent(int value, long nowNanos, long mark) {
        if (value == 0 || (size > 0 && value - lastValue <= 0)) {
            return;
        }
        while (size > 0 && (size == LIMIT || nowNanos - timesNanos[head] > FORGET_NANOS)) {
            removeFirst();
        }
        if (size == values.length) {
            grow();
        }
        lastValue = value;
        int slot = (head + size++) & (values.length - 1);
        values[slot] = value;
        timesNanos[slot] = nowNanos;
        marks[slot] = mark;
    }

    private void grow() {
        int[] oldValues = values;
        long[] oldTimes = timesNanos;
        long[] oldMarks = marks;
        values = new int[2 * size];
        timesNanos = new long[2 * size];
        marks = new long[2 * size];
        for (int i = 0; i < size; i++) {
            int from = (head + i) & (size - 1);
            values[i] = oldValues[from];
            timesNanos[i] = oldTimes[from];
            marks[i] = oldMarks[from];
        }
        head = 0;
    }

    private void removeFirst() {
        head = (head + 1) & (values.length - 1);
        size--;
    }

    /**
     * Echoes come in order: what is older than an echoed value is not waited for any more.
     *
     * @return nanoseconds from the first sending of the value to this, its first echo, or {@link #NONE}
     */
    long echoed(int value, long nowNanos) {
        if (value == 0) {
            return NONE;
        }
        while (size > 0 && values[head] - value < 0) {
            removeFirst();
        }
        if (size == 0 || values[head] != value) {
            return NONE;
        }
        matchedMark = marks[head];
        long rttNanos = nowNanos - timesNanos[head];
        removeFirst();
        return rttNanos <= FORGET_NANOS ? rttNanos : NONE;
    }

    long matchedMark() {
        return matchedMark;
    }
}
