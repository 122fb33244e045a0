// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.QueueSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rates, and what a rate means for a queue or a parent. */
final class Rates {
    /** A sample, or a parent's second, this full is one under load. */
    static final double LOADED_UTILISATION = 0.75;

    /** Greatest rate that settings hold. */
    private static final long GREATEST_BITS_PER_SECOND = 1_000_000_000_000L;

    private Rates() {}

    /** Null when no time is covered. */
    static @Nullable Double bitsPerSecond(long bytes, long millis) {
        return millis == 0 ? null : (Double) (bytes * 8_000.0 / millis);
    }

    /** Notes how full a queue was for a time. Where no rate is set, nothing is known. */
    static void note(WindowTotal total, @Nullable Double bitsPerSecond, long millis) {
        Long rate = total.settings.rateBitsPerSecond();
        if (rate == null || bitsPerSecond == null) {
            return;
        }
        Long committed = total.committedBitsPerSecond;
        total.ratedMillis = millis;
        total.aboveCommittedMillis = committed != null && bitsPerSecond > committed ? millis : 0;
        total.above80Millis = bitsPerSecond > 0.80 * rate ? millis : 0;
        total.above95Millis = bitsPerSecond > 0.95 * rate ? millis : 0;
    }

    /** Full to {@link #LOADED_UTILISATION} of the set rate, or of the link where none is set. */
    static boolean isLoaded(QueueSettings settings, @Nullable Long linkBitsPerSecond, @Nullable Double bitsPerSecond) {
        Long rate = settings.rateBitsPerSecond() != null ? settings.rateBitsPerSecond() : linkBitsPerSecond;
        return rate != null && bitsPerSecond != null && bitsPerSecond >= LOADED_UTILISATION * rate;
    }

    /** The rates set for all; null when one has none. */
    static @Nullable Long sum(List<WindowTotal> parts) {
        long sum = 0;
        for (WindowTotal part : parts) {
            Long rate = part.settings.rateBitsPerSecond();
            if (rate == null) {
                return null;
            }
            sum = Sums.plus(sum, rate.longValue());
        }
        return sum;
    }

    /** A parent has no discipline of its own, only a rate. */
    static QueueSettings ofParent(@Nullable Long bitsPerSecond, QueueSettings child) {
        Long rate = bitsPerSecond == null ? null : (Long) Math.min(GREATEST_BITS_PER_SECOND, bitsPerSecond);
        return new QueueSettings(Discipline.UNKNOWN, rate, null, null, null, null, null, child.lengthAccounting());
    }
}
