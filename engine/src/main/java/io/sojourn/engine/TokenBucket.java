// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * A token bucket: credit grows at a fixed rate up to a depth; a packet conforms when the credit covers its whole length.
 *
 * <p>Source: RFC 2697, section 3, with EBS = 0 (one color boundary). The bucket starts full.
 *
 * <p>Exact: credit is counted in nanobits (10<sup>-9</sup> bit; one nanosecond at 1 bit/s earns one) with integer
 * arithmetic, so none is gained or lost however often the bucket is asked. Example: at 20 Mbit/s a packet of 1514 bytes
 * conforms 605 600 ns after an empty bucket, and not one nanosecond earlier.
 *
 * <p>Not safe for use by several threads.
 */
public final class TokenBucket {
    /** Highest rate: a nanosecond's credit stays far below the depth's. */
    public static final long RATE_LIMIT_BITS_PER_SECOND = 1_000_000_000_000L;
    /** Greatest depth: its nanobits, 8.6e18, still fit a {@code long}. */
    public static final long DEPTH_LIMIT_BYTES = 1L << 30;

    private static final long NANOBITS_PER_BYTE = 8_000_000_000L;

    private long rateBitsPerSecond;
    private long depthBytes;
    private long depthNanobits;
    /** Whole nanoseconds in which an empty bucket earns its depth, rounded down: after more than these it is full. */
    private long fillNanos;

    private long creditNanobits;
    private long creditedNanos;

    /**
     * @param rateBitsPerSecond rate of credit (CIR), 1 to 10^12
     * @param depthBytes largest burst (CBS), 1 to 2^30
     */
    public TokenBucket(long rateBitsPerSecond, long depthBytes) {
        set(rateBitsPerSecond, depthBytes);
        creditNanobits = depthNanobits;
    }

    /** Takes the packet's credit if all of it is there; otherwise takes nothing. */
    public boolean conforms(int lengthBytes, long nowNanos) {
        if (!covers(lengthBytes, nowNanos)) {
            return false;
        }
        creditNanobits -= lengthBytes * NANOBITS_PER_BYTE;
        return true;
    }

    /** Whether the whole packet's credit is there; takes nothing. */
    public boolean covers(int lengthBytes, long nowNanos) {
        earn(nowNanos);
        // Compared with the depth first: the nanobits of a longer packet may not fit a long.
        return lengthBytes <= depthBytes && lengthBytes * NANOBITS_PER_BYTE <= creditNanobits;
    }

    /** Takes the credit of a packet that the bucket {@link #covers} at this time. */
    public void take(int lengthBytes) {
        creditNanobits -= lengthBytes * NANOBITS_PER_BYTE;
    }

    /** Time until a packet of this length conforms: 0 when it does now, {@code Long.MAX_VALUE} when it never will. */
    public long nanosUntil(int lengthBytes, long nowNanos) {
        if (lengthBytes > depthBytes) {
            return Long.MAX_VALUE;
        }
        earn(nowNanos);
        long missingNanobits = lengthBytes * NANOBITS_PER_BYTE - creditNanobits;
        return missingNanobits <= 0 ? 0 : (missingNanobits - 1) / rateBitsPerSecond + 1;
    }

    /** Whole bytes of credit. */
    public long levelBytes(long nowNanos) {
        earn(nowNanos);
        return creditNanobits / NANOBITS_PER_BYTE;
    }

    /**
     * Changes rate and depth from {@code nowNanos} on. Credit earned so far stays, up to the new depth; a deeper bucket
     * has to fill, so that changing a setting back and forth gives no burst away.
     */
    public void reconfigure(long rateBitsPerSecond, long depthBytes, long nowNanos) {
        earn(nowNanos);
        set(rateBitsPerSecond, depthBytes);
        creditNanobits = Math.min(creditNanobits, depthNanobits);
    }

    public long rateBitsPerSecond() {
        return rateBitsPerSecond;
    }

    public long depthBytes() {
        return depthBytes;
    }

    private void set(long rate, long depth) {
        long checkedRate = Bounds.within("rateBitsPerSecond", rate, 1, RATE_LIMIT_BITS_PER_SECOND);
        depthBytes = Bounds.within("depthBytes", depth, 1, DEPTH_LIMIT_BYTES);
        rateBitsPerSecond = checkedRate;
        depthNanobits = depthBytes * NANOBITS_PER_BYTE;
        fillNanos = depthNanobits / rateBitsPerSecond;
    }

    private void earn(long nowNanos) {
        long missingNanobits = depthNanobits - creditNanobits;
        if (missingNanobits == 0) {
            // Also how the clock's origin, which may be negative, is learnt: a new bucket is full.
            creditedNanos = nowNanos;
            return;
        }
        long elapsedNanos = nowNanos - creditedNanos;
        if (elapsedNanos <= 0) {
            return;
        }
        creditedNanos = nowNanos;
        // Compared before multiplying: up to fillNanos the product is at most the depth, and no division is needed.
        long earnedNanobits = elapsedNanos > fillNanos ? depthNanobits : elapsedNanos * rateBitsPerSecond;
        creditNanobits = earnedNanobits >= missingNanobits ? depthNanobits : creditNanobits + earnedNanobits;
    }
}
