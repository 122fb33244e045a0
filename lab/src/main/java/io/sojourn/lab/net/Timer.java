// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import org.jspecify.annotations.Nullable;

/** A deadline that moves often and passes seldom: an event is added only when the deadline comes before the last one's. */
public final class Timer implements Actor {
    private static final long NEVER = Long.MAX_VALUE;

    private final Events events;
    private final Alarm alarm;
    private long deadlineNanos = NEVER;
    private long eventNanos = NEVER;

    /** What a deadline is for. */
    @FunctionalInterface
    public interface Alarm {
        void ring(long nowNanos);
    }

    public Timer(Events events, Alarm alarm) {
        this.events = events;
        this.alarm = alarm;
    }

    /** Sets or moves the deadline; {@code Long.MAX_VALUE} stops it. */
    public void set(long nanos) {
        deadlineNanos = nanos;
        if (nanos != NEVER && nanos < eventNanos) {
            eventNanos = nanos;
            events.add(nanos, this, 0, null);
        }
    }

    public void stop() {
        deadlineNanos = NEVER;
    }

    public boolean isSet() {
        return deadlineNanos != NEVER;
    }

    @Override
    public void act(int what, @Nullable Packet packet, long nowNanos) {
        if (nowNanos != eventNanos) {
            return;
        }
        eventNanos = NEVER;
        if (deadlineNanos > nowNanos) {
            set(deadlineNanos);
            return;
        }
        deadlineNanos = NEVER;
        alarm.ring(nowNanos);
    }
}
