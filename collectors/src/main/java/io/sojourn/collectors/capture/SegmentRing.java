// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

/**
 * The unacknowledged segments of a flow, ascending by sequence number, in parallel arrays that grow up to
 * {@value #LIMIT}.
 */
final class SegmentRing {
    /** 16 384 segments: 23 MB in flight at 1448 bytes. */
    static final int LIMIT = 16_384;

    /** Reported by a SACK block. */
    static final byte SACKED = 1;
    /** Sent more than once. */
    static final byte RESENT = 2;
    /** Skipped by the sender, as seen here: not seen yet. */
    static final byte HOLE = 4;
    /** Unresolved for so long that its loss trail went without it. */
    static final byte EXPIRED = 8;
    /** Its loss is counted before it was sent again. */
    static final byte COUNTED_LOST = 16;

    private static final int FIRST_CAPACITY = 8;

    private long[] starts = new long[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private int[] wireBytes = new int[FIRST_CAPACITY];
    private long[] sentNanos = new long[FIRST_CAPACITY];
    private int[] timestampValues = new int[FIRST_CAPACITY];
    private byte[] flags = new byte[FIRST_CAPACITY];
    private int head;
    private int size;

    int size() {
        return size;
    }

    boolean isFull() {
        return size == LIMIT;
    }

    void append(long start, int length, int wire, long nowNanos, int timestampValue, byte flag) {
        if (size == starts.length) {
            grow();
        }
        int slot = slot(size++);
        starts[slot] = start;
        lengths[slot] = length;
        wireBytes[slot] = wire;
        sentNanos[slot] = nowNanos;
        timestampValues[slot] = timestampValue;
        flags[slot] = flag;
    }

    private void grow() {
        int capacity = 2 * starts.length;
        starts = straight(starts, capacity);
        lengths = straight(lengths, capacity);
        wireBytes = straight(wireBytes, capacity);
        sentNanos = straight(sentNanos, capacity);
        timestampValues = straight(timestampValues, capacity);
        byte[] old = flags;
        flags = new byte[capacity];
        System.arraycopy(old, head, flags, 0, old.length - head);
        System.arraycopy(old, 0, flags, old.length - head, head);
        head = 0;
    }

    /** A full ring from its head on. */
    private long[] straight(long[] from, int capacity) {
        long[] to = new long[capacity];
        System.arraycopy(from, head, to, 0, from.length - head);
        System.arraycopy(from, 0, to, from.length - head, head);
        return to;
    }

    private int[] straight(int[] from, int capacity) {
        int[] to = new int[capacity];
        System.arraycopy(from, head, to, 0, from.length - head);
        System.arraycopy(from, 0, to, from.length - head, head);
        return to;
    }

    private int slot(int index) {
        return (head + index) & (starts.length - 1);
    }

    void removeFirst() {
        head = (head + 1) & (starts.length - 1);
        size--;
    }

    void clear() {
        head = 0;
        size = 0;
    }

    /** Index of the first segment that ends after a sequence number; {@link #size()} when there is none. */
    int firstEndingAfter(long sequence) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (end(middle) > sequence) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    long start(int index) {
        return starts[slot(index)];
    }

    long end(int index) {
        int slot = slot(index);
        return starts[slot] + lengths[slot];
    }

    int length(int index) {
        return lengths[slot(index)];
    }

    int wireBytes(int index) {
        return wireBytes[slot(index)];
    }

    /** When it was sent last; for a hole, when it opened. */
    long sentNanos(int index) {
        return sentNanos[slot(index)];
    }

    int timestampValue(int index) {
        return timestampValues[slot(index)];
    }

    boolean is(int index, int flag) {
        return (flags[slot(index)] & flag) != 0;
    }

    void mark(int index, byte flag) {
        flags[slot(index)] |= flag;
    }

    /** Sent now, once more or for the first time seen. */
    void sent(int index, long nowNanos, int timestampValue, byte setFlags) {
        int slot = slot(index);
        sentNanos[slot] = nowNanos;
        timestampValues[slot] = timestampValue;
        flags[slot] = (byte) ((flags[slot] & SACKED) | setFlags);
    }
}
