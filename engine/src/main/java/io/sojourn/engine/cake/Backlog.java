// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

/**
 * What waits in all tins together. Once it is too much, flows are kept in the order of their size, until half is gone.
 *
 * <p>Source: "Piece of CAKE": on overflow, packets are dropped from the longest queue.
 */
final class Backlog {
    private final FlowHeap heap = new FlowHeap();
    private boolean isOrdered;
    private long limitBytes;
    private int packets;
    private long bytes;

    void configure(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    int packets() {
        return packets;
    }

    long bytes() {
        return bytes;
    }

    boolean isOverLimit() {
        return bytes > limitBytes;
    }

    /** The flow whose first packet has to go. */
    Flow fattest(Iterable<Tin> tins) {
        if (!isOrdered) {
            isOrdered = true;
            tins.forEach(tin -> tin.addWaitingTo(heap));
        }
        return heap.fattest();
    }

    void added(Flow flow, int lengthBytes) {
        packets++;
        bytes += lengthBytes;
        if (isOrdered) {
            heap.changed(flow);
        }
    }

    void removed(Flow flow, int lengthBytes) {
        packets--;
        bytes -= lengthBytes;
        if (isOrdered) {
            heap.changed(flow);
            if (bytes <= limitBytes / 2) {
                isOrdered = false;
                heap.clear();
            }
        }
    }
}
