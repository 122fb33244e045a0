// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import java.util.Arrays;

/** Events in order of time; those of one time in the order they were added. A binary heap on primitives. */
final class EventQueue {
    private int size;
    private long order;
    private long[] times = new long[256];
    private long[] orders = new long[256];
    private int[] kinds = new int[256];
    private int[] flows = new int[256];
    private long[] firsts = new long[256];
    private long[] seconds = new long[256];

    // The event taken last.
    private long atNanos;
    private int kind;
    private int flow;
    private long first;
    private long second;

    /** @param first and {@code second}: whatever the kind means by them */
    void add(long atNanos, int kind, int flow, long first, long second) {
        if (size == times.length) {
            grow();
        }
        int hole = size++;
        long myOrder = order++;
        while (hole > 0) {
            int parent = (hole - 1) / 2;
            if (times[parent] <= atNanos) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, atNanos, myOrder, kind, flow, first, second);
    }

    /** Takes the earliest event; false when there is none. */
    boolean next() {
        if (size == 0) {
            return false;
        }
        atNanos = times[0];
        kind = kinds[0];
        flow = flows[0];
        first = firsts[0];
        second = seconds[0];
        size--;
        sinkLast();
        return true;
    }

    long atNanos() {
        return atNanos;
    }

    int kind() {
        return kind;
    }

    int flow() {
        return flow;
    }

    long first() {
        return first;
    }

    long second() {
        return second;
    }

    private void sinkLast() {
        int hole = 0;
        int last = size;
        for (int child = 1; child < size; child = 2 * hole + 1) {
            if (child + 1 < size && before(child + 1, child)) {
                child++;
            }
            if (!before(child, last)) {
                break;
            }
            move(child, hole);
            hole = child;
        }
        move(last, hole);
    }

    private boolean before(int a, int b) {
        return times[a] < times[b] || (times[a] == times[b] && orders[a] < orders[b]);
    }

    private void move(int from, int to) {
        put(to, times[from], orders[from], kinds[from], flows[from], firsts[from], seconds[from]);
    }

    private void put(int at, long timeNanos, long eventOrder, int eventKind, int eventFlow, long a, long b) {
        times[at] = timeNanos;
        orders[at] = eventOrder;
        kinds[at] = eventKind;
        flows[at] = eventFlow;
        firsts[at] = a;
        seconds[at] = b;
    }

    private void grow() {
        int capacity = times.length * 2;
        times = Arrays.copyOf(times, capacity);
        orders = Arrays.copyOf(orders, capacity);
        kinds = Arrays.copyOf(kinds, capacity);
        flows = Arrays.copyOf(flows, capacity);
        firsts = Arrays.copyOf(firsts, capacity);
        seconds = Arrays.copyOf(seconds, capacity);
    }
}
