// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import java.util.Arrays;

/**
 * Resent segments whose sending before is presumed lost, until a duplicate report (DSACK, RFC 2883) has had its time to
 * contradict. In order of resending, at most {@value #LIMIT}; the oldest counts as lost when there are more.
 */
final class ResendLog {
    static final int LIMIT = 2_048;

    /** Presumed lost. */
    static final byte PRESUMED = 1;
    /** Found to have arrived, by when or what was acknowledged; its duplicate report is still to come. */
    static final byte ARRIVED = 2;
    /** Found to have arrived, its duplicate report included. */
    static final byte REPORTED = 3;

    private static final int FIRST_CAPACITY = 8;

    private long[] starts = {};
    private long[] lostNanos = {};
    private long[] resentNanos = {};
    private int[] wireBytes = {};
    private byte[] states = {};
    private int head;
    private int size;

    int size() {
        return size;
    }

    boolean isFull() {
        return size == LIMIT;
    }

    void add(long start, long lostAtNanos, int wire, long nowNanos) {
        if (size == starts.length) {
            grow();
        }
        int slot = slot(size++);
        starts[slot] = start;
        lostNanos[slot] = lostAtNanos;
        resentNanos[slot] = nowNanos;
        wireBytes[slot] = wire;
        states[slot] = PRESUMED;
    }

    private void grow() {
        int capacity = Math.max(FIRST_CAPACITY, 2 * starts.length);
        long[][] longs = {new long[capacity], new long[capacity], new long[capacity]};
        int[] wires = new int[capacity];
        byte[] kept = new byte[capacity];
        for (int i = 0; i < size; i++) {
            int slot = slot(i);
            longs[0][i] = starts[slot];
            longs[1][i] = lostNanos[slot];
            longs[2][i] = resentNanos[slot];
            wires[i] = wireBytes[slot];
            kept[i] = states[slot];
        }
        starts = longs[0];
        lostNanos = longs[1];
        resentNanos = longs[2];
        wireBytes = wires;
        states = kept;
        head = 0;
    }

    private int slot(int index) {
        return (head + index) & (starts.length - 1);
    }

    /** Newest entry of a state that starts within [left, right), -1 when there is none. */
    int newestWithin(long left, long right, byte state) {
        for (int i = size - 1; i >= 0; i--) {
            int slot = slot(i);
            if (states[slot] == state && starts[slot] >= left && starts[slot] < right) {
                return i;
            }
        }
        return -1;
    }

    void turn(int index, byte state) {
        states[slot(index)] = state;
    }

    boolean isPresumed(int index) {
        return states[slot(index)] == PRESUMED;
    }

    long start(int index) {
        return starts[slot(index)];
    }

    long lostNanos(int index) {
        return lostNanos[slot(index)];
    }

    long resentNanos(int index) {
        return resentNanos[slot(index)];
    }

    int wireBytes(int index) {
        return wireBytes[slot(index)];
    }

    void removeFirst() {
        head = (head + 1) & (starts.length - 1);
        size--;
    }

    void release() {
        starts = Arrays.copyOf(starts, 0);
        lostNanos = Arrays.copyOf(lostNanos, 0);
        resentNanos = Arrays.copyOf(resentNanos, 0);
        wireBytes = Arrays.copyOf(wireBytes, 0);
        states = Arrays.copyOf(states, 0);
        head = 0;
        size = 0;
    }
}
