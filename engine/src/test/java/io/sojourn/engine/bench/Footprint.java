// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import io.sojourn.engine.DisciplineType;
import java.lang.ref.Reference;

/** Memory of a queue with one packet in it, by the difference that so many of them make to the heap. */
final class Footprint {
    private static final int QUEUES = 50_000;

    private Footprint() {}

    /** Not a number when the discipline has no more queues than a few. */
    static double bytesAQueue(DisciplineType type) {
        if (!Subjects.canHave(type, QUEUES)) {
            return Double.NaN;
        }
        // The first time is not counted: it also frees what was made before, and loads classes.
        bytesOf(type, QUEUES);
        return bytesOf(type, QUEUES) / (double) QUEUES;
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
