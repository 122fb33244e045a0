// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

/**
 * The clock of CAKE's shaper: the time at which the next packet may leave. A packet that leaves moves it on by the
 * packet's own time at the rate, so there is neither a bucket nor a burst to set.
 *
 * <p>Source: Hoeiland-Joergensen, Taht, Morton, "Piece of CAKE" (2018), on the bandwidth shaper.
 *
 * <p>Exact: what does not fill a nanosecond is carried on as a remainder. Packets that leave as soon as they may, in any
 * interval of t ns, sum to at most one packet plus the rate times (t + 1) ns. A caller that comes late makes up for it
 * afterwards, for at most {@link #mostLateNanos}.
 */
final class VirtualClock {
    /** Longest length that counts; its nanobits still fit a {@code long}. */
    static final int LONGEST_BYTES = 1 << 30;

    private static final long NANOBITS_PER_BYTE = 8_000_000_000L;
    private static final long LEAST_MOST_LATE_NANOS = 4_000_000;

    private long rateBitsPerSecond;
    private long mostLateNanos;
    /** The clock reads {@code wholeNanos} + {@code remainderNanobits} / rate. */
    private long wholeNanos = Long.MIN_VALUE / 2;

    private long remainderNanobits;

    /**
     * @param rateBitsPerSecond at least 1; 0 never holds anything back
     * @param mtuNanos time of a full packet on the link: at least two of them may be made up for
     */
    void configure(long rateBitsPerSecond, long mtuNanos) {
        wholeNanos = readyNanos();
        remainderNanobits = 0;
        this.rateBitsPerSecond = rateBitsPerSecond;
        mostLateNanos = Math.max(LEAST_MOST_LATE_NANOS, 2 * mtuNanos);
    }

    /** Earliest time at which a packet may leave. */
    long readyNanos() {
        return rateBitsPerSecond == 0 ? Long.MIN_VALUE / 2 : wholeNanos + (remainderNanobits > 0 ? 1 : 0);
    }

    /** How far the clock may lag behind while packets wait: 4 ms, or the time of two full packets. */
    long mostLateNanos() {
        return mostLateNanos;
    }

    /** A packet comes to where none waits: what was not used until now is gone. */
    void wake(long nowNanos) {
        if (readyNanos() < nowNanos) {
            reset(nowNanos);
        }
    }

    /** A packet leaves at or after {@link #readyNanos}. */
    void charge(int lengthBytes, long nowNanos) {
        if (rateBitsPerSecond == 0) {
            return;
        }
        if (wholeNanos < nowNanos - mostLateNanos) {
            reset(nowNanos - mostLateNanos);
        }
        advance(lengthBytes);
    }

    /**
     * A packet leaves whether it may or not, as when a tin takes what other tins leave over. It then puts the clock one
     * packet after now at most: what was borrowed is not paid back.
     */
    void chargeLent(int lengthBytes, long nowNanos) {
        if (readyNanos() <= nowNanos) {
            charge(lengthBytes, nowNanos);
            return;
        }
        long beforeNanos = wholeNanos;
        long beforeNanobits = remainderNanobits;
        reset(nowNanos);
        advance(lengthBytes);
        if (readyNanos() < beforeNanos) {
            wholeNanos = beforeNanos;
            remainderNanobits = beforeNanobits;
        }
    }

    private void reset(long nowNanos) {
        wholeNanos = nowNanos;
        remainderNanobits = 0;
    }

    private void advance(int lengthBytes) {
        long nanobits = Math.min(lengthBytes, LONGEST_BYTES) * NANOBITS_PER_BYTE + remainderNanobits;
        long nanos = nanobits / rateBitsPerSecond;
        wholeNanos += nanos;
        remainderNanobits = nanobits - nanos * rateBitsPerSecond;
    }
}
