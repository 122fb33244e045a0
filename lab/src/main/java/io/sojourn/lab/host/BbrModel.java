// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/**
 * What BBR knows of a path: how much it delivers, its least round-trip time, and whether it is full.
 *
 * <p>Source: Linux, tcp_bbr.c. The least round-trip time is that of the last 10 s; the path is full when three rounds in
 * a row raised the bandwidth by less than a quarter.
 */
final class BbrModel {
    private static final long MIN_RTT_NANOS = 10_000_000_000L;
    private static final double FULL_GROWTH = 1.25;
    private static final int FULL_ROUNDS = 3;
    private static final int INITIAL_SEGMENTS = 10;
    private static final double NANOS_PER_SECOND = 1e9;

    private final double payloadBits;
    private final DeliveryRate rate;
    private final BbrBandwidth bandwidth = new BbrBandwidth();
    private final LongTermBandwidth longTerm;
    private final AckAggregation aggregation = new AckAggregation();
    private long lost;
    private long rounds;
    private long roundEnds;
    private boolean newRound;
    private long leastRttNanos = Long.MAX_VALUE;
    private long minRttNanos = Long.MAX_VALUE;
    private long minRttSetNanos;
    private boolean minRttExpired;
    private boolean full;
    private double fullBitsPerSecond;
    private int fullRounds;

    BbrModel(int payloadBytes, DeliveryRate rate) {
        payloadBits = payloadBytes * 8.0;
        this.rate = rate;
        longTerm = new LongTermBandwidth(payloadBytes);
    }

    /** Payload, as it should be sent. */
    double bitsPerSecond() {
        return longTerm.isUsed() ? longTerm.bitsPerSecond() : bandwidth.bitsPerSecond();
    }

    /** The most that was delivered, policed or not. */
    double greatestBitsPerSecond() {
        return bandwidth.bitsPerSecond();
    }

    boolean isPoliced() {
        return longTerm.isUsed();
    }

    boolean isFull() {
        return full;
    }

    /** Whether the last acknowledgment began a round trip. */
    boolean isNewRound() {
        return newRound;
    }

    /** {@code Long.MAX_VALUE} before the first sample. */
    long minRttNanos() {
        return minRttNanos;
    }

    /** Whether the least round-trip time had not been seen for 10 s before the last acknowledgment. */
    boolean isMinRttExpired() {
        return minRttExpired;
    }

    /** Segments that a gain times the bandwidth has in flight over the least round trip. */
    int bdpSegments(double bitsPerSecond, double gain) {
        if (minRttNanos == Long.MAX_VALUE) {
            return INITIAL_SEGMENTS;
        }
        return (int) Math.ceil(gain * bitsPerSecond * (minRttNanos / NANOS_PER_SECOND) / payloadBits);
    }

    int aggregationSegments() {
        return full ? aggregation.segments(bitsPerSecond() / payloadBits) : 0;
    }

    void connected(long rttNanos, long nowNanos) {
        leastRttNanos = rttNanos;
        minRttConfirmed(nowNanos);
        minRttNanos = rttNanos;
        aggregation.begin(nowNanos);
    }

    void restarted(long nowNanos) {
        aggregation.begin(nowNanos);
    }

    /** The path was kept empty long enough. */
    void minRttConfirmed(long nowNanos) {
        minRttSetNanos = nowNanos;
    }

    /** A round counts from what has arrived by now. */
    void beginRound() {
        roundEnds = rate.delivered();
    }

    void lost(int segments) {
        lost += segments;
    }

    /** A loss was none: what was concluded from it is forgotten. */
    void undo() {
        fullBitsPerSecond = 0;
        fullRounds = 0;
        longTerm.reset(totals());
    }

    /** Whether the path is full is asked anew, and a timeout counts as the end of a round. */
    void timedOut() {
        fullBitsPerSecond = 0;
        newRound = true;
        if (!longTerm.isUsed()) {
            longTerm.sample(totals(), true, true);
        }
    }

    /** One acknowledgment; before {@link #update}. */
    void countRound(DeliveryRate.Sample sample) {
        newRound = sample.hasRate() && sample.priorDelivered() >= roundEnds;
        if (newRound) {
            beginRound();
            rounds++;
            aggregation.roundStarts();
        }
    }

    /** While probing for bandwidth, between {@link #countRound} and {@link #update}: true when policing is judged anew. */
    boolean endsPolicing() {
        boolean ends = longTerm.isUsed() && newRound && longTerm.isWornOut();
        if (ends) {
            longTerm.reset(totals());
        }
        return ends;
    }

    /** @param window in force */
    void update(DeliveryRate.Sample sample, SendWindow.Progress progress, int window, long nowNanos) {
        if (!sample.hasRate()) {
            return;
        }
        updateLongTerm(sample, progress.lost() > 0);
        double bitsPerSecond = sample.delivered() * payloadBits * NANOS_PER_SECOND / sample.intervalNanos();
        if (!sample.applicationLimited() || bitsPerSecond >= bandwidth.bitsPerSecond()) {
            bandwidth.add(bitsPerSecond, rounds);
        }
        if (progress.delivered() > 0) {
            aggregation.acknowledged(progress.delivered(), bitsPerSecond() / payloadBits, window, nowNanos);
        }
        if (newRound && !sample.applicationLimited()) {
            judgeFull();
        }
    }

    private void updateLongTerm(DeliveryRate.Sample sample, boolean lossy) {
        if (longTerm.isUsed()) {
            return;
        }
        if (sample.applicationLimited()) {
            longTerm.reset(totals());
        } else {
            longTerm.sample(totals(), newRound, lossy);
        }
    }

    private void judgeFull() {
        if (full) {
            return;
        }
        if (bandwidth.bitsPerSecond() >= fullBitsPerSecond * FULL_GROWTH) {
            fullBitsPerSecond = bandwidth.bitsPerSecond();
            fullRounds = 0;
        } else {
            full = ++fullRounds >= FULL_ROUNDS;
        }
    }

    /** A clean sample of the last acknowledgment; {@code Long.MAX_VALUE} when there is none. */
    void updateMinRtt(long rttNanos, long nowNanos) {
        leastRttNanos = Math.min(leastRttNanos, rttNanos);
        minRttExpired = nowNanos > minRttSetNanos + MIN_RTT_NANOS;
        if (rttNanos < minRttNanos || (minRttExpired && rttNanos != Long.MAX_VALUE)) {
            minRttNanos = rttNanos;
            minRttSetNanos = nowNanos;
        }
    }

    long leastRttNanos() {
        return leastRttNanos;
    }

    private LongTermBandwidth.Totals totals() {
        return new LongTermBandwidth.Totals(rate.delivered(), lost, rate.deliveredNanos());
    }
}
