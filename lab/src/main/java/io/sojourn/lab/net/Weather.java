// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.HopPlan.Change;
import io.sojourn.lab.plan.HopPlan.Conditions;

/** How a line is at a time that never goes back: its conditions, on the way to the next where they change. */
final class Weather {
    private final HopPlan.Line plan;
    private Conditions from;
    private int next;
    private Conditions now;

    Weather(HopPlan.Line plan) {
        this.plan = plan;
        this.from = plan.conditions();
        this.now = from;
    }

    /** Time goes on. */
    void turn(long nowNanos) {
        while (next < plan.changes().size() && plan.changes().get(next).atNanos() <= nowNanos) {
            Change change = plan.changes().get(next);
            long passedNanos = nowNanos - change.atNanos();
            if (passedNanos < change.overNanos()) {
                now = between(from, change.to(), (double) passedNanos / change.overNanos());
                return;
            }
            now = change.to();
            from = now;
            next++;
        }
    }

    private static Conditions between(Conditions from, Conditions to, double part) {
        boolean limited =
                from.rateBitsPerSecond() != Conditions.UNLIMITED && to.rateBitsPerSecond() != Conditions.UNLIMITED;
        return new Conditions(
                limited ? between(from.rateBitsPerSecond(), to.rateBitsPerSecond(), part) : from.rateBitsPerSecond(),
                between(from.delayNanos(), to.delayNanos(), part),
                between(from.jitterNanos(), to.jitterNanos(), part),
                from.lossRatio() + (to.lossRatio() - from.lossRatio()) * part);
    }

    private static long between(long from, long to, double part) {
        return from + Math.round((to - from) * part);
    }

    long rateBitsPerSecond() {
        return now.rateBitsPerSecond();
    }

    long delayNanos() {
        return now.delayNanos();
    }

    long jitterNanos() {
        return now.jitterNanos();
    }

    double lossRatio() {
        return now.lossRatio();
    }
}
