// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/**
 * The rate that a policer lets through: two intervals in a row with much loss and nearly the same delivery rate.
 *
 * <p>Source: Linux, tcp_bbr.c, "lt_bw". An interval starts at a loss, when a bucket is empty, lasts 4 to 16 rounds and
 * ends with a loss. While the estimate is used, BBR does not probe for more; after {@value #USED_ROUNDS} rounds it looks
 * again.
 *
 * <p>Worked: a quarter as much lost as delivered at 2.0, then at 2.2 Mbit/s: 0.2 is within an eighth of 2.0, so 2.1 is used.
 * False positives: any path with such loss at a steady rate, a short queue too.
 */
final class LongTermBandwidth {
    private static final int LEAST_ROUNDS = 4;
    private static final int MOST_ROUNDS = 16;
    private static final int USED_ROUNDS = 48;
    /** Lost to delivered. */
    private static final double LOSS_RATIO = 50.0 / 256;

    private static final double SAME_RATIO = 1.0 / 8;
    private static final double SAME_BITS_PER_SECOND = 4_000;
    private static final long LEAST_NANOS = 1_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final double payloadBits;
    private Totals start = new Totals(0, 0, 0);
    private boolean sampling;
    private boolean used;
    private double bitsPerSecond;
    private int rounds;

    /**
     * What a connection has counted.
     *
     * @param delivered segments
     * @param lost segments
     * @param nanos time of the last delivery
     */
    record Totals(long delivered, long lost, long nanos) {}

    LongTermBandwidth(int payloadBytes) {
        payloadBits = payloadBytes * 8.0;
    }

    /** Whether there is a policed rate to send at. */
    boolean isUsed() {
        return used;
    }

    /** Payload; of the last interval until it is used. */
    double bitsPerSecond() {
        return bitsPerSecond;
    }

    /** A round in which it is used begins. */
    boolean isWornOut() {
        return ++rounds >= USED_ROUNDS;
    }

    /** Forgets everything. */
    void reset(Totals totals) {
        bitsPerSecond = 0;
        used = false;
        sampling = false;
        begin(totals);
    }

    /**
     * An acknowledgment while it is not used.
     *
     * @param lossy whether it showed a loss
     */
    void sample(Totals totals, boolean newRound, boolean lossy) {
        if (!sampling) {
            if (!lossy) {
                return;
            }
            begin(totals);
            sampling = true;
        }
        rounds += newRound ? 1 : 0;
        if (rounds > MOST_ROUNDS) {
            reset(totals);
        } else if (lossy && rounds >= LEAST_ROUNDS) {
            measure(totals);
        }
    }

    private void measure(Totals totals) {
        long delivered = totals.delivered() - start.delivered();
        long lost = totals.lost() - start.lost();
        long tookNanos = totals.nanos() - start.nanos();
        if (delivered > 0 && lost >= LOSS_RATIO * delivered && tookNanos >= LEAST_NANOS) {
            end(delivered * payloadBits * NANOS_PER_SECOND / tookNanos, totals);
        }
    }

    private void end(double measured, Totals totals) {
        double difference = Math.abs(measured - bitsPerSecond);
        boolean same = difference <= SAME_RATIO * bitsPerSecond || difference <= SAME_BITS_PER_SECOND;
        if (bitsPerSecond > 0 && same) {
            bitsPerSecond = (measured + bitsPerSecond) / 2;
            used = true;
            rounds = 0;
        } else {
            bitsPerSecond = measured;
            begin(totals);
        }
    }

    private void begin(Totals totals) {
        start = totals;
        rounds = 0;
    }
}
