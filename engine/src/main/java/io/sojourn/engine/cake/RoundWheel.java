// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import org.jspecify.annotations.Nullable;

/**
 * The rotation of deficit round robin, with rounds that a flow would only sit through skipped: a flow that needs credit
 * of several rounds before it may send is put that many rounds ahead. Constant time however small the credit of a round.
 *
 * <p>Source: Shreedhar, Varghese, "Efficient fair queuing using deficit round robin" (1996), for the rounds. Serves the
 * same packets in the same rounds; what changes meanwhile in a flow's credit per round counts from its next turn on.
 */
final class RoundWheel {
    /** Furthest that a flow can be put ahead. */
    static final int MOST_ROUNDS = 255;

    private static final int ROUNDS = MOST_ROUNDS + 1;
    private static final int WORDS = ROUNDS / Long.SIZE;

    private final FlowChain[] rounds = new FlowChain[ROUNDS];
    /** A bit for each round that may have flows. */
    private final long[] taken = new long[WORDS];

    private int round;

    RoundWheel() {
        for (int i = 0; i < ROUNDS; i++) {
            rounds[i] = new FlowChain();
        }
    }

    /** Puts a flow behind all others {@code ahead} rounds after this one, 1 to {@link #MOST_ROUNDS}. */
    void add(Flow flow, int ahead) {
        int at = (round + ahead) % ROUNDS;
        rounds[at].addLast(flow);
        taken[at / Long.SIZE] |= 1L << at;
    }

    /** The flow whose turn it is, or null when there is none. */
    @Nullable
    Flow first() {
        while (true) {
            Flow flow = rounds[round].first();
            if (flow != null) {
                return flow;
            }
            taken[round / Long.SIZE] &= ~(1L << round);
            int next = nextTaken();
            if (next < 0) {
                return null;
            }
            round = next;
        }
    }

    private int nextTaken() {
        int word = round / Long.SIZE;
        long ahead = taken[word] & (-1L << round);
        if (ahead != 0) {
            return word * Long.SIZE + Long.numberOfTrailingZeros(ahead);
        }
        for (int i = 1; i <= WORDS; i++) {
            int at = (word + i) % WORDS;
            if (taken[at] != 0) {
                return at * Long.SIZE + Long.numberOfTrailingZeros(taken[at]);
            }
        }
        return -1;
    }
}
