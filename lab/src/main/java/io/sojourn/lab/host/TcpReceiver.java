// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.net.Endpoint;
import io.sojourn.lab.net.Events;
import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Timer;
import io.sojourn.lab.plan.TcpSettings;

/**
 * A receiver that acknowledges every second segment, at once when one is out of order or fills a hole, and late
 * otherwise (RFC 5681, section 4.2). Reads at once, so its window never closes.
 */
class TcpReceiver implements Endpoint {
    /**
     * Linux acknowledges so many segments one by one at first, so that slow start gets going, and after a segment that
     * was received before (TCP_MAX_QUICKACKS).
     */
    private static final int QUICK_ACKS = 16;

    /** Timestamps are milliseconds, and one of them does not make a segment old (Linux, TCP_TS_HZ and TCP_PAWS_WINDOW). */
    private static final long CLOCK_NANOS = 1_000_000;

    private static final int PAST_TICKS = 1;

    private final TcpSettings settings;
    private final Sending back;
    private final FlowObserver observer;
    private final Timer delayedAck;
    private final EarlySegments early = new EarlySegments();
    private final boolean selective;
    private long next;
    /** Acknowledgments that go at once when something seems wrong. */
    private final int quickAcks;
    /** How many of them are left. */
    private int quick;

    private int unacknowledged;
    private long echoNanos;

    TcpReceiver(TcpSettings settings, Events events, Sending back, FlowObserver observer) {
        this.settings = settings;
        this.back = back;
        this.observer = observer;
        this.selective = settings.recovery() != TcpSettings.Recovery.NEW_RENO;
        this.quickAcks = settings.recovery() == TcpSettings.Recovery.RACK ? QUICK_ACKS : 0;
        this.quick = quickAcks;
        this.delayedAck = new Timer(events, this::acknowledgeLate);
    }

    @Override
    public void receive(Packet packet, long nowNanos) {
        long segment = packet.number;
        if (segment == TcpSender.SYN) {
            echoNanos = packet.sentNanos;
            acknowledge(segment, false, nowNanos);
            return;
        }
        if (isFromThePast(packet)) {
            acknowledge(segment, segment < next, nowNanos);
            return;
        }
        long acknowledged = next - unacknowledged;
        if (segment == acknowledged || segment == acknowledged - 1) {
            // RFC 7323, section 4.3: the timestamp that moves the window is echoed; older data are out of the window.
            echoNanos = Math.max(echoNanos, packet.sentNanos);
        }
        if (segment < next || early.contains(segment)) {
            acknowledge(segment, true, nowNanos);
        } else if (segment > next) {
            early.add(segment);
            acknowledge(segment, false, nowNanos);
        } else {
            inOrder(nowNanos);
        }
    }

    /**
     * RFC 7323, section 5.3, R1 (PAWS): what was sent before the segment whose timestamp is echoed is thrown away, though
     * it be missing. On a path that reorders that loses late segments behind a hole that was filled by a retransmission.
     */
    private boolean isFromThePast(Packet packet) {
        long ticks = echoNanos / CLOCK_NANOS - packet.sentNanos / CLOCK_NANOS;
        return settings.hasTimestamps() && ticks > PAST_TICKS;
    }

    private void inOrder(long nowNanos) {
        boolean hole = !early.isEmpty();
        long before = next;
        next = early.takeFrom(next + 1);
        unacknowledged++;
        delivered((next - before) * settings.payloadBytes(), nowNanos);
        if (hole || unacknowledged >= 2 || quick > 0) {
            acknowledge(before, false, nowNanos);
        } else {
            delayedAck.set(nowNanos + settings.delayedAckNanos());
        }
    }

    /** Payload in order, to the application. */
    void delivered(long payloadBytes, long nowNanos) {
        observer.delivered(payloadBytes, nowNanos);
    }

    private void acknowledgeLate(long nowNanos) {
        if (unacknowledged > 0) {
            acknowledge(next - 1, false, nowNanos);
        }
    }

    /** @param cause the segment that is answered */
    private void acknowledge(long cause, boolean duplicate, long nowNanos) {
        unacknowledged = 0;
        quick = cause < next && duplicate ? quickAcks : Math.max(0, quick - 1);
        delayedAck.stop();
        Packet packet = back.packet(settings.ackIpBytes(), cause);
        packet.acknowledgment = true;
        packet.cumulative = next;
        packet.echoNanos = echoNanos;
        if (selective) {
            packet.duplicate = duplicate;
            early.report(packet);
        }
        back.send(packet, nowNanos);
    }
}
