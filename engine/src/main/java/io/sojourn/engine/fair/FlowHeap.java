// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

import java.util.Arrays;

/**
 * Flows by a key of each, the least first: a binary heap in which a flow can be found and moved. Logarithmic time.
 *
 * <p>Keys are compared by their difference, so they may run over as long as no two are 2<sup>63</sup> apart.
 */
final class FlowHeap {
    private static final int NOWHERE = -1;

    private final long[] keys;
    private final int[] places;
    private final int[] heap;
    private int size;

    FlowHeap(int flows) {
        keys = new long[flows];
        places = new int[flows];
        heap = new int[flows];
        Arrays.fill(places, NOWHERE);
    }

    /** How many flows there is room for. */
    int flows() {
        return keys.length;
    }

    /** Adds a flow, or gives it another key. */
    void put(int flow, long key) {
        int place = places[flow];
        if (place == NOWHERE) {
            place = size++;
        }
        keys[flow] = key;
        if (place > 0 && isBefore(flow, heap[(place - 1) / 2])) {
            rise(flow, place);
        } else {
            sink(flow, place);
        }
    }

    void remove(int flow) {
        int place = places[flow];
        places[flow] = NOWHERE;
        int moved = heap[--size];
        if (moved != flow) {
            places[moved] = place;
            heap[place] = moved;
            put(moved, keys[moved]);
        }
    }

    /** The flow with the least key, of a heap that is not empty. */
    int first() {
        return heap[0];
    }

    boolean isEmpty() {
        return size == 0;
    }

    void clear() {
        while (size > 0) {
            places[heap[--size]] = NOWHERE;
        }
    }

    private void rise(int flow, int from) {
        int place = from;
        while (place > 0 && isBefore(flow, heap[(place - 1) / 2])) {
            set(place, heap[(place - 1) / 2]);
            place = (place - 1) / 2;
        }
        set(place, flow);
    }

    private void sink(int flow, int from) {
        int place = from;
        for (int child = lesserChild(place); child < size && isBefore(heap[child], flow); child = lesserChild(place)) {
            set(place, heap[child]);
            place = child;
        }
        set(place, flow);
    }

    private int lesserChild(int place) {
        int left = 2 * place + 1;
        return left + 1 < size && isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
    }

    private boolean isBefore(int flow, int other) {
        return keys[flow] - keys[other] < 0;
    }

    private void set(int place, int flow) {
        heap[place] = flow;
        places[flow] = place;
    }
}
