// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.bench;

import io.sojourn.engine.LengthRule;
import io.sojourn.lab.Simulation;
import io.sojourn.lab.measure.Recorder;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.Dumbbell;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.lab.twin.BoxSettings;

/** The plans that are measured. */
final class Runs {
    private static final long SECOND = 1_000_000_000L;
    private static final int FAST_WINDOW_SEGMENTS = 512;

    private Runs() {}

    /** Four flows through a shaper of 20 Mbit/s with 200 packets, 5 ms of path. */
    static Plan twentySeconds() {
        return Dumbbell.linux(TcpSettings.Algorithm.LINUX_CUBIC, shaper(20_000_000, 200))
                .plan();
    }

    /** Four flows through a shaper of 1 Gbit/s with 500 packets, 5 ms of path, 10 Gbit/s before it, 32 s. */
    static Plan tenMillionEvents() {
        TcpSettings tcp = TcpSettings.linux(TcpSettings.Algorithm.LINUX_CUBIC).withWindowSegments(FAST_WINDOW_SEGMENTS);
        return new Dumbbell(
                        1,
                        32 * SECOND,
                        0,
                        4,
                        10_000_000_000L,
                        5_000_000,
                        new Traffic.Bulk(tcp, null),
                        shaper(1_000_000_000, 500),
                        0)
                .plan();
    }

    private static HopPlan.Box shaper(long rateBitsPerSecond, long limitPackets) {
        BoxSettings settings = new BoxSettings.Shaping(rateBitsPerSecond, 10_000, limitPackets);
        return new HopPlan.Box("box", settings.part(), ClassChooser.only(settings.className()), LengthRule.ETHERNET);
    }

    /** Events of a plan, which are the same each time. */
    static long events(Plan plan) {
        Simulation simulation = new Simulation(plan, new Recorder(plan));
        simulation.runUntil(plan.durationNanos());
        return simulation.events();
    }
}
