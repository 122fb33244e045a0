// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.LengthRule;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.queue.CoDel;
import io.sojourn.engine.queue.Fifo;
import io.sojourn.engine.schedule.Drr;
import io.sojourn.engine.shape.Tbf;
import io.sojourn.lab.Lab;
import io.sojourn.lab.Simulation;
import io.sojourn.lab.measure.FlowOutcome;
import io.sojourn.lab.measure.HopOutcome;
import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.measure.Recorder;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.Dumbbell;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EngineBoxTest {
    private static final long RATE = 20_000_000;

    private static Settings settings(DisciplineType type, Map<String, Long> given) {
        return Settings.of(type.parameters(), given, new LinkFacts(RATE, 1_514));
    }

    private static HopPlan.Box box(Part inner, ClassChooser classes) {
        Part part = new Part.Shaped(Tbf.TYPE, settings(Tbf.TYPE, Map.of("rate", RATE, "burst", 8_000L)), inner);
        return new HopPlan.Box("box", part, classes, LengthRule.ETHERNET);
    }

    private static Outcome run(Part inner, ClassChooser classes) {
        return Lab.run(Dumbbell.linux(TcpSettings.Algorithm.LINUX_CUBIC, box(inner, classes))
                .plan());
    }

    private static Part.Queue fifo(String name, long limit) {
        return new Part.Queue(name, Fifo.TYPE, settings(Fifo.TYPE, Map.of("limit", limit)), List.of());
    }

    @Test
    void lossesOfAQueueManagerCountAndTheDelayIsNearItsTarget() {
        Part codel = new Part.Queue("bulk", CoDel.TYPE, settings(CoDel.TYPE, Map.of()), List.of());
        Outcome outcome = run(codel, ClassChooser.only("bulk"));
        HopOutcome box = outcome.hop("box");
        assertThat(box.droppedPackets(DropCause.AQM)).isPositive().isEqualTo(box.droppedPackets());
        assertThat(outcome.group("tcp").rtt().p50Micros()).isBetween(5e3, 25e3);
    }

    @Test
    void flowsGetWhatTheirClassesGet() {
        Part drr = new Part.Scheduled(
                Drr.TYPE, settings(Drr.TYPE, Map.of()), List.of(branch("heavy", 4_542), branch("light", 1_514)));
        Outcome outcome = run(drr, header -> header.sourcePort % 2 == 0 ? "heavy" : "light");
        List<Double> goodputs =
                outcome.flows().stream().map(FlowOutcome::goodputBitsPerSecond).toList();
        double light = goodputs.get(0) + goodputs.get(2);
        double heavy = goodputs.get(1) + goodputs.get(3);
        assertThat(heavy / light).isBetween(2.7, 3.3);
    }

    private static Part.Branch branch(String name, long quantum) {
        Settings settings =
                Settings.of(Drr.TYPE.classParameters(), Map.of("quantum", quantum), new LinkFacts(RATE, 1_514));
        return new Part.Branch(name, settings, List.of(), List.of(), fifo(name, 40));
    }

    @Test
    void classThatAChangeTakesAwayIsNamed() {
        Plan plan = Dumbbell.linux(TcpSettings.Algorithm.RENO, box(fifo("bulk", 83), ClassChooser.only("bulk")))
                .plan();
        Simulation simulation = new Simulation(plan, new Recorder(plan));
        simulation.runUntil(plan.durationNanos() / 2);
        simulation.apply(
                "box", box(fifo("other", 83), ClassChooser.only("other")).root());
        assertThatThrownBy(() -> simulation.runUntil(plan.durationNanos())).hasMessage("box has no class bulk");
    }

    @Test
    void classThatTheBoxDoesNotHaveIsNamed() {
        assertThatThrownBy(() -> run(fifo("bulk", 83), ClassChooser.only("other")))
                .hasMessage("box has no class other");
    }
}
