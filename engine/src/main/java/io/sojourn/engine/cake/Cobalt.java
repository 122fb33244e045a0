// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

/**
 * COBALT: CoDel, which signals while packets wait for long, beside BLUE, which drops from flows that do not answer.
 *
 * <p>Source: "Piece of CAKE" on COBALT; CoDel's control law is that of RFC 8289 section 3.3, BLUE's that of Feng, Shin,
 * Kandlur, Saha, "The BLUE active queue management algorithms" (2002). It differs from RFC 8289 in that the frequency of
 * signals falls as slowly as it rose, and in that a flow's last packet is never dropped.
 *
 * <p>Exact but for 1 / sqrt(count): 2^-32 up to 4096 signals in a row, then a part of 2000 at most.
 */
final class Cobalt {
    /** Nothing is to be done. */
    static final int PASS = 0;
    /** Bit of a verdict: set CE (RFC 3168). */
    static final int MARK = 1;
    /** Bit of a verdict: drop, unless it is the flow's last packet. */
    static final int DROP = 2;

    /** BLUE's probability is in parts of 2^32. */
    static final long CERTAIN = 1L << 32;

    static final long INCREMENT = CERTAIN / 256;
    static final long DECREMENT = CERTAIN / 4096;

    private static final int MOST_SIGNALS = 1 << 20;
    private static final long NEVER = Long.MIN_VALUE / 2;
    private static final long[] INVERSE_ROOTS = inverseRoots();

    /** What is kept of a flow. */
    static final class State {
        /** Signals by which the frequency has risen; falls again by one each time that a signal would be due. */
        int signals;

        boolean isSignaling;
        /** Next signal; without signals, until when the flow is remembered. */
        long nextNanos = NEVER;
        /** BLUE's probability of a drop. */
        long dropOdds;

        long oddsChangedNanos = NEVER;

        void reset() {
            signals = 0;
            isSignaling = false;
            nextNanos = NEVER;
            dropOdds = 0;
            oddsChangedNanos = NEVER;
        }
    }

    private final long targetNanos;
    private final long intervalNanos;
    private final long mtuNanos;
    private long random;

    /**
     * Target and interval for a rate: target = max(rtt / 20, 1.5 times the time of a full packet), interval = max(rtt +
     * what this adds to the target, 2 target). At 1 Mbit/s, packets of 1514 bytes and rtt 100 ms: 18.168 and 113.168 ms.
     *
     * @param rateBitsPerSecond of the tin; 0 when nothing limits it
     */
    Cobalt(long rttNanos, long rateBitsPerSecond, int mtuBytes, long seed) {
        mtuNanos = rateBitsPerSecond == 0 ? 0 : mtuBytes * 8_000_000_000L / rateBitsPerSecond;
        long shareNanos = rttNanos / 20;
        targetNanos = Math.max(shareNanos, mtuNanos * 3 / 2);
        intervalNanos = Math.max(rttNanos + targetNanos - shareNanos, 2 * targetNanos);
        random = seed | 1;
    }

    long targetNanos() {
        return targetNanos;
    }

    long intervalNanos() {
        return intervalNanos;
    }

    /** What becomes of a packet that would leave now: {@link #PASS}, or {@link #MARK} and {@link #DROP} together. */
    int verdict(State state, long sojournNanos, boolean canMark, long nowNanos) {
        boolean isDue = isDue(state, nowNanos);
        follow(state, sojournNanos, nowNanos);
        int verdict = PASS;
        if (isDue && state.isSignaling) {
            verdict = canMark ? MARK : DROP;
            state.signals = Math.min(MOST_SIGNALS, state.signals + 1);
            state.nextNanos += gapNanos(state.signals);
        } else if (isDue) {
            while (isDue(state, nowNanos)) {
                relax(state);
            }
        }
        // "Lack of ECN is deliberate": what BLUE drops from has not answered marks.
        if (state.dropOdds > 0 && nextRandom() < state.dropOdds) {
            verdict |= DROP;
        }
        if (state.signals == 0) {
            state.nextNanos = nowNanos + intervalNanos;
        } else if (state.nextNanos < nowNanos && (verdict & DROP) == 0) {
            state.nextNanos = nowNanos;
        }
        return verdict;
    }

    /** The flow was served, but had no packet. */
    void emptied(State state, long nowNanos) {
        if (state.dropOdds > 0 && nowNanos - state.oddsChangedNanos > targetNanos) {
            state.dropOdds = Math.max(0, state.dropOdds - DECREMENT);
            state.oddsChangedNanos = nowNanos;
        }
        state.isSignaling = false;
        if (isDue(state, nowNanos)) {
            relax(state);
        }
    }

    /** The queue was full, and a packet of this flow was dropped for it. */
    void overflowed(State state, long nowNanos) {
        if (nowNanos - state.oddsChangedNanos > targetNanos) {
            state.dropOdds = Math.min(CERTAIN, state.dropOdds + INCREMENT);
            state.oddsChangedNanos = nowNanos;
        }
        state.isSignaling = true;
        state.nextNanos = nowNanos;
        state.signals = Math.max(1, state.signals);
    }

    /** A packet comes to a flow without packets: BLUE makes up for the time in which nobody looked at it. */
    void resumed(State state, long nowNanos) {
        if (state.dropOdds > 0) {
            long steps = (nowNanos - state.oddsChangedNanos) / targetNanos;
            if (steps > 1) {
                state.dropOdds = Math.max(0, state.dropOdds - Math.min(steps, CERTAIN / DECREMENT) * DECREMENT);
                state.oddsChangedNanos = nowNanos;
            }
        }
    }

    /** Whether forgetting the flow changes nothing. */
    boolean isAtRest(State state, long nowNanos) {
        return state.dropOdds == 0 && state.signals == 0 && nowNanos >= state.nextNanos;
    }

    /**
     * interval / sqrt(count), with that of 0 being that of 1. RFC 8289 section 3.3: "the next drop time is set to decrease
     * in inverse proportion to the square root of the number of drops since the dropping state was entered".
     */
    long gapNanos(int signals) {
        int shifts = 0;
        int count = signals;
        while (count >= INVERSE_ROOTS.length) {
            count >>= 2;
            shifts++;
        }
        return Math.multiplyHigh(intervalNanos << 2, INVERSE_ROOTS[count] << 30) >> shifts;
    }

    private void follow(State state, long sojournNanos, long nowNanos) {
        if (sojournNanos <= targetNanos || sojournNanos <= 4 * mtuNanos) {
            state.isSignaling = false;
            return;
        }
        if (!state.isSignaling) {
            state.isSignaling = true;
            state.nextNanos = nowNanos + gapNanos(state.signals);
        }
        state.signals = Math.max(1, state.signals);
    }

    private void relax(State state) {
        state.signals--;
        state.nextNanos += gapNanos(state.signals);
    }

    private static boolean isDue(State state, long nowNanos) {
        return state.signals > 0 && nowNanos >= state.nextNanos;
    }

    /** 0 to 2^32 - 1 (xorshift64*: Vigna, 2016). */
    private long nextRandom() {
        random ^= random >>> 12;
        random ^= random << 25;
        random ^= random >>> 27;
        return (random * 0x2545f4914f6cdd1dL) >>> 32;
    }

    private static long[] inverseRoots() {
        long[] roots = new long[4097];
        roots[0] = CERTAIN;
        for (int count = 1; count < roots.length; count++) {
            roots[count] = (long) (CERTAIN / Math.sqrt(count));
        }
        return roots;
    }
}
