// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.lab.Simulation;
import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.measure.Recorder;
import io.sojourn.lab.plan.Plan;
import java.util.OptionalDouble;

/** One run of a network, in virtual time. */
public record NetworkRun(NetworkCase network, Outcome outcome) implements Measured {
    static NetworkRun of(NetworkCase network, long seed) {
        Plan plan = network.plan(seed);
        Recorder recorder = new Recorder(plan);
        new Simulation(plan, recorder).runUntil(plan.durationNanos());
        return new NetworkRun(network, recorder.outcome());
    }

    @Override
    public OptionalDouble value(String metric) {
        return new Metrics(network).find(metric).apply(outcome);
    }
}
