// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.SampleBatch;
import org.jspecify.annotations.Nullable;

/**
 * How far a live node's clock is ahead of the broker's: the greatest of (end of a batch - broker's time when it took it) in
 * this minute and the one before, of the broker's time. The greatest, because it is of the batch with the least delay.
 *
 * <p>Error: short of the truth by the least delay from the end of a batch to the broker, some milliseconds; a step of the
 * clock shows within two minutes.
 *
 * @param minute of the broker's time
 * @param thisMillis greatest of that minute; {@link Long#MIN_VALUE} when there was none
 * @param beforeMillis greatest of the minute before; {@link Long#MIN_VALUE} when there was none
 */
public record ClockOffset(long minute, long thisMillis, long beforeMillis) {
    static final ClockOffset UNKNOWN = new ClockOffset(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);

    private static final long MINUTE_MILLIS = 60_000;

    ClockOffset after(SampleBatch batch, long appendedMillis) {
        long now = Math.floorDiv(appendedMillis, MINUTE_MILLIS);
        long offset = batch.endMillis() - appendedMillis;
        if (now <= minute) {
            return new ClockOffset(minute, Math.max(thisMillis, offset), beforeMillis);
        }
        return new ClockOffset(now, offset, now - 1 == minute ? thisMillis : Long.MIN_VALUE);
    }

    /** Positive ahead, negative behind; null when nothing is known. */
    public @Nullable Long millis() {
        long greatest = Math.max(thisMillis, beforeMillis);
        return greatest == Long.MIN_VALUE ? null : Long.valueOf(greatest);
    }
}
