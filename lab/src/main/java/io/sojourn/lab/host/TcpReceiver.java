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
    private final TcpSettings settings;
    private final Sending back;
    private final FlowObserver observer;
    private final Timer delayedAck;
    private final EarlySegments early = new EarlySegments();
    private long next;
    private int unacknowledged;
    private long echoNanos;

    TcpReceiver(TcpSettings settings, Events events, Sending back, FlowObserver observer) {
        this.settings = settings;
        this.back = back;
        this.observer = observer;
        this.delayedAck = new Timer(events, this::acknowledgeLate);
    }

    @Override
    public void receive(Packet packet, long nowNanos) {
        long segment = packet.number;
        if (segment == TcpSender.SYN) {
            echoNanos = packet.sentNanos;
            acknowledge(false, nowNanos);
            return;
        }
        if (segment <= next - unacknowledged) {
            // RFC 7323, section 4.3: the timestamp that moves the window, or repeats what was acknowledged, is echoed.
            echoNanos = packet.sentNanos;
        }
        if (segment < next || early.contains(segment)) {
            acknowledge(true, nowNanos);
        } else if (segment > next) {
            early.add(segment);
            acknowledge(false, nowNanos);
        } else {
            inOrder(nowNanos);
        }
    }

    private void inOrder(long nowNanos) {
        boolean hole = !early.isEmpty();
        long before = next;
        next = early.takeFrom(next + 1);
        unacknowledged++;
        delivered((next - before) * settings.payloadBytes(), nowNanos);
        if (hole || unacknowledged >= 2) {
            acknowledge(false, nowNanos);
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
            acknowledge(false, nowNanos);
        }
    }

    private void acknowledge(boolean duplicate, long nowNanos) {
        unacknowledged = 0;
        delayedAck.stop();
        Packet packet = back.packet(settings.ackIpBytes(), 0);
        packet.acknowledgment = true;
        packet.cumulative = next;
        packet.duplicate = duplicate;
        packet.echoNanos = echoNanos;
        early.report(packet);
        back.send(packet, nowNanos);
    }
}
