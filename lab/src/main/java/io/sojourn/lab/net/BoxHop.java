// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import io.sojourn.engine.DropCause;
import io.sojourn.lab.measure.HopObserver;

/** A box on a route, and the timer that lets its packets go. */
final class BoxHop implements Hop, Box.Exit {
    private final Packets packets;
    private final HopObserver observer;
    private final Timer release;
    private final Box box;

    /** @param made gives the box, whose exit this is */
    BoxHop(Events events, Packets packets, HopObserver observer, java.util.function.Function<Box.Exit, Box> made) {
        this.packets = packets;
        this.observer = observer;
        this.release = new Timer(events, this::drain);
        this.box = made.apply(this);
    }

    Box box() {
        return box;
    }

    @Override
    public void accept(Packet packet, long nowNanos) {
        observer.offered(packet.flow, packet.ipBytes, nowNanos);
        drain(nowNanos);
        box.offer(packet, nowNanos);
        drain(nowNanos);
        observer.waiting(box.backlogPackets(), nowNanos);
    }

    /** Lets go what leaves now; also after the box was changed. */
    void drain(long nowNanos) {
        if (box.backlogPackets() > 0) {
            box.release(nowNanos);
            release.set(box.nextReleaseNanos(nowNanos));
        }
    }

    @Override
    public void sent(Packet packet, long sojournNanos, long nowNanos) {
        observer.sent(packet.flow, packet.ipBytes, sojournNanos, nowNanos);
        Step.pass(packet, 0, nowNanos);
    }

    @Override
    public void dropped(Packet packet, DropCause cause, long nowNanos) {
        observer.dropped(packet.flow, cause, nowNanos);
        packets.giveBack(packet);
    }
}
