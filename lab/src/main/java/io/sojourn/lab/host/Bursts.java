// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.net.Events;
import io.sojourn.lab.net.Timer;
import io.sojourn.lab.plan.Traffic;
import java.util.SplittableRandom;

/** Turns datagrams on and off: a burst, a silence, and again. */
final class Bursts {
    /** Times that are longer than any run are all alike, and two of them are to have a sum. */
    private static final long LONGEST_NANOS = Long.MAX_VALUE / 8;

    private final Traffic.OnOff plan;
    private final Datagrams datagrams;
    private final SplittableRandom random;
    private final long stopNanos;
    private final Timer next;

    Bursts(Traffic.OnOff plan, Events events, Datagrams datagrams, SplittableRandom random, long stopNanos) {
        this.plan = plan;
        this.datagrams = datagrams;
        this.random = random;
        this.stopNanos = stopNanos;
        this.next = new Timer(events, this::begin);
    }

    void begin(long nowNanos) {
        if (nowNanos >= stopNanos) {
            return;
        }
        long endNanos = nowNanos + lengthNanos(plan.onNanos());
        datagrams.start(nowNanos, Math.min(endNanos, stopNanos));
        next.set(endNanos + lengthNanos(plan.offNanos()));
    }

    private long lengthNanos(long meanNanos) {
        // Exponential: the inverse of its distribution function at an even draw from (0, 1].
        double nanos = plan.random() ? -StrictMath.log(1 - random.nextDouble()) * meanNanos : meanNanos;
        return Math.max(1, Math.min(Math.round(nanos), LONGEST_NANOS));
    }
}
