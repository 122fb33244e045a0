// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.LengthRule;
import io.sojourn.lab.measure.FlowOutcome;
import io.sojourn.lab.measure.HopOutcome;
import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.measure.Recorder;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.Dumbbell;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.twin.BoxSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No packet is lost without a word, and none is in two places. */
class ConservationTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void datagramsSentAreDeliveredDroppedLostOrUnderWay(long seed) {
        Plan plan = RandomPlans.plan(seed, false);
        Recorder recorder = new Recorder(plan);
        Simulation simulation = new Simulation(plan, recorder);
        for (long nanos = 0; nanos < plan.durationNanos(); nanos += RandomPlans.SECOND / 7) {
            simulation.runUntil(nanos);
            Outcome outcome = recorder.outcome();
            long sent =
                    outcome.flows().stream().mapToLong(FlowOutcome::sentPackets).sum();
            long delivered =
                    outcome.flows().stream().mapToLong(FlowOutcome::deliveries).sum();
            long gone = outcome.hops().stream()
                    .mapToLong(HopOutcome::droppedPackets)
                    .sum();
            assertThat(sent).isEqualTo(delivered + gone + simulation.packetsUnderWay());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void whatIsOfferedToAHopIsSentDroppedLostOrWaitsAlsoAfterAWarmUp(long seed) {
        Plan made = RandomPlans.plan(seed, true);
        Plan plan = new Plan(seed, made.durationNanos(), RandomPlans.SECOND / 3, made.hops(), made.flows());
        Recorder recorder = new Recorder(plan);
        Simulation simulation = new Simulation(plan, recorder);
        for (long nanos = 0; nanos < plan.durationNanos(); nanos += RandomPlans.SECOND / 7) {
            simulation.runUntil(nanos);
            Outcome outcome = recorder.outcome();
            for (HopOutcome hop : outcome.hops()) {
                long dropped = hop.dropped().values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
                assertThat(hop.offeredPackets())
                        .isEqualTo(hop.sentPackets() + dropped + hop.lostPackets() + hop.waitingPackets());
            }
            for (String box : new String[] {"policer", "shaper"}) {
                assertThat(outcome.hop(box).waitingPackets())
                        .isEqualTo(simulation.box(box).backlogPackets());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void nothingIsUnderWayLongAfterEverythingStopped(long seed) {
        Plan plan = RandomPlans.plan(seed, true);
        Simulation simulation = new Simulation(plan, new Recorder(plan));
        simulation.runUntil(RandomPlans.SECOND);
        assertThat(simulation.packetsUnderWay()).isPositive();
        simulation.runUntil(500 * RandomPlans.SECOND);
        assertThat(simulation.packetsUnderWay()).isZero();
    }

    @Test
    void packetsThatASmallerQueueDropsAreGivenBackOnce() {
        BoxSettings before = new BoxSettings.Shaping(20_000_000, 10_000, 200);
        HopPlan.Box box =
                new HopPlan.Box("box", before.part(), ClassChooser.only(before.className()), LengthRule.ETHERNET);
        Plan plan = Dumbbell.linux(TcpSettings.Algorithm.RENO, box).plan();
        Recorder recorder = new Recorder(plan);
        Simulation simulation = new Simulation(plan, recorder);
        simulation.runUntil(RandomPlans.SECOND);
        assertThat(simulation.box("box").backlogPackets()).isGreaterThan(100);
        int underWay = simulation.packetsUnderWay();
        long dropped = recorder.outcome().hop("box").droppedPackets();
        simulation.apply("box", new BoxSettings.Shaping(20_000_000, 10_000, 10).part());
        long droppedThen = recorder.outcome().hop("box").droppedPackets() - dropped;
        assertThat(simulation.box("box").backlogPackets()).isEqualTo(10);
        assertThat(droppedThen).isGreaterThan(90);
        assertThat(simulation.packetsUnderWay()).isEqualTo(underWay - (int) droppedThen);
        simulation.runUntil(5 * RandomPlans.SECOND);
        assertThat(simulation.packetsUnderWay()).isLessThan(200);
    }
}
