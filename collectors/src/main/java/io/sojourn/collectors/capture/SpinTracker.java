// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import java.util.Arrays;

/**
 * Round-trip times of one direction of a QUIC connection by its spin bit (RFC 9000 section 17.4): the server answers with
 * the bit it saw last, the client with its opposite, so the bit changes once a round trip. Only short headers bear it.
 *
 * <p>Rejected (RFC 9312 section 3.8.2): a change within a tenth of the median of the last {@value #KEPT} is a packet that was
 * overtaken, and the bit stays as it was; more than twice the least after a silence of over half that time is a sender that
 * had nothing to send; more than 10 s. While more than a third of the packets change the bit it is taken to be random.
 *
 * <p>Bias: the time includes what both ends take to answer, and is that of the whole path, wherever the capture is.
 */
final class SpinTracker {
    static final long NONE = -1;

    /** Packets without a change that say the bit is constant, when they lasted a second. */
    static final int CONSTANT_PACKETS = 64;

    private static final int KEPT = 16;
    private static final int LEAST_PACKETS = 8;
    private static final int LONG_HEADER = 0x80;
    private static final int FIXED_BIT = 0x40;
    private static final int SPIN_BIT = 0x20;
    private static final long LONGEST_NANOS = 10_000_000_000L;
    private static final long CONSTANT_NANOS = 1_000_000_000L;
    private static final int REORDER_FACTOR = 10;

    private final long[] lately = new long[KEPT];
    private final long[] sorted = new long[KEPT];
    private long samples;
    private long medianNanos;
    private long leastNanos = Long.MAX_VALUE;
    private long packets;
    private long edges;
    private int bit = -1;
    private long firstNanos;
    private long lastNanos;
    private long edgeNanos = NONE;
    private long longestSilenceNanos;

    /**
     * A packet of this direction.
     *
     * @return a round-trip time, or {@link #NONE}
     */
    long packet(long nowNanos, int firstByte) {
        if ((firstByte & LONG_HEADER) != 0 || (firstByte & FIXED_BIT) == 0) {
            return NONE;
        }
        firstNanos = packets++ == 0 ? nowNanos : firstNanos;
        longestSilenceNanos = packets == 1 ? 0 : Math.max(longestSilenceNanos, nowNanos - lastNanos);
        lastNanos = nowNanos;
        int now = firstByte & SPIN_BIT;
        if (bit < 0) {
            bit = now;
        }
        return now == bit ? NONE : edge(nowNanos, now);
    }

    private long edge(long nowNanos, int now) {
        long rttNanos = edgeNanos == NONE ? NONE : nowNanos - edgeNanos;
        if (rttNanos != NONE && rttNanos * REORDER_FACTOR < medianNanos) {
            return NONE;
        }
        boolean silent = rttNanos / 2 > leastNanos && longestSilenceNanos > rttNanos / 2;
        edges++;
        bit = now;
        edgeNanos = nowNanos;
        longestSilenceNanos = 0;
        if (rttNanos == NONE || rttNanos > LONGEST_NANOS || silent) {
            return NONE;
        }
        learn(rttNanos);
        return state() == Spin.SPINS ? rttNanos : NONE;
    }

    private void learn(long rttNanos) {
        lately[(int) (samples++ % KEPT)] = rttNanos;
        int count = (int) Math.min(samples, KEPT);
        System.arraycopy(lately, 0, sorted, 0, count);
        Arrays.sort(sorted, 0, count);
        medianNanos = sorted[count / 2];
        leastNanos = Math.min(leastNanos, rttNanos);
    }

    Spin state() {
        if (packets < LEAST_PACKETS) {
            return Spin.UNKNOWN;
        }
        if (edges == 0) {
            boolean constant = packets >= CONSTANT_PACKETS && lastNanos - firstNanos >= CONSTANT_NANOS;
            return constant ? Spin.CONSTANT : Spin.UNKNOWN;
        }
        return 3 * edges > packets ? Spin.RANDOM : Spin.SPINS;
    }
}
