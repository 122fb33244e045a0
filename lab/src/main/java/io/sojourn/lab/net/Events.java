// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Events in order of time; those of one time in the order they were added. A binary heap of slots. */
public final class Events {
    private static final int FIRST_CAPACITY = 256;

    private int size;
    private long order;
    private int[] heap = new int[FIRST_CAPACITY];
    private int[] free = new int[FIRST_CAPACITY];
    private int freeCount;
    private long[] times = new long[FIRST_CAPACITY];
    private long[] orders = new long[FIRST_CAPACITY];
    private int[] whats = new int[FIRST_CAPACITY];
    private @Nullable Actor[] actors = new Actor[FIRST_CAPACITY];
    private @Nullable Packet[] packets = new Packet[FIRST_CAPACITY];
    private long happened;

    public Events() {
        freeFrom(0);
    }

    /** Asks for {@link Actor#act} at a time. */
    public void add(long atNanos, Actor actor, int what, @Nullable Packet packet) {
        if (size == heap.length) {
            grow();
        }
        int slot = free[--freeCount];
        times[slot] = atNanos;
        orders[slot] = order++;
        whats[slot] = what;
        actors[slot] = actor;
        packets[slot] = packet;
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) / 2;
            if (times[heap[parent]] <= atNanos) {
                break;
            }
            heap[hole] = heap[parent];
            hole = parent;
        }
        heap[hole] = slot;
    }

    /** Lets everything before a time happen. */
    public void runUntil(long endNanos) {
        while (size > 0 && times[heap[0]] < endNanos) {
            int slot = heap[0];
            size--;
            sinkLast();
            Actor actor = actors[slot];
            Packet packet = packets[slot];
            packets[slot] = null;
            free[freeCount++] = slot;
            happened++;
            if (actor != null) {
                actor.act(whats[slot], packet, times[slot]);
            }
        }
    }

    /** Time of the earliest event; {@code Long.MAX_VALUE} when there is none. */
    public long nextNanos() {
        return size == 0 ? Long.MAX_VALUE : times[heap[0]];
    }

    /** How many have happened. */
    public long happened() {
        return happened;
    }

    private void sinkLast() {
        int hole = 0;
        int last = heap[size];
        for (int child = 1; child < size; child = 2 * hole + 1) {
            if (child + 1 < size && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], last)) {
                break;
            }
            heap[hole] = heap[child];
            hole = child;
        }
        heap[hole] = last;
    }

    private boolean before(int a, int b) {
        return times[a] < times[b] || (times[a] == times[b] && orders[a] < orders[b]);
    }

    private void freeFrom(int slot) {
        for (int i = free.length - 1; i >= slot; i--) {
            free[freeCount++] = i;
        }
    }

    private void grow() {
        int before = heap.length;
        int capacity = before * 2;
        heap = Arrays.copyOf(heap, capacity);
        free = Arrays.copyOf(free, capacity);
        times = Arrays.copyOf(times, capacity);
        orders = Arrays.copyOf(orders, capacity);
        whats = Arrays.copyOf(whats, capacity);
        actors = Arrays.copyOf(actors, capacity);
        packets = Arrays.copyOf(packets, capacity);
        freeFrom(before);
    }
}
