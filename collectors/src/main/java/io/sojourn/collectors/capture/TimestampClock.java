// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import org.jspecify.annotations.Nullable;

/**
 * RFC 3550 interarrival jitter and RFC 3393 delay variation of TCP data, the sender's clock being its timestamps (RFC 7323). How long a tick is, is
 * learned from the first second, or from the first 2, 4, ... 32 s when a filling queue stretches it, and must come within a
 * fifth of 1, 4 or 10 ms, the ticks in use.
 *
 * <p>Selection function (RFC 3393 section 2.5): the first packet that bears a timestamp, and the first that bears the next
 * one. A pair with a packet missing in between is no pair.
 *
 * <p>Error: a timestamp is up to one tick old, so a jitter below half a tick is not told from 0, and a variation is up to one
 * tick off.
 */
final class TimestampClock {
    /** No pair. */
    static final long NONE = -1;

    private static final long LEARN_NANOS = 1_000_000_000L;
    private static final long LEARN_LIMIT_NANOS = 32_000_000_000L;

    private static final long[] TICKS_NANOS = {1_000_000L, 4_000_000L, 10_000_000L};

    private final InterarrivalJitter jitter = new InterarrivalJitter();
    private boolean started;
    private int firstValue;
    private int lastValue;
    private long firstNanos;
    private long learnNanos = LEARN_NANOS;
    private long tickNanos;
    private boolean unusable;
    private boolean gap;

    /**
     * A data packet in its order.
     *
     * @param afterGap whether packets before it are missing
     * @return delay variation without its sign, or {@link #NONE}
     */
    long packet(int value, long nowNanos, boolean afterGap) {
        gap |= afterGap;
        if (!started) {
            started = true;
            firstValue = value;
            lastValue = value;
            firstNanos = nowNanos;
            return NONE;
        }
        if (unusable || value - lastValue <= 0) {
            return NONE;
        }
        lastValue = value;
        if (tickNanos == 0 && nowNanos - firstNanos >= learnNanos) {
            learn((nowNanos - firstNanos) / (double) (value - firstValue));
        }
        return tickNanos == 0 ? NONE : variation((value - firstValue) * tickNanos, nowNanos);
    }

    private long variation(long sentNanos, long nowNanos) {
        long difference = jitter.packet(sentNanos, nowNanos);
        boolean pair = difference != InterarrivalJitter.NONE && !gap;
        gap = false;
        return pair ? Math.abs(difference) : NONE;
    }

    private void learn(double measuredNanos) {
        for (long candidate : TICKS_NANOS) {
            if (Math.abs(measuredNanos - candidate) <= candidate / 5.0) {
                tickNanos = candidate;
            }
        }
        learnNanos *= 2;
        unusable = tickNanos == 0 && learnNanos > LEARN_LIMIT_NANOS;
    }

    @Nullable
    Long jitterMicros() {
        return tickNanos == 0 ? null : Math.round(jitter.nanos() / 1_000);
    }
}
