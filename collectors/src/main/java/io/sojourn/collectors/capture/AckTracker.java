// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.capture.TcpHeader;
import org.jspecify.annotations.Nullable;

/**
 * Acknowledgments of one direction's data: round-trip times, data in flight, duplicate reports.
 *
 * <p>Round-trip time (Karn, RFC 6298 section 3): from a segment's only sending to the acknowledgment that ends with it or
 * that first reports it by SACK. What was outstanding at a retransmission gives no sample by cumulative acknowledgment;
 * a SACK block names the very segment and stays valid. Bias: a receiver may delay an acknowledgment (RFC 9293 3.8.6.3:
 * less than 0.5 s; 40 ms on Linux), and its own turn-around is included.
 *
 * <p>Near the receiver that time is about 0. Then the round trip is taken by timestamps instead: from an acknowledgment that
 * lets the sender go on to the first data that echoes it. Which side it is: by the handshake's two halves, or after
 * {@value #DECIDE_SAMPLES} samples of both kinds; the greater must be four times the smaller.
 */
final class AckTracker {
    static final int DECIDE_SAMPLES = 8;

    private static final int DECIDE_FACTOR = 4;
    private static final long GREATEST_NANOS = 10_000_000_000L;

    private final Flow flow;
    private final DataTracker data;
    private final SegmentRing ring;
    private final Resends resends;
    private final Window window;
    private final RetransmissionTimer timer = new RetransmissionTimer();
    private final TimestampClock clock = new TimestampClock();
    private @Nullable TimestampRtt timestampRtt;
    private long unacknowledged;
    private long taintedTo;
    private long highestSacked;
    private boolean sack;
    private boolean decided;
    private boolean atReceiver;
    private int ackSamples;
    private int echoSamples;
    private long leastAckNanos = Long.MAX_VALUE;
    private long leastEchoNanos = Long.MAX_VALUE;
    private long greatestNanos;
    private long greatestBeforeNanos;
    private long greatestSinceNanos;
    private int lastWindow = -1;
    private CapturePlace place = CapturePlace.UNKNOWN;

    AckTracker(Flow flow, DataTracker data, SegmentRing ring, Resends resends, Window window) {
        this.flow = flow;
        this.data = data;
        this.ring = ring;
        this.resends = resends;
        this.window = window;
    }

    void begin(long firstSequence) {
        unacknowledged = firstSequence;
        taintedTo = firstSequence;
        highestSacked = firstSequence;
    }

    long unacknowledged() {
        return unacknowledged;
    }

    long highestSacked() {
        return highestSacked;
    }

    RetransmissionTimer timer() {
        return timer;
    }

    /** Greatest round-trip time of the last 10 to 20 s less the least of all. */
    long spreadNanos() {
        return Math.max(0, Math.max(greatestNanos, greatestBeforeNanos) - leastAckNanos);
    }

    private void noteGreatest(long nowNanos, long rttNanos) {
        if (nowNanos - greatestSinceNanos > GREATEST_NANOS) {
            greatestBeforeNanos = greatestNanos;
            greatestNanos = 0;
            greatestSinceNanos = nowNanos;
        }
        greatestNanos = Math.max(greatestNanos, rttNanos);
    }

    CapturePlace place() {
        return place;
    }

    /** Null unless the capture is near the receiver and the sender's clock is understood. */
    @Nullable
    Long jitterMicros() {
        return atReceiver ? clock.jitterMicros() : null;
    }

    /** A retransmission: what is outstanding now gives no sample by cumulative acknowledgment. */
    void taint() {
        taintedTo = data.next();
    }

    /** The halves of the handshake: from this flow's SYN to the answer, and from the answer on. */
    void handshake(long answerNanos, long echoNanos) {
        leastAckNanos = answerNanos;
        leastEchoNanos = echoNanos;
        place = CapturePlace.of("handshake", answerNanos, echoNanos);
        decided = Math.max(answerNanos, echoNanos) >= DECIDE_FACTOR * Math.min(answerNanos, echoNanos);
        atReceiver = decided && echoNanos > answerNanos;
    }

    /** An acknowledgment of this direction's data, from the peer. */
    void acknowledged(long nowNanos, TcpHeader tcp, int payload) {
        if (!data.isStarted()) {
            return;
        }
        long before = unacknowledged;
        long next = data.next();
        long acknowledgment = data.unwrap(tcp.acknowledgment());
        if (acknowledgment > next + 1) {
            // Data that was not seen: the capture has a gap.
            flow.missed(data.segmentsOf(acknowledgment - next));
            data.begin(tcp.acknowledgment());
        } else {
            if (isDuplicate(tcp, acknowledgment, payload)) {
                flow.duplicateAck();
            }
            advance(nowNanos, Math.min(acknowledgment, next), tcp);
        }
        if (unacknowledged > before && tcp.hasTimestamps() && !(decided && !atReceiver)) {
            trips().sent(tcp.timestampValue(), nowNanos, unacknowledged);
        }
        if (!tcp.isReset() && !tcp.isSyn()) {
            window.offered(tcp.window());
            lastWindow = tcp.window();
        }
    }

    /** RFC 5681 section 2: data is outstanding, and nothing but the same number comes again. */
    private boolean isDuplicate(TcpHeader tcp, long acknowledgment, int payload) {
        return payload == 0
                && acknowledgment == unacknowledged
                && data.next() > unacknowledged
                && tcp.window() == lastWindow
                && !tcp.isSyn()
                && !tcp.isFin()
                && !tcp.isReset();
    }

    private void advance(long nowNanos, long acknowledgment, TcpHeader tcp) {
        if (acknowledgment > unacknowledged && !atReceiver) {
            window.inflight(data.next() - unacknowledged);
        }
        long sample = cumulative(nowNanos, acknowledgment, tcp);
        unacknowledged = Math.max(unacknowledged, acknowledgment);
        if (tcp.sackCount() > 0) {
            long bySack = selective(nowNanos, acknowledgment, tcp);
            sample = sample >= 0 ? sample : bySack;
        }
        if (sample >= 0) {
            ackSample(nowNanos, sample);
        }
    }

    /** Round-trip time of the newest segment that this acknowledges anew, -1 when it gives no clean one. */
    private long cumulative(long nowNanos, long acknowledgment, TcpHeader tcp) {
        long sample = -1;
        while (ring.size() > 0 && ring.end(0) <= acknowledgment) {
            if (!ring.is(0, SegmentRing.SACKED | SegmentRing.HOLE)) {
                boolean clean = !ring.is(0, SegmentRing.RESENT);
                boolean older = tcp.hasTimestamps()
                        && ring.start(0) == unacknowledged
                        && tcp.timestampEcho() - ring.timestampValue(0) < 0;
                if (!clean && (older || isTooSoon(nowNanos, 0))) {
                    resends.arrivedBefore(ring.start(0));
                }
                if (clean && ring.end(0) < highestSacked) {
                    flow.reordered();
                }
                boolean exact = sack || ring.end(0) == acknowledgment;
                sample = clean && exact && ring.end(0) > taintedTo ? nowNanos - ring.sentNanos(0) : -1;
            }
            if (ring.is(0, SegmentRing.HOLE)) {
                flow.missed(1);
            }
            ring.removeFirst();
        }
        return sample;
    }

    private long selective(long nowNanos, long acknowledgment, TcpHeader tcp) {
        sack = true;
        int first = 0;
        long left = data.unwrap(tcp.sackLeft(0));
        long right = data.unwrap(tcp.sackRight(0));
        if (right <= acknowledgment || isWithinSecond(tcp, left, right)) {
            resends.duplicate(left, right);
            first = 1;
        }
        long sample = -1;
        for (int i = first; i < tcp.sackCount(); i++) {
            long newest = mark(nowNanos, data.unwrap(tcp.sackLeft(i)), data.unwrap(tcp.sackRight(i)));
            if (newest >= 0 && i == first) {
                sample = nowNanos - newest;
            }
        }
        return sample;
    }

    /** RFC 2883 section 4: a first block inside the second reports a duplicate above the cumulative acknowledgment. */
    private boolean isWithinSecond(TcpHeader tcp, long left, long right) {
        return tcp.sackCount() > 1 && left >= data.unwrap(tcp.sackLeft(1)) && right <= data.unwrap(tcp.sackRight(1));
    }

    /** When the newest of the newly reported segments was sent, if all sendings are known; else -1. */
    private long mark(long nowNanos, long left, long right) {
        long newest = -1;
        for (int i = ring.firstEndingAfter(left); i < ring.size() && ring.end(i) <= right; i++) {
            if (!ring.is(i, SegmentRing.SACKED) && ring.start(i) >= left) {
                boolean clean = !ring.is(i, SegmentRing.RESENT | SegmentRing.HOLE);
                newest = clean ? Math.max(newest, ring.sentNanos(i)) : newest;
                if (!clean && isTooSoon(nowNanos, i)) {
                    resends.arrivedBefore(ring.start(i));
                }
                ring.mark(i, SegmentRing.SACKED);
            }
        }
        highestSacked = Math.max(highestSacked, right);
        return newest;
    }

    /** An acknowledgment sooner after a sending than nine tenths of the least round trip is of a sending before it. */
    private boolean isTooSoon(long nowNanos, int index) {
        return leastAckNanos != Long.MAX_VALUE && nowNanos - ring.sentNanos(index) < leastAckNanos / 10 * 9;
    }

    private void ackSample(long nowNanos, long rttNanos) {
        ackSamples++;
        leastAckNanos = Math.min(leastAckNanos, rttNanos);
        noteGreatest(nowNanos, rttNanos);
        decide();
        if (!atReceiver) {
            timer.sample(rttNanos);
            flow.rtt(nowNanos, rttNanos);
        }
    }

    /** Data that echoes a timestamp of the peer. */
    void echoed(long nowNanos, TcpHeader tcp, long start, long end) {
        if (!tcp.hasTimestamps() || (decided && !atReceiver)) {
            return;
        }
        long rttNanos = trips().echoed(tcp.timestampEcho(), nowNanos);
        if (atReceiver && end > data.next()) {
            long ipdvNanos = clock.packet(tcp.timestampValue(), nowNanos, start > data.next());
            if (ipdvNanos != TimestampClock.NONE) {
                flow.ipdv(ipdvNanos);
            }
        }
        if (rttNanos == TimestampRtt.NONE) {
            return;
        }
        echoSamples++;
        leastEchoNanos = Math.min(leastEchoNanos, rttNanos);
        decide();
        if (atReceiver) {
            window.inflight(end - trips().matchedMark());
            timer.sample(rttNanos);
            flow.rtt(nowNanos, rttNanos);
        }
    }

    private TimestampRtt trips() {
        if (timestampRtt == null) {
            timestampRtt = new TimestampRtt();
        }
        return timestampRtt;
    }

    private void decide() {
        if (!decided && ackSamples >= DECIDE_SAMPLES && echoSamples >= DECIDE_SAMPLES) {
            decided = true;
            place = CapturePlace.of("acknowledgments and timestamps", leastAckNanos, leastEchoNanos);
            atReceiver = leastEchoNanos > DECIDE_FACTOR * Math.max(1, leastAckNanos);
            if (atReceiver) {
                flow.forgetDelays();
            }
        }
    }
}
