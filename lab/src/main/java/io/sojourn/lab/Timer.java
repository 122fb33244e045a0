// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

/** A deadline that moves often and passes seldom: an event is added only when the deadline comes before the last one's. */
final class Timer {
    static final long NEVER = Long.MAX_VALUE;

    private final EventQueue events;
    private final int kind;
    private final int flow;
    private long deadlineNanos = NEVER;
    private long eventNanos = NEVER;

    Timer(EventQueue events, int kind, int flow) {
        this.events = events;
        this.kind = kind;
        this.flow = flow;
    }

    void set(long nanos) {
        deadlineNanos = nanos;
        if (nanos != NEVER && nanos < eventNanos) {
            eventNanos = nanos;
            events.add(nanos, kind, flow, 0, 0);
        }
    }

    void stop() {
        deadlineNanos = NEVER;
    }

    boolean isSet() {
        return deadlineNanos != NEVER;
    }

    /** Whether the event that comes now is the deadline; if the deadline moved on, so does the event. */
    boolean isDue(long nowNanos) {
        if (nowNanos != eventNanos) {
            return false;
        }
        eventNanos = NEVER;
        if (deadlineNanos > nowNanos) {
            if (deadlineNanos != NEVER) {
                set(deadlineNanos);
            }
            return false;
        }
        deadlineNanos = NEVER;
        return true;
    }
}
