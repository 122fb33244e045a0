// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoDelTest {
    private static final long MS = 1_000_000;
    private static final long RATE = 20_000_000;

    private final Rig rig = new Rig();

    private CoDel coDel(Map<String, Long> given) {
        return new CoDel(Rig.settings(CoDel.TYPE, given, RATE), rig.around);
    }

    private void offer(CoDel queue, int ecn, long nowNanos) {
        int packet = rig.packet(1514, nowNanos);
        rig.packets.setTos(packet, ecn);
        queue.enqueue(packet, nowNanos);
    }

    private static Settings defaults(long rateBitsPerSecond) {
        return Settings.of(CoDel.TYPE.parameters(), Map.of(), new LinkFacts(rateBitsPerSecond, 1514));
    }

    @Test
    void slowLinksGetTheTargetAndIntervalOfOneAndAHalfPackets() {
        assertThat(defaults(20_000_000).value(CoDel.TARGET)).isEqualTo(5 * MS);
        assertThat(defaults(20_000_000).value(CoDel.INTERVAL)).isEqualTo(100 * MS);
        assertThat(defaults(1_000_000).value(CoDel.TARGET)).isEqualTo(18_168_000);
        assertThat(defaults(1_000_000).value(CoDel.INTERVAL)).isEqualTo(113_168_000);
        assertThat(defaults(1).value(CoDel.TARGET)).isEqualTo(1_000 * MS);
        assertThat(defaults(1).value(CoDel.INTERVAL)).isEqualTo(2_000 * MS);
        assertThat(CoDel.CHECK.problems(defaults(1), new LinkFacts(1, 1514))).isEmpty();
    }

    @Test
    void refusesAnIntervalBelowTwiceTheTarget() {
        var link = new LinkFacts(RATE, 1514);
        Map<String, Long> given = new HashMap<>(Map.of("target", 10 * MS, "interval", 20 * MS));
        assertThat(CoDel.CHECK.problems(Settings.of(CoDel.TYPE.parameters(), given, link), link))
                .isEmpty();
        given.put("interval", 20 * MS - 1);
        assertThat(CoDel.CHECK.problems(Settings.of(CoDel.TYPE.parameters(), given, link), link))
                .singleElement()
                .hasToString(
                        "interval=19.999999ms is not at least twice the target of 10ms; raise interval or lower target");
    }

    @Test
    void twoPacketsEachTimeOfOneAreDroppedFrom100MillisecondsOnThoughNoLimitIsMet() {
        var queue = coDel(Map.of("limit", 10_000L));
        long packetNanos = 605_600;
        for (int i = 0; i < 400; i++) {
            offer(queue, PacketStore.NOT_ECT, i * packetNanos);
            offer(queue, PacketStore.NOT_ECT, i * packetNanos);
            rig.serve(queue, RATE, i * packetNanos, i * packetNanos);
        }
        // Above 5 ms from the 17th departure on, 10.3 ms; an interval later the first drop.
        assertThat(rig.losses).isNotEmpty().allMatch(loss -> loss.cause() == DropCause.AQM);
        assertThat(rig.losses.get(0).atNanos()).isBetween(100 * MS + 16 * packetNanos, 100 * MS + 19 * packetNanos);
        assertThat(rig.losses.get(1).atNanos() - rig.losses.get(0).atNanos())
                .isBetween(100 * MS, 100 * MS + packetNanos);
    }

    @Test
    void withEcnWhatCanBeMarkedIsMarkedAndSentAndTheRestDropped() {
        var queue = coDel(Map.of("ecn", 1L));
        for (int i = 0; i < 900; i++) {
            offer(queue, i % 7 < 4 ? PacketStore.NOT_ECT : PacketStore.ECT_0, 0);
        }
        List<Rig.Departure> departures = rig.serve(queue, RATE, 0, 1_000 * MS);
        assertThat(rig.marks).isNotEmpty().allMatch(handle -> handle % 7 >= 4);
        assertThat(rig.losses).isNotEmpty().allMatch(loss -> loss.handle() % 7 < 4);
        assertThat(departures).hasSize(900 - rig.losses.size());
        assertThat(departures.stream().map(Rig.Departure::handle)).containsAll(rig.marks);
    }

    @Test
    void withoutEcnNothingIsMarked() {
        var queue = coDel(Map.of());
        for (int i = 0; i < 900; i++) {
            offer(queue, PacketStore.ECT_0, 0);
        }
        rig.serve(queue, RATE, 0, 1_000 * MS);
        assertThat(rig.marks).isEmpty();
        assertThat(rig.losses).isNotEmpty();
    }

    @Test
    void limitsHoldToThePacketAndTheByteAndCountThePeekedPacket() {
        var queue = coDel(Map.of("limit", 2L, "limitBytes", 3028L));
        offer(queue, 0, 0);
        assertThat(queue.peek(0)).isNotEqualTo(PacketStore.NONE);
        queue.enqueue(rig.packet(1515, 0), 0);
        assertThat(rig.losses).hasSize(1);
        offer(queue, 0, 0);
        queue.enqueue(rig.packet(1, 0), 0);
        assertThat(rig.losses).hasSize(2).allMatch(loss -> loss.cause() == DropCause.TAIL);
        assertThat(queue.backlogBytes()).isEqualTo(3028);
    }

    @Test
    void oneDequeueAfterALongStallDropsNoMoreThan256() {
        var queue = coDel(Map.of("limit", 5_000L));
        for (int i = 0; i < 5_000; i++) {
            offer(queue, 0, 0);
        }
        rig.serve(queue, RATE, 0, 300 * MS);
        int before = rig.losses.size();
        assertThat(queue.dequeue(1_000_000 * MS)).isNotEqualTo(PacketStore.NONE);
        assertThat(rig.losses).hasSize(before + CoDel.DROPS_LIMIT);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void responsiveFlowsKeepTheLinkBusyWithAStandingQueueNearTheTarget(long seed) {
        var random = new Random(seed);
        var load = new ResponsiveLoad(rig, RATE, 20 * MS + random.nextInt(30) * MS);
        load.classic(4 + random.nextInt(4), PacketStore.NOT_ECT);
        var queue = coDel(Map.of());
        var outcome = load.run(queue, 5_000 * MS, 25_000 * MS);
        // Half of all packets wait no longer than three targets; with tail drop at 1000 packets: hundreds of ms.
        assertThat(outcome.sojournNanos(50)).isLessThan(15 * MS);
        assertThat(outcome.busyRatio()).isGreaterThan(0.85);
        assertThat(rig.losses.stream().filter(loss -> loss.atNanos() > 5_000 * MS))
                .isNotEmpty()
                .allMatch(loss -> loss.cause() == DropCause.AQM);
    }
}
