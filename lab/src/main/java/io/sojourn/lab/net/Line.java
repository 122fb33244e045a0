// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import io.sojourn.engine.DropCause;
import io.sojourn.lab.measure.HopObserver;
import io.sojourn.lab.plan.HopPlan;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A wire and the FIFO before it. Packets that wait are those whose sending has not ended. */
final class Line implements Hop, Actor {
    private static final int ARRIVES = 0;
    private static final int IS_SENT = 1;

    private final HopPlan.Line plan;
    private final Weather weather;
    private final Events events;
    private final Packets packets;
    private final HopObserver observer;
    private final SplittableRandom random;
    private long freeNanos;
    private long lastArrivalNanos;
    private int waiting;

    Line(HopPlan.Line plan, Events events, Packets packets, HopObserver observer, SplittableRandom random) {
        this.plan = plan;
        this.weather = new Weather(plan);
        this.events = events;
        this.packets = packets;
        this.observer = observer;
        this.random = random;
    }

    @Override
    public void accept(Packet packet, long nowNanos) {
        observer.offered(packet.flow, packet.ipBytes, nowNanos);
        weather.turn(nowNanos);
        if (weather.rateBitsPerSecond() == HopPlan.Conditions.UNLIMITED) {
            propagate(packet, nowNanos, nowNanos);
            return;
        }
        if (waiting >= plan.limitPackets()) {
            observer.dropped(packet.flow, DropCause.TAIL, nowNanos);
            packets.giveBack(packet);
            return;
        }
        waiting++;
        observer.waiting(waiting, nowNanos);
        packet.arrivalNanos = nowNanos;
        long readyNanos = nowNanos + (plan.hostNanos() == 0 ? 0 : random.nextLong(plan.hostNanos()));
        long bits = (packet.ipBytes + plan.overheadBytes()) * 8L;
        freeNanos = Math.max(freeNanos, readyNanos) + bits * 1_000_000_000L / weather.rateBitsPerSecond();
        events.add(freeNanos, this, IS_SENT, packet);
    }

    @Override
    public void act(int what, @Nullable Packet packet, long nowNanos) {
        if (packet == null) {
            throw new IllegalStateException("an event of line " + plan.name() + " without a packet");
        }
        if (what == ARRIVES) {
            Step.pass(packet, 0, nowNanos);
            return;
        }
        waiting--;
        weather.turn(nowNanos);
        propagate(packet, packet.arrivalNanos, nowNanos);
    }

    private void propagate(Packet packet, long cameNanos, long nowNanos) {
        if (weather.lossRatio() > 0 && random.nextDouble() < weather.lossRatio()) {
            observer.lost(packet.flow, nowNanos);
            packets.giveBack(packet);
            return;
        }
        observer.sent(packet.flow, packet.ipBytes, nowNanos - cameNanos, nowNanos);
        long jitterNanos = weather.jitterNanos() == 0 ? 0 : random.nextLong(weather.jitterNanos() + 1);
        long arrivalNanos = nowNanos + weather.delayNanos() + jitterNanos;
        if (plan.keepsOrder()) {
            lastArrivalNanos = Math.max(lastArrivalNanos, arrivalNanos);
            arrivalNanos = lastArrivalNanos;
        }
        events.add(arrivalNanos, this, ARRIVES, packet);
    }
}
