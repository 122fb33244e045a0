// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.Rig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketRateTest {
    private static final long PER_SOURCE = 1;
    private static final long PER_DESTINATION = 2;
    private static final long PER_FLOW = 3;
    private static final long MILLISECOND = 1_000_000;

    private final Rig rig = new Rig();

    private PacketRate meter(Map<String, Long> given) {
        return new PacketRate(Rig.settings(PacketRate.TYPE, given), rig.around);
    }

    private boolean passes(PacketRate meter, int source, int destination, long flow, long nowNanos) {
        int packet = rig.packet(100, flow, 0, nowNanos);
        rig.packets.setHosts(packet, source, destination);
        DropCause cause = meter.condition(packet, nowNanos);
        assertThat(cause).isIn(null, DropCause.LIMIT);
        rig.packets.release(packet);
        return cause == null;
    }

    private int passed(PacketRate meter, int packets, int source, long nowNanos) {
        int passed = 0;
        for (int i = 0; i < packets; i++) {
            passed += passes(meter, source, i, i, nowNanos) ? 1 : 0;
        }
        return passed;
    }

    @Test
    void burstPassesAtOnceAndTheNextPacketAtItsNanosecond() {
        PacketRate meter = meter(Map.of("rate", 3L, "burst", 10L));
        assertThat(passed(meter, 20, 1, 0)).isEqualTo(10);
        // One packet at 3 a second: 333 333 333.3 ns.
        assertThat(passes(meter, 1, 1, 1, 333_333_333)).isFalse();
        assertThat(passes(meter, 1, 1, 1, 333_333_334)).isTrue();
        assertThat(passes(meter, 1, 1, 1, 666_666_666)).isFalse();
        assertThat(passes(meter, 1, 1, 1, 666_666_667)).isTrue();
        assertThat(meter.levelBytes(0)).isEqualTo(-1);
    }

    @Test
    void burstIsAQuarterSecondAndAtLeastFivePackets() {
        assertThat(passed(meter(Map.of("rate", 1000L)), 1000, 1, 0)).isEqualTo(250);
        assertThat(passed(meter(Map.of("rate", 1L)), 1000, 1, 0)).isEqualTo(5);
    }

    @Test
    void eachSourceDestinationOrFlowHasItsOwnRate() {
        PacketRate perClass = meter(Map.of("rate", 1L, "burst", 1L));
        PacketRate perSource = meter(Map.of("rate", 1L, "burst", 1L, "per", PER_SOURCE));
        PacketRate perDestination = meter(Map.of("rate", 1L, "burst", 1L, "per", PER_DESTINATION));
        PacketRate perFlow = meter(Map.of("rate", 1L, "burst", 1L, "per", PER_FLOW));
        List<List<Boolean>> verdicts = new ArrayList<>();
        for (PacketRate meter : List.of(perClass, perSource, perDestination, perFlow)) {
            verdicts.add(List.of(
                    passes(meter, 1, 1, 1, 0),
                    passes(meter, 1, 2, 2, 0),
                    passes(meter, -1, 2, 3, 0),
                    passes(meter, -1, 1, 3, 0)));
        }
        assertThat(verdicts)
                .containsExactly(
                        List.of(true, false, false, false),
                        List.of(true, false, true, false),
                        List.of(true, true, false, false),
                        List.of(true, true, true, false));
    }

    @Test
    void sourceUsedLeastRecentlyIsForgottenAndBeginsFull() {
        PacketRate meter = meter(Map.of("rate", 1L, "burst", 1L, "per", PER_SOURCE, "entries", 2L));
        assertThat(passes(meter, 1, 0, 0, 0)).isTrue();
        assertThat(passes(meter, 2, 0, 0, 0)).isTrue();
        assertThat(passes(meter, 1, 0, 0, 0)).isFalse();
        assertThat(passes(meter, 3, 0, 0, 0)).isTrue();
        assertThat(meter.entries()).isEqualTo(2);
        assertThat(passes(meter, 1, 0, 0, 0)).isFalse();
        assertThat(passes(meter, 2, 0, 0, 0)).isTrue();
    }

    /** In any interval at most burst + rate x its length, for each source; and no table larger than entries. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noIntervalPassesMoreOfASourceThanBurstAndRateAllow(long seed) {
        var random = new Random(seed);
        long rate = 1L + random.nextInt(500);
        long burst = 1L + random.nextInt(20);
        PacketRate meter = meter(Map.of("rate", rate, "burst", burst, "per", PER_SOURCE, "entries", 8L));
        Map<Integer, List<Long>> passed = new HashMap<>();
        long now = -5_000_000_000L;
        for (int i = 0; i < 5000; i++) {
            now += random.nextInt(300) == 0 ? random.nextInt(1_000_000_000) : random.nextInt(2_000_000);
            int source = random.nextInt(8);
            if (passes(meter, source, 0, 0, now)) {
                passed.computeIfAbsent(source, none -> new ArrayList<>()).add(now);
            }
        }
        assertThat(meter.entries()).isEqualTo(8);
        for (List<Long> times : passed.values()) {
            for (int from = 0; from < times.size(); from++) {
                for (int to = from; to < times.size(); to++) {
                    long allowed = burst * 1_000_000_000L + rate * (times.get(to) - times.get(from));
                    assertThat((to - from + 1) * 1_000_000_000L).isLessThanOrEqualTo(allowed);
                }
            }
        }
    }

    @Test
    void changeKeepsCreditUpToTheNewBurstAndTheMostRecentSources() {
        PacketRate meter = meter(Map.of("rate", 10L, "burst", 10L, "per", PER_SOURCE));
        assertThat(passed(meter, 10, 1, 0)).isEqualTo(10);
        assertThat(passed(meter, 10, 2, 0)).isEqualTo(10);
        Map<String, Long> fewer = Map.of("rate", 10L, "burst", 20L, "per", PER_SOURCE, "entries", 1L);
        meter.configure(Rig.settings(PacketRate.TYPE, fewer), 300 * MILLISECOND);
        assertThat(meter.entries()).isEqualTo(1);
        assertThat(passed(meter, 20, 2, 300 * MILLISECOND)).isEqualTo(3);
        assertThat(passed(meter, 30, 1, 300 * MILLISECOND)).isEqualTo(20);
        meter.configure(Rig.settings(PacketRate.TYPE, Map.of("rate", 10L, "burst", 4L)), 300 * MILLISECOND);
        assertThat(meter.entries()).isZero();
    }
}
