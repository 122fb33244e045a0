// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * What defaults are computed from.
 *
 * @param rateBitsPerSecond of the link or the shaper above, {@link #UNLIMITED} when nothing limits it
 * @param mtuBytes the longest packet as rates count it
 */
public record LinkFacts(long rateBitsPerSecond, int mtuBytes) {
    /** As fast as the caller takes packets; the highest rate the engine counts with. */
    public static final long UNLIMITED = TokenBucket.RATE_LIMIT_BITS_PER_SECOND;

    public LinkFacts {
        Bounds.within("rateBitsPerSecond", rateBitsPerSecond, 1, UNLIMITED);
        Bounds.within("mtuBytes", mtuBytes, 1, 1 << 20);
    }

    /** Time that one packet of {@code mtuBytes} takes, rounded up. */
    public long mtuNanos() {
        return (mtuBytes * 8_000_000_000L - 1) / rateBitsPerSecond + 1;
    }
}
