// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.streams.state.KeyValueStore;

/** How far a topic is folded, from where on open windows need it again, and what of that no window took. */
final class Offsets {
    private static final String PROGRESS = "progress";
    private static final String SKIPPED = "skipped/";
    private static final byte[] MARK = {1};

    private final KeyValueStore<String, byte[]> store;
    private final TreeMap<Long, Set<String>> skipped = new TreeMap<>();

    Offsets(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    /** From where to where the topic is to be read again. */
    record Progress(long oldestNeededOffset, long nextOffset) {
        static final Progress NONE = new Progress(0, 0);
    }

    Progress progress() {
        byte[] kept = store.get(PROGRESS);
        if (kept == null) {
            return Progress.NONE;
        }
        ByteBuffer numbers = ByteBuffer.wrap(kept);
        return new Progress(numbers.getLong(), numbers.getLong());
    }

    /** Notes how far the topic is folded, and forgets marks of records that nobody reads again. */
    void progress(Progress now) {
        store.put(
                PROGRESS,
                ByteBuffer.allocate(2 * Long.BYTES)
                        .putLong(now.oldestNeededOffset())
                        .putLong(now.nextOffset())
                        .array());
        while (!skipped.isEmpty() && skipped.firstKey() < now.oldestNeededOffset()) {
            var oldest = skipped.pollFirstEntry();
            oldest.getValue().forEach(part -> store.delete(key(oldest.getKey(), part)));
        }
    }

    /**
     * Notes that a record, or a part of it, is not to be folded when it is read again.
     *
     * @param part "" for the whole record
     */
    void skip(long offset, String part) {
        if (skipped.computeIfAbsent(offset, o -> new HashSet<>(2)).add(part)) {
            store.put(key(offset, part), MARK);
        }
    }

    boolean isSkipped(long offset, String part) {
        return skipped.getOrDefault(offset, Set.of()).contains(part);
    }

    /** Takes a key of the store; whether it was one of a mark. */
    boolean loadMark(String key) {
        if (!key.startsWith(SKIPPED)) {
            return false;
        }
        int slash = key.indexOf('/', SKIPPED.length());
        skipped.computeIfAbsent(Long.parseLong(key.substring(SKIPPED.length(), slash)), o -> new HashSet<>(2))
                .add(key.substring(slash + 1));
        return true;
    }

    private static String key(long offset, String part) {
        return SKIPPED + offset + "/" + part;
    }
}
