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
    static NetworkRun of(NetworkCase network, long seed) {
        Plan plan = network.plan(seed);
        Recorder recorder = new Recorder(plan);
        new Simulation(plan, recorder).runUntil(plan.durationNanos());
        return new NetworkRun(network, recorder.outcome(), null);
    }

    /** The same, and what a drawing needs beside it. */
    static NetworkRun drawn(NetworkCase network, long seed) {
        Plan plan = network.plan(seed);
        Recorder recorder = new Recorder(plan);
        SeriesRecorder series = new SeriesRecorder(plan);
        new Simulation(plan, Observers.both(recorder, series)).runUntil(plan.durationNanos());
        return new NetworkRun(network, recorder.outcome(), series.series());
    }

    @Override
    public OptionalDouble value(String metric) {
        return new Metrics(network).find(metric).apply(outcome);
    }
}
