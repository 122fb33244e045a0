// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

import java.util.Arrays;

/**
 * Knows which flow has most packets, in constant time: flows of equal length are in a ring, and a queue's length changes
 * by one at a time, so the longest is in the same ring as before or the next (McKenney, "Stochastic Fairness Queueing",
 * INFOCOM 1990, section 3).
 */
final class LongestFlows {
    private final int flows;
    private final int[] next;
    private final int[] previous;
    private int longest;

    /**
     * @param flows how many
     * @param lengthLimit most packets of a flow
     */
    LongestFlows(int flows, int lengthLimit) {
        this.flows = flows;
        this.next = new int[flows + lengthLimit + 1];
        this.previous = new int[next.length];
        Arrays.setAll(next, node -> node);
        Arrays.setAll(previous, node -> node);
    }

    /** A flow has now so many packets, one more than before. */
    void grown(int flow, int packets) {
        leave(flow);
        join(flow, packets);
        longest = Math.max(longest, packets);
    }

    /** A flow has now so many packets, one less than before. */
    void shrunk(int flow, int packets) {
        leave(flow);
        if (packets > 0) {
            join(flow, packets);
        }
        if (next[ring(longest)] == ring(longest)) {
            longest--;
        }
    }

    /** Packets of the longest flow. */
    int longestPackets() {
        return longest;
    }

    /** A flow of {@link #longestPackets}, which is more than 0: the one that has been so for the shortest time. */
    int longest() {
        return next[ring(longest)];
    }

    /** The place in the rings of those with so many packets; length 0 has none of its own. */
    private int ring(int packets) {
        return flows + packets;
    }

    private void leave(int flow) {
        next[previous[flow]] = next[flow];
        previous[next[flow]] = previous[flow];
        next[flow] = flow;
        previous[flow] = flow;
    }

    private void join(int flow, int packets) {
        int ring = ring(packets);
        next[flow] = next[ring];
        previous[flow] = ring;
        previous[next[ring]] = flow;
        next[ring] = flow;
    }
}
