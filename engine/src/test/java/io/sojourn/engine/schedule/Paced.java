// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Settings;

/** Lets a packet of another discipline go at most once an interval: the least that is not always ready. */
final class Paced implements QueueDiscipline {
    private final QueueDiscipline inner;
    private final long intervalNanos;
    private long nextNanos;

    Paced(QueueDiscipline inner, long intervalNanos) {
        this.inner = inner;
        this.intervalNanos = intervalNanos;
    }

    @Override
    public void enqueue(int packet, long nowNanos) {
        inner.enqueue(packet, nowNanos);
    }

    @Override
    public int dequeue(long nowNanos) {
        if (nowNanos < nextNanos) {
            return NONE;
        }
        int packet = inner.dequeue(nowNanos);
        if (packet != NONE) {
            nextNanos = nowNanos + intervalNanos;
        }
        return packet;
    }

    @Override
    public int peek(long nowNanos) {
        return nowNanos < nextNanos ? NONE : inner.peek(nowNanos);
    }

    @Override
    public long readyNanos(long nowNanos) {
        return Math.max(nextNanos, inner.readyNanos(nowNanos));
    }

    @Override
    public int withdraw(long nowNanos) {
        return inner.withdraw(nowNanos);
    }

    @Override
    public void configure(Settings settings, long nowNanos) {
        inner.configure(settings, nowNanos);
    }

    @Override
    public int backlogPackets() {
        return inner.backlogPackets();
    }

    @Override
    public long backlogBytes() {
        return inner.backlogBytes();
    }
}
