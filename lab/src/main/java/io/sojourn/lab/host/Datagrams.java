// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.net.Events;
import io.sojourn.lab.net.Timer;
import io.sojourn.lab.plan.Traffic;
import java.util.SplittableRandom;

/** Sends datagrams at a constant rate for a while, whatever becomes of them. */
final class Datagrams {
    private final Traffic.ConstantRate rate;
    private final Sending forward;
    private final FlowObserver observer;
    private final SplittableRandom random;
    private final Timer next;
    private long stopNanos;
    private long number;

    Datagrams(
            Traffic.ConstantRate rate, Events events, Sending forward, FlowObserver observer, SplittableRandom random) {
        this.rate = rate;
        this.forward = forward;
        this.observer = observer;
        this.random = random;
        this.next = new Timer(events, this::send);
    }

    /** Sends from now until a time. */
    void start(long nowNanos, long untilNanos) {
        stopNanos = untilNanos;
        send(nowNanos);
    }

    private void send(long nowNanos) {
        if (nowNanos >= stopNanos) {
            return;
        }
        observer.sent(number, false, nowNanos);
        forward.send(forward.packet(rate.ipBytes(), number++), nowNanos);
        next.set(nowNanos + gapNanos());
    }

    private long gapNanos() {
        double meanNanos = rate.ipBytes() * 8e9 / rate.bitsPerSecond();
        double spread = rate.jitterRatio() * (2 * random.nextDouble() - 1);
        return Math.max(1, (long) (meanNanos * (1 + spread)));
    }
}
