// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.measure.Recorder;
import io.sojourn.lab.plan.Plan;

/** Runs plans. */
public final class Lab {
    private Lab() {}

    /** Runs one plan in virtual time. */
    public static Outcome run(Plan plan) {
        Recorder recorder = new Recorder(plan);
        new Simulation(plan, recorder).runUntil(plan.durationNanos());
        return recorder.outcome();
    }
}
