// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.Closed;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.NodeRestore;
import io.sojourn.streams.fold.ScopeFold;
import io.sojourn.streams.fold.WindowSize;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A parent as the processor knows it: its fold, which of its windows are kept, and when it was last heard. */
final class ScopeTrack extends Track {
    private static final long MINUTE_MILLIS = 60_000;

    /** As long as a minute may tell of the least round-trip time of later windows. */
    private static final long BASE_MILLIS = 11 * MINUTE_MILLIS;

    private final ScopeKey key;
    private final ScopeFold fold;
    private final FoldRules rules;

    /** By size, starts of the windows that are kept, ascending. */
    private final Map<WindowSize, Deque<Long>> kept = new HashMap<>();

    ScopeTrack(ScopeKey key, ScopeFold fold, FoldRules rules, long nowMillis) {
        super(new TreeMap<>(), nowMillis);
        this.key = key;
        this.fold = fold;
        this.rules = rules;
    }

    ScopeKey key() {
        return key;
    }

    ScopeFold fold() {
        return fold;
    }

    /** Notes that an open window is made of the part at this offset. */
    void needs(long startMillis, long offset) {
        windowNeeds(rules.needingBatches().startOf(startMillis), offset);
    }

    /** Notes that a window is kept; those of one size in the order of their starts. */
    void keeps(WindowSize size, long startMillis) {
        kept.computeIfAbsent(size, s -> new ArrayDeque<>(4)).addLast(startMillis);
    }

    /** Whether the window is to be kept: it is a part of a larger one. */
    boolean isKept(WindowSize size) {
        return NodeRestore.isKept(rules, size);
    }

    /** What no window needs any more, now that this one has closed. */
    List<ScopeStore.Kept> release(Closed closed) {
        if (closed.size().equals(rules.needingBatches())) {
            needsNone(closed.endMillis());
        }
        List<ScopeStore.Kept> released = new ArrayList<>();
        for (WindowSize size : rules.sizes()) {
            if (closed.size().equals(rules.above(size))) {
                boolean isMinute = size.sizeMillis() == MINUTE_MILLIS;
                long lateMillis = isMinute ? BASE_MILLIS + rules.longestGraceMillis() : 0;
                take(size, closed.endMillis() - lateMillis, released);
            }
        }
        return released;
    }

    private void take(WindowSize size, long endMillis, List<ScopeStore.Kept> into) {
        @Nullable Deque<Long> starts = kept.get(size);
        while (starts != null && !starts.isEmpty() && starts.getFirst() < endMillis) {
            into.add(new ScopeStore.Kept(size.sizeMillis(), starts.removeFirst()));
        }
    }
}
