// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/**
 * How fast segments arrive, measured over about one round trip with every acknowledgment.
 *
 * <p>Source: draft-cheng-iccrg-delivery-rate-estimation-02, sections 3.2 and 3.3, in segments. A segment notes when it
 * leaves how many had arrived by then; when it arrives, those that arrived in between, over the longer of the times in
 * which they were sent and acknowledged, are the rate. It never exceeds the bottleneck's, save where acknowledgments were
 * held up.
 *
 * <p>Worked: segments leave every millisecond and are acknowledged every second one, from 20 ms on. That which leaves at
 * 20 ms, when one has arrived, is acknowledged at 40 ms, when 11 have: 10 segments in 20 ms.
 */
final class DeliveryRate {
    private final int mask;
    private final long[] sentNanosOf;
    private final long[] firstSentNanosOf;
    private final long[] deliveredOf;
    private final long[] deliveredNanosOf;
    private final boolean[] limitedOf;
    private long delivered;
    private long deliveredNanos;
    private long firstSentNanos;
    private long limitedUntil;
    private int newest;
    private long newestSegment;
    private boolean sampling;

    /** @param windowSegments most that are ever outstanding */
    DeliveryRate(int windowSegments) {
        int capacity = Scoreboard.capacity(windowSegments);
        mask = capacity - 1;
        sentNanosOf = new long[capacity];
        firstSentNanosOf = new long[capacity];
        deliveredOf = new long[capacity];
        deliveredNanosOf = new long[capacity];
        limitedOf = new boolean[capacity];
    }

    /**
     * What the segments of one acknowledgment show.
     *
     * @param delivered segments that arrived between the sending and the arrival of the newest of them
     * @param priorDelivered segments that had arrived when it was sent
     * @param intervalNanos in which {@code delivered} arrived; 0 when there is no rate
     * @param applicationLimited whether the sender had nothing to send in between, so that the path may carry more
     */
    record Sample(long delivered, long priorDelivered, long intervalNanos, boolean applicationLimited) {
        private static final Sample NONE = new Sample(0, 0, 0, false);

        boolean hasRate() {
            return intervalNanos > 0;
        }
    }

    /** Segments that have arrived. */
    long delivered() {
        return delivered;
    }

    /** When the last of them was acknowledged. */
    long deliveredNanos() {
        return deliveredNanos;
    }

    /** @param alone whether nothing else was outstanding: an idle time is no part of a sample */
    void sent(long segment, boolean alone, long nowNanos) {
        if (alone) {
            firstSentNanos = nowNanos;
            deliveredNanos = nowNanos;
        }
        int at = (int) segment & mask;
        sentNanosOf[at] = nowNanos;
        firstSentNanosOf[at] = firstSentNanos;
        deliveredOf[at] = delivered;
        deliveredNanosOf[at] = deliveredNanos;
        limitedOf[at] = isApplicationLimited();
    }

    /** The sender has less to send than may be in flight, until what is in flight has arrived. */
    void limit(int pipe) {
        limitedUntil = Math.max(1, delivered + pipe);
    }

    boolean isApplicationLimited() {
        return limitedUntil > 0;
    }

    /** A segment is acknowledged or SACKed for the first time. */
    void arrived(long segment) {
        delivered++;
        int at = (int) segment & mask;
        long sentNanos = sentNanosOf[at];
        if (!sampling || sentNanos > firstSentNanos || (sentNanos == firstSentNanos && segment > newestSegment)) {
            sampling = true;
            newest = at;
            newestSegment = segment;
            firstSentNanos = sentNanos;
        }
    }

    /**
     * The sample of an acknowledgment whose segments have been told.
     *
     * @param leastRttNanos a shorter interval is that of a segment thought lost, and gives no rate
     */
    Sample sample(long leastRttNanos, long nowNanos) {
        if (delivered > limitedUntil) {
            limitedUntil = 0;
        }
        if (!sampling) {
            return Sample.NONE;
        }
        sampling = false;
        deliveredNanos = nowNanos;
        long sendNanos = sentNanosOf[newest] - firstSentNanosOf[newest];
        long intervalNanos = Math.max(sendNanos, nowNanos - deliveredNanosOf[newest]);
        return new Sample(
                delivered - deliveredOf[newest],
                deliveredOf[newest],
                intervalNanos < leastRttNanos ? 0 : intervalNanos,
                limitedOf[newest]);
    }
}
