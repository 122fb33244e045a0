// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * How a queue is set. A component that the discipline does not have, or that is not known, is null.
 *
 * @param rateBitsPerSecond CIR, 8 to 10^12, decimal
 * @param burstBytes bucket depth (CBS), 1 to 2^30
 * @param limitPackets most packets that may wait, 1 to 10^6
 * @param limitBytes most bytes that may wait, 1 to 2^32
 * @param targetMicros delay that a managed queue is held to: CoDel's target (RFC 8289 section 3.2), PIE's (RFC 8033
 *     section 4.2), that of the classic queue of DUALPI2 (RFC 9332 appendix A.1)
 * @param intervalMicros CoDel interval, RFC 8289 section 3.2
 * @param lengthAccounting what {@code rateBitsPerSecond} and {@code burstBytes} count
 */
public record QueueSettings(
        Discipline discipline,
        @Nullable Long rateBitsPerSecond,
        @Nullable Long burstBytes,
        @Nullable Long limitPackets,
        @Nullable Long limitBytes,
        @Nullable Long targetMicros,
        @Nullable Long intervalMicros,
        LengthAccounting lengthAccounting) {
    public QueueSettings {
        Range.present("discipline", discipline);
        Range.present("lengthAccounting", lengthAccounting);
        bounded("rateBitsPerSecond", rateBitsPerSecond, 8, 1_000_000_000_000L);
        bounded("burstBytes", burstBytes, 1, 1L << 30);
        bounded("limitPackets", limitPackets, 1, 1_000_000);
        bounded("limitBytes", limitBytes, 1, 1L << 32);
        bounded("targetMicros", targetMicros, 1, 10_000_000);
        bounded("intervalMicros", intervalMicros, 1, 100_000_000);
    }

    /** Nothing known but that there is a queue. */
    public static QueueSettings unknown() {
        return new QueueSettings(Discipline.UNKNOWN, null, null, null, null, null, null, LengthAccounting.ETHERNET);
    }

    public static QueueSettings policer(long rateBitsPerSecond, long burstBytes, LengthAccounting accounting) {
        return new QueueSettings(Discipline.POLICER, rateBitsPerSecond, burstBytes, null, null, null, null, accounting);
    }

    public static QueueSettings shaper(
            long rateBitsPerSecond, long burstBytes, @Nullable Long limitPackets, LengthAccounting accounting) {
        return new QueueSettings(
                Discipline.SHAPER, rateBitsPerSecond, burstBytes, limitPackets, null, null, null, accounting);
    }

    private static void bounded(String field, @Nullable Long value, long low, long high) {
        if (value != null && (value < low || value > high)) {
            throw new OutOfRange(field, value, "from " + low + " to " + high);
        }
    }
}
