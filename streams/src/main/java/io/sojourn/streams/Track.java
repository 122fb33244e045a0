// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import java.util.NavigableMap;

/** What open windows of one owner are made of, and when it was last heard. */
abstract class Track {
    private final NavigableMap<Long, Long> firstOffsets;
    private long heardWallMillis;
    private long heardAppendedMillis;

    /** @param firstOffsets by start of the window, the first offset it is made of */
    Track(NavigableMap<Long, Long> firstOffsets, long nowMillis) {
        this.firstOffsets = firstOffsets;
        this.heardWallMillis = nowMillis;
    }

    /** Notes that an open window is made of what is at this offset. */
    final void windowNeeds(long windowStartMillis, long offset) {
        firstOffsets.merge(windowStartMillis, offset, Math::min);
    }

    /** Notes that windows that end here or earlier need nothing any more. */
    final void needsNone(long endMillis) {
        firstOffsets.headMap(endMillis).clear();
    }

    /** Oldest offset that an open window is made of; {@link Long#MAX_VALUE} when none is. */
    final long oldestNeededOffset() {
        return firstOffsets.values().stream().mapToLong(offset -> offset).min().orElse(Long.MAX_VALUE);
    }

    final void heard(long wallMillis, long appendedMillis) {
        heardWallMillis = wallMillis;
        heardAppendedMillis = appendedMillis;
    }

    /** Starts the silence anew: nobody could be heard until now. */
    final void excuse(long wallMillis) {
        heardWallMillis = wallMillis;
    }

    final long silentWallMillis(long wallMillis) {
        return wallMillis - heardWallMillis;
    }

    final long silentAppendedMillis(long appendedMillis) {
        return appendedMillis - heardAppendedMillis;
    }
}
