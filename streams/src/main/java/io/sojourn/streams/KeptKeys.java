// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.WindowSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Under which keys the closed windows and late batches of one node are kept, and until when: each until the window that it
 * is a part of has closed, those of 1 min as long as they may be needed for a base as well.
 */
final class KeptKeys {
    private static final long MINUTE_MILLIS = 60_000;
    private static final long BASE_MILLIS = 10 * MINUTE_MILLIS;

    private final FoldRules rules;
    private final Map<WindowSize, NavigableMap<Long, List<String>>> byParent = new HashMap<>();
    private final Map<WindowSize, NavigableMap<Long, List<String>>> minutes = new HashMap<>();

    KeptKeys(FoldRules rules) {
        this.rules = rules;
    }

    /**
     * @param sizeMillis of the window that is kept
     * @param parent the size of the window that it is a part of
     */
    void add(String key, long sizeMillis, WindowSize parent, long startMillis) {
        NavigableMap<Long, List<String>> keys = sizeMillis == MINUTE_MILLIS
                ? minutes.computeIfAbsent(parent, size -> new TreeMap<>())
                : byParent.computeIfAbsent(parent, size -> new TreeMap<>());
        long start = sizeMillis == MINUTE_MILLIS ? startMillis : parent.startOf(startMillis);
        keys.computeIfAbsent(start, s -> new ArrayList<>()).add(key);
    }

    /** Keys that nobody needs now that a window has closed; each is given once. */
    List<String> release(WindowSize closed, long endMillis) {
        List<String> keys = new ArrayList<>(take(byParent.get(closed), endMillis));
        long newestUseless = endMillis - BASE_MILLIS - MINUTE_MILLIS - rules.longestGraceMillis();
        keys.addAll(take(minutes.get(closed), newestUseless));
        return keys;
    }

    private static List<String> take(@Nullable NavigableMap<Long, List<String>> from, long endMillis) {
        if (from == null) {
            return List.of();
        }
        NavigableMap<Long, List<String>> done = from.headMap(endMillis, false);
        List<String> keys = done.values().stream().flatMap(List::stream).toList();
        done.clear();
        return keys;
    }
}
