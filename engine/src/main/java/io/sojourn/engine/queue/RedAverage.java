// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

/**
 * The average length of a queue as RED sees it: {@code avg = (1 - w) avg + w q} at each arrival, and, after an idle
 * time that m packets would have taken, {@code (1 - w)^m avg}.
 *
 * <p>Source: Floyd, Jacobson, "Random early detection gateways for congestion avoidance" (1993), figure 2. In units of
 * 2<sup>-32</sup> packets; an update rounds down by less than one unit, so the average is too low by at most 1/w units:
 * 1.2e-7 packets at a weight of 0.002.
 */
final class RedAverage {
    /** Units of a packet, as a power of two. A million packets take 52 bits. */
    static final int PACKET_BITS = 32;

    private long weight;
    private long packetNanos;
    private long average;
    private long idleFromNanos;
    private boolean isIdle;

    /**
     * @param weightParts of 10^9
     * @param changedPacketNanos time of a small packet on the link
     */
    void set(long weightParts, long changedPacketNanos) {
        weight = Fraction.ofParts(weightParts);
        packetNanos = changedPacketNanos;
    }

    /** A packet arrives and finds {@code packets} waiting. */
    void arrived(int packets, long nowNanos) {
        if (packets == 0 && isIdle) {
            long missed = Math.max(0, nowNanos - idleFromNanos) / packetNanos;
            average = Fraction.times(average, Fraction.power(Fraction.ONE - weight, missed));
        } else {
            long difference = ((long) packets << PACKET_BITS) - average;
            average += Fraction.times(difference, weight);
        }
        isIdle = false;
    }

    /** The last packet has left. */
    void emptied(long nowNanos) {
        isIdle = true;
        idleFromNanos = nowNanos;
    }

    /** In 2^-32 packets. */
    long value() {
        return average;
    }
}
