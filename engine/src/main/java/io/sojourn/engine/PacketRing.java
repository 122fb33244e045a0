// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import java.util.Arrays;

/**
 * Packets that wait, in order, with the time each came. Allocates only when more wait than ever before, and then
 * doubles.
 */
final class PacketRing {
    private static final int FIRST_CAPACITY = 64;

    private long[] handles = new long[FIRST_CAPACITY];
    private int[] lengthsBytes = new int[FIRST_CAPACITY];
    private long[] arrivalsNanos = new long[FIRST_CAPACITY];
    private int first;
    private int packets;
    private long bytes;

    void addLast(long handle, int lengthBytes, long arrivalNanos) {
        if (packets == handles.length) {
            grow();
        }
        int at = (first + packets) & (handles.length - 1);
        handles[at] = handle;
        lengthsBytes[at] = lengthBytes;
        arrivalsNanos[at] = arrivalNanos;
        packets++;
        bytes += lengthBytes;
    }

    boolean isEmpty() {
        return packets == 0;
    }

    int packets() {
        return packets;
    }

    long bytes() {
        return bytes;
    }

    long firstHandle() {
        return handles[first];
    }

    int firstLengthBytes() {
        return lengthsBytes[first];
    }

    long firstArrivalNanos() {
        return arrivalsNanos[first];
    }

    void removeFirst() {
        bytes -= lengthsBytes[first];
        first = (first + 1) & (handles.length - 1);
        packets--;
    }

    private void grow() {
        rotateToStart();
        int capacity = handles.length * 2;
        handles = Arrays.copyOf(handles, capacity);
        lengthsBytes = Arrays.copyOf(lengthsBytes, capacity);
        arrivalsNanos = Arrays.copyOf(arrivalsNanos, capacity);
    }

    private void rotateToStart() {
        long[] oldHandles = handles.clone();
        int[] oldLengths = lengthsBytes.clone();
        long[] oldArrivals = arrivalsNanos.clone();
        for (int i = 0; i < packets; i++) {
            int from = (first + i) & (oldHandles.length - 1);
            handles[i] = oldHandles[from];
            lengthsBytes[i] = oldLengths[from];
            arrivalsNanos[i] = oldArrivals[from];
        }
        first = 0;
    }
}
