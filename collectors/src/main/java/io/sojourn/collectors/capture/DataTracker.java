// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.capture.TcpHeader;

/**
 * Follows the data of one direction of a TCP connection past the capture point: what is sent anew, what again, what is
 * missing. {@link AckTracker} resolves it.
 *
 * <p>Rules. A super-frame (TSO, GRO) is split into pieces of the segment size. Bytes seen before are a retransmission; the
 * sending before it counts as lost, at its own time, unless the receiver had reported the bytes already or reports them
 * twice later (DSACK). A hole that fills is a reordering when the filler's timestamp is older than that of the segment that
 * opened it; with equal or no timestamps, when it fills within max(3 ms, RTT/4). Else its original was lost before the
 * capture point. A keep-alive (RFC 9293 3.8.4) or a window probe is neither.
 */
final class DataTracker {
    private static final int DEFAULT_MSS_BYTES = 1_448;
    private static final int TIMESTAMP_OPTION_BYTES = 12;
    private static final int UNSPLIT_BYTES = 1_460;
    private static final int HOLE_LIMIT_PIECES = 1_024;
    private static final long REORDER_NANOS = 3_000_000L;
    private static final long SAME_FRAME_NANOS = 2_000_000L;
    /** Farther than this from what is expected is another connection, or a gap in the capture. */
    private static final long FAR_BYTES = 1L << 29;

    private final Flow flow;
    private final SegmentRing ring = new SegmentRing();
    private final Window window = new Window();
    private final AckTracker acks;
    private final Resends resends;
    private boolean started;
    private long next;
    private int synMssBytes;
    private int mssBytes;
    private int latestTimestamp;
    private boolean timestampKnown;
    private int lastIdentification;
    private int lastSequence;
    private long lastNanos;

    DataTracker(Flow flow) {
        this.flow = flow;
        this.resends = new Resends(flow);
        this.acks = new AckTracker(flow, this, ring, resends, window);
    }

    AckTracker acks() {
        return acks;
    }

    Window window() {
        return window;
    }

    boolean isStarted() {
        return started;
    }

    long next() {
        return next;
    }

    /** Payload of a full segment; 0 before any data. */
    int mssBytes() {
        return mssBytes;
    }

    /** The peer's SYN says how large a segment it takes. */
    void peerMss(int bytes) {
        synMssBytes = bytes;
    }

    /** The sequence begins here: a SYN. */
    void begin(int firstSequence) {
        settle();
        started = true;
        timestampKnown = false;
        next = (firstSequence & 0xffff_ffffL) + (1L << 32);
        acks.begin(next);
    }

    /** The 64-bit sequence number nearest to what is expected. */
    long unwrap(int sequence) {
        return next + (sequence - (int) next);
    }

    /** How many full segments so much data takes; none when it is too much to be of this connection. */
    long segmentsOf(long bytes) {
        int segment = mssBytes > 0 ? mssBytes : DEFAULT_MSS_BYTES;
        return bytes > FAR_BYTES ? 0 : (bytes + segment - 1) / segment;
    }

    /** How many segments a payload is on the wire, and what they are then. */
    int pieces(int payload, boolean timestamps) {
        int segment = segmentBytes(payload, timestamps);
        mssBytes = Math.max(mssBytes, Math.min(payload, segment));
        return (payload + segment - 1) / segment;
    }

    private int segmentBytes(int payload, boolean timestamps) {
        if (synMssBytes > 0) {
            return Math.max(64, synMssBytes - (timestamps ? TIMESTAMP_OPTION_BYTES : 0));
        }
        return payload <= UNSPLIT_BYTES ? UNSPLIT_BYTES : DEFAULT_MSS_BYTES + (timestamps ? 0 : TIMESTAMP_OPTION_BYTES);
    }

    /** The same frame once more: a capture on several interfaces of a host sees a forwarded frame on each. */
    boolean isSameFrame(long nowNanos, TcpHeader tcp, int identification) {
        boolean same = identification != 0
                && identification == lastIdentification
                && tcp.sequence() == lastSequence
                && nowNanos - lastNanos < SAME_FRAME_NANOS;
        lastIdentification = identification;
        lastSequence = tcp.sequence();
        lastNanos = nowNanos;
        return same;
    }

    boolean isProbe(int sequence, int payload) {
        return started && payload <= 1 && unwrap(sequence) == next - 1 && acks.unacknowledged() == next;
    }

    /**
     * A segment with data, already counted.
     *
     * @param overhead bytes of a frame that are not payload
     */
    void data(long nowNanos, TcpHeader tcp, int payload, int overhead) {
        if (!started) {
            begin(tcp.sequence());
        }
        long start = unwrap(tcp.sequence());
        if (Math.abs(start - next) > FAR_BYTES) {
            begin(tcp.sequence());
            start = next;
        }
        long end = start + payload;
        int segment = segmentBytes(payload, tcp.hasTimestamps());
        acks.echoed(nowNanos, tcp, start, end);
        if (start < next) {
            again(nowNanos, start, Math.min(end, next), tcp, segment);
        }
        noteTimestamp(tcp);
        if (end > next) {
            if (start > next) {
                openHole(nowNanos, start, tcp.timestampValue(), segment, overhead);
            }
            append(nowNanos, Math.max(start, next), end, tcp.timestampValue(), segment, overhead, (byte) 0);
        }
    }

    private void noteTimestamp(TcpHeader tcp) {
        if (tcp.hasTimestamps() && !(timestampKnown && tcp.timestampValue() - latestTimestamp <= 0)) {
            latestTimestamp = tcp.timestampValue();
            timestampKnown = true;
        }
    }

    private void append(long nowNanos, long start, long end, int timestamp, int segment, int overhead, byte flag) {
        for (long at = start; at < end; at += segment) {
            int length = (int) Math.min(segment, end - at);
            if (ring.isFull()) {
                forgetFirst();
            }
            ring.append(at, length, length + overhead, nowNanos, timestamp, flag);
        }
        next = end;
    }

    private void openHole(long nowNanos, long start, int timestamp, int segment, int overhead) {
        if ((start - next) / segment > HOLE_LIMIT_PIECES) {
            settle();
            next = start;
            acks.begin(next);
        } else {
            append(nowNanos, next, start, timestamp, segment, overhead, SegmentRing.HOLE);
        }
    }

    private void again(long nowNanos, long start, long end, TcpHeader tcp, int segment) {
        int index = ring.firstEndingAfter(start);
        long unacknowledged = acks.unacknowledged();
        if (end <= unacknowledged || index == ring.size()) {
            if (timestampKnown && tcp.hasTimestamps() && tcp.timestampValue() - latestTimestamp < 0) {
                // Older than what came before it: an original that its retransmission has overtaken.
                resends.duplicate(start, end);
                return;
            }
            flow.retransmitted((int) ((end - start + segment - 1) / segment));
            return;
        }
        // A piece whose start is not covered was cut otherwise; it counts only when nothing else does.
        boolean cut = ring.start(index) < start && index + 1 < ring.size() && ring.start(index + 1) < end;
        for (int i = cut ? index + 1 : index; i < ring.size() && ring.start(i) < end; i++) {
            if (ring.is(i, SegmentRing.HOLE)) {
                fill(nowNanos, i, tcp);
            } else {
                resend(nowNanos, i, tcp.timestampValue());
            }
        }
    }

    private void fill(long nowNanos, int index, TcpHeader tcp) {
        int newer = tcp.hasTimestamps() ? tcp.timestampValue() - ring.timestampValue(index) : 0;
        long patience = Math.max(REORDER_NANOS, acks.timer().smoothedNanos() / 4);
        boolean reordered = newer < 0 || (newer == 0 && nowNanos - ring.sentNanos(index) < patience);
        if (reordered) {
            flow.reordered();
            ring.sent(index, nowNanos, tcp.timestampValue(), (byte) 0);
        } else {
            flow.retransmitted(1);
            resends.lost(ring.start(index), ring.sentNanos(index), ring.wireBytes(index), false, nowNanos);
            ring.sent(index, nowNanos, tcp.timestampValue(), SegmentRing.RESENT);
            acks.taint();
        }
    }

    private void resend(long nowNanos, int index, int timestamp) {
        flow.retransmitted(1);
        if (!ring.is(index, SegmentRing.SACKED | SegmentRing.COUNTED_LOST)) {
            boolean counted = !ring.is(index, SegmentRing.EXPIRED);
            resends.lost(ring.start(index), ring.sentNanos(index), ring.wireBytes(index), counted, nowNanos);
        }
        ring.sent(index, nowNanos, timestamp, SegmentRing.RESENT);
        acks.taint();
    }

    private void forgetFirst() {
        unknown(0);
        ring.removeFirst();
    }

    private void unknown(int index) {
        int resolved = SegmentRing.SACKED | SegmentRing.HOLE | SegmentRing.EXPIRED;
        if (!ring.is(index, resolved)) {
            flow.unknown(ring.sentNanos(index), ring.wireBytes(index));
        }
    }

    /**
     * What was sent before a time and not repaired since: lost when the receiver has reported three segments beyond it
     * (RFC 6675 section 4), else not known, and left out of the loss trails.
     */
    void expire(long beforeNanos) {
        for (int i = 0; i < ring.size(); i++) {
            if (ring.sentNanos(i) < beforeNanos && !ring.is(i, SegmentRing.EXPIRED)) {
                boolean passedOver = acks.highestSacked() - ring.end(i) >= 3L * mssBytes;
                if (passedOver && !ring.is(i, SegmentRing.SACKED | SegmentRing.HOLE | SegmentRing.RESENT)) {
                    flow.presumedLost(ring.sentNanos(i), ring.wireBytes(i), true);
                    flow.confirmedLost(1);
                    ring.mark(i, SegmentRing.COUNTED_LOST);
                } else {
                    unknown(i);
                }
                ring.mark(i, SegmentRing.EXPIRED);
            }
        }
        resends.confirm(
                beforeNanos + LossHistory.LAG_MILLIS * 1_000_000L, acks.timer().smoothedNanos(), acks.spreadNanos());
    }

    /** Nothing more is heard of what is outstanding. */
    void settle() {
        for (int i = 0; i < ring.size(); i++) {
            unknown(i);
        }
        ring.clear();
        resends.confirmAll();
    }
}
