// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import io.sojourn.engine.DropCause;
import io.sojourn.lab.measure.HopObserver;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.HopPlan.Conditions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A wire and the FIFO before it. Packets that wait are those whose sending has not ended.
 *
 * <p>A packet goes at the rate there is when the one before it has gone, and with the delay there is when it has gone
 * itself. Error: a packet leaves less than a nanosecond early, and so does the last of a thousand back to back: what
 * rounding leaves of one is added to the next.
 */
final class Line implements Hop, Actor {
    private static final int ARRIVES = 0;
    private static final int IS_SENT = 1;

    private final HopPlan.Line plan;
    private final Weather weather;
    private final Events events;
    private final Packets packets;
    private final HopObserver observer;
    private final SplittableRandom random;
    private final Deque<Packet> waiting = new ArrayDeque<>();
    private long lastArrivalNanos;
    /** What the wire times before this packet lost by rounding, in billionths of a bit; less than a nanosecond. */
    private long remainder;

    /** The rate it is of. */
    private long remainderBitsPerSecond;

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
        packet.arrivalNanos = nowNanos;
        if (waiting.isEmpty() && plan.hostNanos() == 0 && weather.rateBitsPerSecond() == Conditions.UNLIMITED) {
            propagate(packet, nowNanos);
        } else if (waiting.size() >= plan.limitPackets()) {
            observer.dropped(packet.flow, DropCause.TAIL, nowNanos);
            packets.giveBack(packet);
        } else {
            queue(packet, nowNanos);
        }
    }

    private void queue(Packet packet, long nowNanos) {
        packet.readyNanos = nowNanos + (plan.hostNanos() == 0 ? 0 : random.nextLong(plan.hostNanos()));
        waiting.addLast(packet);
        observer.waiting(waiting.size(), nowNanos);
        if (waiting.size() == 1) {
            remainder = 0;
            transmit(packet, nowNanos);
        }
    }

    private void transmit(Packet packet, long nowNanos) {
        events.add(Math.max(nowNanos, packet.readyNanos) + wireNanos(packet), this, IS_SENT, packet);
    }

    private long wireNanos(Packet packet) {
        long rate = weather.rateBitsPerSecond();
        if (rate == Conditions.UNLIMITED) {
            return 0;
        }
        long billionths = (packet.ipBytes + plan.overheadBytes()) * 8_000_000_000L
                + (rate == remainderBitsPerSecond ? remainder : 0);
        remainder = billionths % rate;
        remainderBitsPerSecond = rate;
        return billionths / rate;
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
        waiting.removeFirst();
        weather.turn(nowNanos);
        propagate(packet, nowNanos);
        Packet next = waiting.peekFirst();
        if (next != null) {
            transmit(next, nowNanos);
        }
    }

    private void propagate(Packet packet, long nowNanos) {
        if (weather.lossRatio() > 0 && random.nextDouble() < weather.lossRatio()) {
            observer.lost(packet.flow, nowNanos);
            packets.giveBack(packet);
            return;
        }
        observer.sent(packet.flow, packet.ipBytes, nowNanos - packet.arrivalNanos, nowNanos);
        long jitterNanos = weather.jitterNanos() == 0 ? 0 : random.nextLong(weather.jitterNanos() + 1);
        long arrivalNanos = nowNanos + weather.delayNanos() + jitterNanos;
        if (plan.keepsOrder()) {
            lastArrivalNanos = Math.max(lastArrivalNanos, arrivalNanos);
            arrivalNanos = lastArrivalNanos;
        }
        events.add(arrivalNanos, this, ARRIVES, packet);
    }
}
