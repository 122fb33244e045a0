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

    private static final int SLOTS = 64;
    private static final long FORGET_NANOS = 10_000_000_000L;

    private final int[] values = new int[SLOTS];
    private final long[] timesNanos = new long[SLOTS];
    private final long[] marks = new long[SLOTS];
    private int at;
    private int lastValue;
    private long matchedMark;

    /** @param mark something of the packet that {@link #matchedMark()} gives back at its echo */
    void sent(int value, long nowNanos, long mark) {
        if (value == 0 || value == lastValue) {
            return;
        }
        lastValue = value;
        at = (at + 1) % SLOTS;
        values[at] = value;
        timesNanos[at] = nowNanos;
        marks[at] = mark;
    }

    /** @return nanoseconds from the first sending of the value to this, its first echo, or {@link #NONE} */
    long echoed(int value, long nowNanos) {
        if (value == 0) {
            return NONE;
        }
        for (int back = 0; back < SLOTS; back++) {
            int slot = (at - back + SLOTS) % SLOTS;
            if (values[slot] == value) {
                values[slot] = 0;
                matchedMark = marks[slot];
                long rtt = nowNanos - timesNanos[slot];
                return rtt <= FORGET_NANOS ? rtt : NONE;
            }
            if (values[slot] == 0) {
                // Echoes come in order: what is older than an echoed value is not echoed any more.
                return NONE;
            }
        }
        return NONE;
    }

    long matchedMark() {
        return matchedMark;
    }
}
