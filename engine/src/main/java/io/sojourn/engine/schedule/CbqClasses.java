// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.Settings;
import io.sojourn.engine.TrafficClass;
import java.util.List;

/**
 * The classes of a CBQ: who is whose child and may borrow, and where each is in the rounds.
 *
 * <p>Eight numbers a class, in 32 bytes side by side: what a packet needs of its class is in one or two cache lines.
 */
final class CbqClasses {
    private static final int WORDS = 8;
    private static final int PARENT = 0;
    private static final int BORROWS = 1;
    private static final int PRIORITY = 2;
    private static final int QUANTUM = 3;
    private static final int DEFICIT = 4;
    private static final int LENDER = 5;
    private static final int PARKED = 6;

    private final int[] words;

    /** @param lender of all of them at first */
    CbqClasses(List<TrafficClass> classes, int lender) {
        words = new int[classes.size() * WORDS];
        for (int cl = 0; cl < classes.size(); cl++) {
            Settings own = classes.get(cl).settings();
            int at = cl * WORDS;
            words[at + PARENT] = classes.get(cl).parent();
            words[at + BORROWS] = own.isOn(Cbq.BORROW) ? 1 : 0;
            words[at + PRIORITY] = own.intValue(Cbq.PRIORITY);
            words[at + LENDER] = lender;
        }
    }

    int size() {
        return words.length / WORDS;
    }

    int parent(int cl) {
        return words[cl * WORDS + PARENT];
    }

    boolean borrows(int cl) {
        return words[cl * WORDS + BORROWS] != 0;
    }

    int priority(int cl) {
        return words[cl * WORDS + PRIORITY];
    }

    /** Who lends to a leaf that is in the rounds now. */
    int lender(int leaf) {
        return words[leaf * WORDS + LENDER];
    }

    void setLender(int leaf, int lender) {
        words[leaf * WORDS + LENDER] = lender;
    }

    /** Whether the queue of a leaf holds its packets back, not the estimator. */
    boolean isParked(int leaf) {
        return words[leaf * WORDS + PARKED] != 0;
    }

    void setParked(int leaf, boolean isParked) {
        words[leaf * WORDS + PARKED] = isParked ? 1 : 0;
    }

    void setQuantum(int leaf, int bytes) {
        words[leaf * WORDS + QUANTUM] = bytes;
    }

    /** Whether a leaf has sent more than its turns allow. */
    boolean isInDeficit(int leaf) {
        return words[leaf * WORDS + DEFICIT] < 0;
    }

    void takeFromTurn(int leaf, int bytes) {
        words[leaf * WORDS + DEFICIT] -= bytes;
    }

    /** A turn more. */
    void addTurn(int leaf) {
        words[leaf * WORDS + DEFICIT] += words[leaf * WORDS + QUANTUM];
    }
}
