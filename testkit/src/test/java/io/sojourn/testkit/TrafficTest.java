// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DisciplineType.MeterType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.link.Registry;
import io.sojourn.engine.queue.Fifo;
import io.sojourn.engine.shape.Tbf;
import io.sojourn.telemetry.LossTrail;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrafficTest {
    private static final LinkFacts LINK = new LinkFacts(LinkFacts.UNLIMITED, 1_250);

    @Test
    void constantFourMbitOf1250BytesComesEvery2500Micros() {
        List<Arrival> traffic = Traffic.constant(4_000_000, 1_250, 3);
        assertThat(traffic)
                .containsExactly(new Arrival(0, 1_250), new Arrival(2_500_000, 1_250), new Arrival(5_000_000, 1_250));
    }

    @Test
    void poissonTrafficKeepsItsMeanRateAndItsSeed() {
        List<Arrival> traffic = Traffic.poisson(7, 10_000_000, 1_250, 50_000);
        assertThat(traffic).isEqualTo(Traffic.poisson(7, 10_000_000, 1_250, 50_000));
        double seconds = traffic.get(traffic.size() - 1).atNanos() / 1e9;
        assertThat(50_000 * 10_000.0 / seconds).isCloseTo(10e6, within(0.15e6));
    }

    @Test
    void passageThroughAPolicerNamesEachDropAndFoldsIntoATrail() {
        Passage passage = Passage.through(policer(2_000_000, 100_000), Traffic.constant(4_000_000, 1_250, 4_000));
        assertThat(passage.dropped()).hasSize(1_921);
        assertThat(passage.dropped().get(0).index()).isEqualTo(159);
        assertThat(passage.dropped()).allMatch(dropped -> dropped.cause() == DropCause.POLICED);
        LossTrail trail = Trails.of("q", 1_000_000, passage);
        assertThat(trail.cells()).hasSize(4_000);
        assertThat(trail.cells().stream().mapToLong(cell -> cell.lostPackets()).sum())
                .isEqualTo(1_921);
        assertThat(trail.cells().stream().mapToLong(cell -> cell.passedBytes()).sum())
                .isEqualTo(2_079 * 1_250);
    }

    @Test
    void passageThroughAShaperWaitsUntilNothingWaits() {
        Passage passage = Passage.through(shaper(1_000_000, 1_250), Traffic.onOff(1, 50, 1_250, 0, 0));
        assertThat(passage.sent()).hasSize(50);
        assertThat(passage.sent().get(49).sojournNanos()).isEqualTo(490_000_000);
    }

    private static Part policer(long rateBitsPerSecond, long burstBytes) {
        MeterType type = Registry.find(MeterType.class, "policer").orElseThrow();
        Part.Metered meter = new Part.Metered(type, settings(type, rateBitsPerSecond, burstBytes));
        return new Part.Queue("q", Fifo.TYPE, Settings.of(Fifo.TYPE.parameters(), Map.of(), LINK), List.of(meter));
    }

    private static Part shaper(long rateBitsPerSecond, long burstBytes) {
        Part fifo = new Part.Queue("q", Fifo.TYPE, Settings.of(Fifo.TYPE.parameters(), Map.of(), LINK), List.of());
        return new Part.Shaped(Tbf.TYPE, settings(Tbf.TYPE, rateBitsPerSecond, burstBytes), fifo);
    }

    private static Settings settings(DisciplineType type, long rateBitsPerSecond, long burstBytes) {
        return Settings.of(type.parameters(), Map.of("rate", rateBitsPerSecond, "burst", burstBytes), LINK);
    }
}
