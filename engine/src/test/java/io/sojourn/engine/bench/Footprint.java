// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import io.sojourn.engine.DisciplineType;
import java.lang.ref.Reference;

/** Memory of one more queue with one packet in it, by the difference that 10 000 of them make to the heap. */
final class Footprint {
    private static final int MORE = 10_000;

    private Footprint() {}

    /** Not a number when the discipline has no more queues than a few. */
    static double bytesAQueue(DisciplineType type) {
        if (!Subjects.canHave(type, MORE)) {
            return Double.NaN;
        }
        long few = bytesOf(type, MORE);
        long many = bytesOf(type, 2 * MORE);
        return (many - few) / (double) MORE;
    }

    private static long bytesOf(DisciplineType type, int queues) {
        long before = usedBytes();
        Subject subject = Subjects.of(type.name(), queues);
        try {
            return usedBytes() - before;
        } finally {
            Reference.reachabilityFence(subject);
        }
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
