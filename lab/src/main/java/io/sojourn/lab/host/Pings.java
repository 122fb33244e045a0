// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.net.Endpoint;
import io.sojourn.lab.net.Events;
import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Timer;
import io.sojourn.lab.plan.Traffic;

/** Sends echo requests on a beat, and takes the answers. One without an answer is lost. */
final class Pings implements Endpoint {
    /** IP and ICMP header. */
    static final int HEADER_BYTES = 28;

    private final Traffic.Ping plan;
    private final Sending forward;
    private final FlowObserver observer;
    private final long stopNanos;
    private final Timer next;
    private long number;

    Pings(Traffic.Ping plan, Events events, Sending forward, FlowObserver observer, long stopNanos) {
        this.plan = plan;
        this.forward = forward;
        this.observer = observer;
        this.stopNanos = stopNanos;
        this.next = new Timer(events, this::send);
    }

    /** The other end: answers each request at once by a packet of its length. */
    static Endpoint answering(Sending back) {
        return (request, nowNanos) -> {
            Packet answer = back.packet(request.ipBytes, request.number);
            answer.echoNanos = request.sentNanos;
            back.send(answer, nowNanos);
        };
    }

    void send(long nowNanos) {
        if (nowNanos >= stopNanos) {
            return;
        }
        next.set(nowNanos + plan.intervalNanos());
        observer.sent(number, false, nowNanos);
        forward.send(forward.packet(plan.ipBytes(), number++), nowNanos);
    }

    @Override
    public void receive(Packet answer, long nowNanos) {
        observer.rtt(nowNanos - answer.echoNanos, nowNanos);
        observer.delivered(answer.ipBytes - HEADER_BYTES, nowNanos);
    }
}
