// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

/**
 * Batches that the sequence shows missing.
 *
 * @param first least missing sequence
 * @param last greatest, the same when one batch is missing
 * @param fromMillis end of the batch before
 * @param toMillis start of the batch after
 */
public record SequenceGap(long first, long last, long fromMillis, long toMillis) {
    long count() {
        return last - first + 1;
    }

    boolean holds(long sequence) {
        return first <= sequence && sequence <= last;
    }

    /**
     * Whether a missing batch may have been part of the window. A gap that ends exactly where the window starts counts
     * too: where whole windows are missing, the window after them is the only one that can say so.
     */
    boolean touches(long startMillis, long endMillis) {
        return Math.min(fromMillis, toMillis) < endMillis && Math.max(fromMillis, toMillis) >= startMillis;
    }
}
