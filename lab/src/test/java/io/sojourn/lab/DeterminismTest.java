// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.measure.Recorder;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.Traffic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DeterminismTest {
    private static final long[] SEEDS = LongStream.rangeClosed(1, 8).toArray();

    private static List<Outcome> outcomes(LongStream seeds) {
        return seeds.mapToObj(seed -> Lab.run(RandomPlans.plan(seed, true))).toList();
    }

    @Test
    void samePlanHasTheSameOutcomeAgainAndInAnotherOrder() {
        List<Outcome> first = outcomes(LongStream.of(SEEDS));
        List<Outcome> backward = new ArrayList<>(outcomes(LongStream.of(SEEDS).map(seed -> SEEDS.length + 1 - seed)));
        Collections.reverse(backward);
        assertThat(backward).isEqualTo(first);
        assertThat(first).doesNotHaveDuplicates();
    }

    @Test
    void planRunInSmallStepsHasTheOutcomeOfOneRun() {
        Plan plan = RandomPlans.plan(3, true);
        Recorder recorder = new Recorder(plan);
        Simulation simulation = new Simulation(plan, recorder);
        for (long nanos = 0; nanos <= plan.durationNanos(); nanos += 1_234_567) {
            simulation.runUntil(nanos);
        }
        simulation.runUntil(plan.durationNanos());
        assertThat(recorder.outcome()).isEqualTo(Lab.run(plan));
    }

    @Test
    void oneMoreHopAtTheEndChangesNothingBefore() {
        for (long seed : SEEDS) {
            Plan plan = RandomPlans.plan(seed, true);
            List<HopPlan> more = new ArrayList<>(plan.hops());
            more.add(HopPlan.Line.access("more", 1_000_000, 20_000));
            Outcome before = Lab.run(plan);
            Outcome after = Lab.run(new Plan(plan.seed(), plan.durationNanos(), 0, more, plan.flows()));
            assertThat(after.flows()).isEqualTo(before.flows());
            assertThat(after.hops().subList(0, plan.hops().size())).isEqualTo(before.hops());
        }
    }

    @Test
    void anotherSeedHasAnotherOutcome() {
        Plan plan = RandomPlans.plan(1, true);
        assertThat(Lab.run(plan.withSeed(2)).flows()).isNotEqualTo(Lab.run(plan).flows());
    }

    @Test
    void chanceOnLinesGoesByTheSeed() {
        HopPlan.Line half = new HopPlan.Line(
                "half",
                new HopPlan.Conditions(HopPlan.Conditions.UNLIMITED, 1, 0, 0.5),
                0,
                Long.MAX_VALUE,
                0,
                true,
                List.of());
        FlowPlan pings = new FlowPlan(
                "pings",
                "pings",
                new Traffic.Ping(1_000_000, 84),
                List.of("half"),
                List.of(),
                Headers.udp(0),
                0,
                Long.MAX_VALUE);
        Plan plan = new Plan(1, RandomPlans.SECOND, 0, List.of(half), List.of(pings));
        assertThat(Lab.run(plan.withSeed(2)).hop("half"))
                .isNotEqualTo(Lab.run(plan).hop("half"));
    }

    @Test
    void chanceOfHostsGoesByTheSeed() {
        Traffic.OnOff bursts =
                new Traffic.OnOff(new Traffic.ConstantRate(8_000_000, 1_000, 0), 10_000_000, 10_000_000, true);
        FlowPlan flow =
                new FlowPlan("bursts", "bursts", bursts, List.of("line"), List.of(), Headers.udp(0), 0, Long.MAX_VALUE);
        Plan plan = new Plan(1, RandomPlans.SECOND, 0, List.of(HopPlan.Line.delay("line", 1)), List.of(flow));
        assertThat(Lab.run(plan.withSeed(2)).flow("bursts"))
                .isNotEqualTo(Lab.run(plan).flow("bursts"));
    }
}
