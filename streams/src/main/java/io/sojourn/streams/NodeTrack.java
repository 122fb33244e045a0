// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.Closed;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.NodeFold;
import io.sojourn.streams.fold.WindowSize;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A node as the processor knows it: its fold, what is kept for it, and when it was last heard. */
final class NodeTrack extends Track {
    private final NodeFold fold;
    private final KeptKeys kept;
    private final WindowSize needing;
    private long nextEarlyMillis;

    NodeTrack(NodeFold fold, FoldRules rules, long nowMillis) {
        this(fold, rules, new KeptKeys(rules), new TreeMap<>(), nowMillis);
    }

    /** @param firstOffsets by start of the window, the first offset it is made of */
    NodeTrack(NodeFold fold, FoldRules rules, KeptKeys kept, NavigableMap<Long, Long> firstOffsets, long nowMillis) {
        super(firstOffsets, nowMillis);
        this.fold = fold;
        this.kept = kept;
        this.needing = rules.needingBatches();
    }

    NodeFold fold() {
        return fold;
    }

    KeptKeys kept() {
        return kept;
    }

    /** Notes that an open window is made of the batch at this offset. */
    void needs(long startMillis, long offset) {
        windowNeeds(needing.startOf(startMillis), offset);
    }

    /** Keys of what no window needs any more, now that this one has closed. */
    List<String> release(Closed closed) {
        if (closed.size().equals(needing)) {
            needsNone(closed.endMillis());
        }
        return kept.release(closed.size(), closed.endMillis());
    }

    /**
     * Whether it is time for an early look, which is then taken to be had. Never more often than that on the whole, but a
     * batch that is a little ahead of its time need not wait for the next.
     */
    boolean takesEarlyLook(long wallMillis, long everyMillis) {
        boolean isTime = wallMillis >= nextEarlyMillis - everyMillis / 10;
        nextEarlyMillis = isTime ? Math.max(nextEarlyMillis, wallMillis) + everyMillis : nextEarlyMillis;
        return isTime;
    }
}
