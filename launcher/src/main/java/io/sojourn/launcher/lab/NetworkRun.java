// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.lab.Simulation;
import io.sojourn.lab.measure.Observers;
import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.measure.Recorder;
import io.sojourn.lab.measure.Series;
import io.sojourn.lab.measure.SeriesRecorder;
import io.sojourn.lab.plan.Plan;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One run of a network, in virtual time.
 *
 * @param series null when it is not to be drawn
 */
public record NetworkRun(
        NetworkCase network, Outcome outcome, @Nullable Series series) implements Measured {
    /** Enough that one of the longest runs that are allowed says something each second. */
    private static final int SLICES = 500;

    static NetworkRun of(NetworkCase network, long seed, Headway headway) {
        Plan plan = network.plan(seed);
        Recorder recorder = new Recorder(plan);
        run(new Simulation(plan, recorder), plan.durationNanos(), headway);
        return new NetworkRun(network, recorder.outcome(), null);
    }

    /** The same, and what a drawing needs beside it. */
    static NetworkRun drawn(NetworkCase network, long seed, Headway headway) {
        Plan plan = network.plan(seed);
        Recorder recorder = new Recorder(plan);
        SeriesRecorder series = new SeriesRecorder(plan);
        run(new Simulation(plan, Observers.both(recorder, series)), plan.durationNanos(), headway);
        return new NetworkRun(network, recorder.outcome(), series.series());
    }

    /** In slices, which changes nothing of what happens. */
    private static void run(Simulation simulation, long durationNanos, Headway headway) {
        long sliceNanos = Math.max(1, durationNanos / SLICES);
        for (long nowNanos = 0; nowNanos < durationNanos; nowNanos = simulation.nowNanos()) {
            simulation.runUntil(Math.min(durationNanos, nowNanos + sliceNanos));
            headway.passed(simulation.nowNanos() - nowNanos);
        }
    }

    @Override
    public OptionalDouble value(String metric) {
        return new Metrics(network).find(metric).apply(outcome);
    }
}
