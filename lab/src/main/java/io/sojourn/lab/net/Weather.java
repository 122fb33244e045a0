// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.HopPlan.Change;
import io.sojourn.lab.plan.HopPlan.Conditions;
import java.util.List;

/**
 * How a line is at a time that never goes back: its conditions, on the way to the next where they change. A change that
 * begins before the last is complete goes on from where that one is.
 */
final class Weather {
    private final List<Change> changes;
    private int begun;
    private boolean settled = true;
    private Conditions from;
    private long rateBitsPerSecond;
    private long delayNanos;
    private long jitterNanos;
    private double lossRatio;

    Weather(HopPlan.Line plan) {
        this.changes = plan.changes();
        this.from = plan.conditions();
        set(from);
    }

    /** Time goes on. */
    void turn(long nowNanos) {
        while (begun < changes.size() && changes.get(begun).atNanos() <= nowNanos) {
            go(changes.get(begun).atNanos());
            from = new Conditions(rateBitsPerSecond, delayNanos, jitterNanos, lossRatio);
            begun++;
            settled = false;
        }
        go(nowNanos);
    }

    private void go(long nowNanos) {
        if (settled) {
            return;
        }
        Change change = changes.get(begun - 1);
        long passedNanos = nowNanos - change.atNanos();
        settled = passedNanos >= change.overNanos();
        if (settled) {
            set(change.to());
        } else {
            set(change.to(), (double) passedNanos / change.overNanos());
        }
    }

    private void set(Conditions to) {
        rateBitsPerSecond = to.rateBitsPerSecond();
        delayNanos = to.delayNanos();
        jitterNanos = to.jitterNanos();
        lossRatio = to.lossRatio();
    }

    /** Nothing is between a rate and none: that changes at the end. */
    private void set(Conditions to, double part) {
        boolean limited =
                from.rateBitsPerSecond() != Conditions.UNLIMITED && to.rateBitsPerSecond() != Conditions.UNLIMITED;
        rateBitsPerSecond = between(from.rateBitsPerSecond(), to.rateBitsPerSecond(), limited ? part : 0);
        delayNanos = between(from.delayNanos(), to.delayNanos(), part);
        jitterNanos = between(from.jitterNanos(), to.jitterNanos(), part);
        lossRatio = from.lossRatio() + (to.lossRatio() - from.lossRatio()) * part;
    }

    private static long between(long from, long to, double part) {
        return from + Math.round((to - from) * part);
    }

    long rateBitsPerSecond() {
        return rateBitsPerSecond;
    }

    long delayNanos() {
        return delayNanos;
    }

    long jitterNanos() {
        return jitterNanos;
    }

    double lossRatio() {
        return lossRatio;
    }
}
