// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.NodeFold;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A node as the processor knows it: its fold, where its batches are kept, and when it was last heard. */
final class NodeTrack {
    private final NodeFold fold;
    private final TreeMap<Long, List<String>> keptByStart = new TreeMap<>();
    private long heardWallMillis;
    private long heardAppendedMillis;

    NodeTrack(NodeFold fold, long nowMillis) {
        this.fold = fold;
        this.heardWallMillis = nowMillis;
    }

    NodeFold fold() {
        return fold;
    }

    /** Notes where a batch is kept. */
    void kept(long startMillis, String key) {
        keptByStart.computeIfAbsent(startMillis, start -> new ArrayList<>()).add(key);
    }

    /** Keys of batches that no open window needs any more; each is given once. */
    List<String> dropped() {
        long oldest = fold.oldestOpenMillis().orElse(Long.MAX_VALUE);
        SortedMap<Long, List<String>> done = keptByStart.headMap(oldest);
        List<String> keys = done.values().stream().flatMap(List::stream).toList();
        done.clear();
        return keys;
    }

    void heard(long wallMillis, long appendedMillis) {
        heardWallMillis = wallMillis;
        heardAppendedMillis = appendedMillis;
    }

    /** Starts the silence anew: nobody could be heard until now. */
    void excuse(long wallMillis) {
        heardWallMillis = wallMillis;
    }

    long silentWallMillis(long wallMillis) {
        return wallMillis - heardWallMillis;
    }

    long silentAppendedMillis(long appendedMillis) {
        return appendedMillis - heardAppendedMillis;
    }
}
