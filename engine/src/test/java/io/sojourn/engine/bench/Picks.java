// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import java.util.Random;

/** Which queue is next: random, made beforehand, so that picking costs a load and an index. */
final class Picks {
    private static final int COUNT = 1 << 16;

    private final int[] picks = new int[COUNT];
    private int at;

    Picks(int bound) {
        Random random = new Random(7);
        for (int i = 0; i < COUNT; i++) {
            picks[i] = random.nextInt(bound);
        }
    }

    int next() {
        at = (at + 1) & (COUNT - 1);
        return picks[at];
    }
}
