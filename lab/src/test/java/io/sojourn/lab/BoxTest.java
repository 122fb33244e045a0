// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.queue.CoDel;
import io.sojourn.engine.queue.Fifo;
import io.sojourn.engine.schedule.Drr;
import io.sojourn.engine.shape.Tbf;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BoxTest {
    private static final long RATE = 20_000_000;

    private static Settings settings(DisciplineType type, Map<String, Long> given) {
        return Settings.of(type.parameters(), given, new LinkFacts(RATE, 1_514));
    }

    private static Outcome run(Part inner, List<String> classes) {
        Part part = new Part.Shaped(Tbf.TYPE, settings(Tbf.TYPE, Map.of("rate", RATE, "burst", 8_000L)), inner);
        var box = new BoxSettings.Built(RATE, 8_000, part, classes);
        return Lab.run(Experiment.linuxLab(CongestionAlgorithm.LINUX_CUBIC, box));
    }

    private static Part.Queue fifo(String name, long limit) {
        return new Part.Queue(name, Fifo.TYPE, settings(Fifo.TYPE, Map.of("limit", limit)), List.of());
    }

    @Test
    void partGivenWholeIsTheShaperThatWasNamed() {
        Outcome named =
                Lab.run(Experiment.linuxLab(CongestionAlgorithm.LINUX_CUBIC, new BoxSettings.Shaping(RATE, 8_000, 83)));
        assertThat(run(fifo("bulk", 83), List.of("bulk"))).isEqualTo(named);
    }

    @Test
    void lossesOfAQueueManagerCountAndTheDelayIsNearItsTarget() {
        Part codel = new Part.Queue("bulk", CoDel.TYPE, settings(CoDel.TYPE, Map.of()), List.of());
        Outcome outcome = run(codel, List.of("bulk"));
        assertThat(outcome.otherDroppedPackets()).isPositive();
        assertThat(outcome.tailDroppedPackets()).isZero();
        assertThat(outcome.lossRatio())
                .isCloseTo((double) outcome.otherDroppedPackets() / outcome.offeredPackets(), within(1e-12));
        assertThat(outcome.rtt().p50Micros()).isBetween(5e3, 25e3);
    }

    @Test
    void flowsTakeTheirClassesInTurnAndGetWhatTheirClassesGet() {
        Part drr = new Part.Scheduled(
                Drr.TYPE, settings(Drr.TYPE, Map.of()), List.of(branch("heavy", 4_542), branch("light", 1_514)));
        Outcome outcome = run(drr, List.of("heavy", "light"));
        List<Double> goodputs = outcome.flowGoodputsBitsPerSecond();
        double heavy = goodputs.get(0) + goodputs.get(2);
        double light = goodputs.get(1) + goodputs.get(3);
        assertThat(heavy / light).isBetween(2.7, 3.3);
    }

    private static Part.Branch branch(String name, long quantum) {
        Settings settings =
                Settings.of(Drr.TYPE.classParameters(), Map.of("quantum", quantum), new LinkFacts(RATE, 1_514));
        return new Part.Branch(name, settings, List.of(), List.of(), fifo(name, 40));
    }

    @Test
    void boxWithoutAClassIsRefused() {
        assertThatThrownBy(() -> new BoxSettings.Built(RATE, 8_000, fifo("bulk", 83), List.of()))
                .hasMessage("classes is empty; name at least one leaf class");
    }
}
