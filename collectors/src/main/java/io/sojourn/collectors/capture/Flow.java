// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import org.jspecify.annotations.Nullable;

/** One direction of a connection, and what is counted of it. TCP state is there from the first data or SYN on. */
final class Flow {
    private final String name;
    private final Direction direction;
    private final Tally tally;
    private final Subject subject = new Subject();
    private @Nullable DataTracker tracker;
    private boolean listed;
    private boolean active;
    private boolean ownQueue;
    private boolean closed;
    private final FlowTotals totals = new FlowTotals();
    private @Nullable SpinTracker spin;
    private boolean fragments;

    Flow(String name, Direction direction, Tally tally) {
        this.name = name;
        this.direction = direction;
        this.tally = tally;
    }

    String name() {
        return name;
    }

    Direction direction() {
        return direction;
    }

    Subject subject() {
        return subject;
    }

    Tally tally() {
        return tally;
    }

    @Nullable
    DataTracker tracker() {
        return tracker;
    }

    DataTracker trackerOrNew() {
        if (tracker == null) {
            tracker = new DataTracker(this);
        }
        return tracker;
    }

    /** Counts packets of this direction. */
    void packets(long nowNanos, int count, int wireBytes, boolean marked) {
        subject.packets(nowNanos, count, wireBytes, marked);
        direction.subject().packets(nowNanos, count, wireBytes, marked);
        totals.bytes += wireBytes;
    }

    /** Data passed: the flow is active in this interval. */
    void data(int count, boolean tcp) {
        active = true;
        list();
        if (tcp) {
            totals.dataPackets += count;
            subject.dataPackets += count;
            direction.subject().dataPackets += count;
        }
    }

    void unresponsive(int wireBytes) {
        subject.unresponsiveBytes += wireBytes;
        direction.subject().unresponsiveBytes += wireBytes;
    }

    void retransmitted(int count) {
        totals.retransmittedPackets += count;
        subject.retransmittedPackets += count;
        direction.subject().retransmittedPackets += count;
    }

    void reordered() {
        totals.reorderedPackets++;
        subject.reorderedPackets++;
        direction.subject().reorderedPackets++;
    }

    void rtt(long nowNanos, long rttNanos) {
        totals.rtt(rttNanos);
        subject.rtt(nowNanos, rttNanos);
        direction.subject().rtt(nowNanos, rttNanos);
    }

    void ipdv(long ipdvNanos) {
        subject.ipdv(ipdvNanos);
        direction.subject().ipdv(ipdvNanos);
    }

    /** The delays so far measured something else. */
    void forgetDelays() {
        totals.forgetDelays();
        subject.forgetDelays();
    }

    void duplicateAck() {
        totals.duplicateAcks++;
    }

    /** Data is in fragments, of which only the first can be told to be of this flow. */
    void fragmented() {
        fragments = true;
    }

    /** Segments were acknowledged that are not in the capture. */
    void missed(long count) {
        if (!fragments) {
            totals.missedPackets += count;
            tally.missed += count;
        }
    }

    /** A packet of QUIC. */
    void spin(long nowNanos, int firstByte) {
        if (spin == null) {
            spin = new SpinTracker();
        }
        long rttNanos = spin.packet(nowNanos, firstByte);
        if (rttNanos != SpinTracker.NONE) {
            rtt(nowNanos, rttNanos);
        }
    }

    CapturedFlow report() {
        return totals.report(name, tracker == null ? null : tracker.acks(), spin == null ? Spin.UNKNOWN : spin.state());
    }

    /** A sending is presumed lost. */
    void presumedLost(long sentNanos, int wireBytes, boolean seen) {
        boolean inTime = subject.lost(sentNanos, wireBytes, seen);
        inTime &= direction.subject().lost(sentNanos, wireBytes, seen);
        tally.lateLosses += inTime ? 0 : 1;
    }

    void restored(long sentNanos, int wireBytes) {
        subject.restored(sentNanos, wireBytes);
        direction.subject().restored(sentNanos, wireBytes);
    }

    void unknown(long sentNanos, int wireBytes) {
        subject.unknown(sentNanos, wireBytes);
        direction.subject().unknown(sentNanos, wireBytes);
    }

    /** The loss was not contradicted in time. */
    void confirmedLost(int count) {
        totals.lostPackets += count;
        subject.lostPackets += count;
        direction.subject().lostPackets += count;
        list();
    }

    private void list() {
        if (!listed && tally.listed.size() < Tally.LISTED_LIMIT) {
            listed = true;
            tally.listed.add(this);
        }
    }

    /** Whether a data packet passed in this interval. */
    boolean isActive() {
        return active;
    }

    boolean isOwnQueue() {
        return ownQueue;
    }

    void becomeOwnQueue() {
        ownQueue = true;
    }

    /** Whether it has left the table. */
    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    long totalBytes() {
        return totals.bytes;
    }

    /** Begins a new interval. */
    void clear() {
        subject.clear();
        if (tracker != null) {
            tracker.window().clear();
        }
        listed = false;
        active = false;
    }
}
