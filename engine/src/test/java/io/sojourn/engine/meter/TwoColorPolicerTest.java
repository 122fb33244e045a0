// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TwoColorPolicerTest {
    private static final long MILLISECOND = 1_000_000;

    private final Rig rig = new Rig();

    private TwoColorPolicer policer(Map<String, Long> given) {
        return new TwoColorPolicer(Rig.settings(TwoColorPolicer.TYPE, given), rig.around);
    }

    /** Indices of the packets of 1250 bytes that are dropped. */
    private int[] drops(TwoColorPolicer policer, int packets, IntToLongFunction arrivalNanos) {
        return IntStream.range(0, packets)
                .filter(i -> {
                    int packet = rig.packet(1250, arrivalNanos.applyAsLong(i));
                    return policer.condition(packet, arrivalNanos.applyAsLong(i)) == DropCause.POLICED;
                })
                .toArray();
    }

    @Test
    void twiceTheRateLosesHalfOnceTheBucketIsEmpty() {
        int[] drops = drops(policer(Map.of("rate", 2_000_000L, "burst", 100_000L)), 4000, i -> i * 2_500_000L);
        assertThat(drops[0]).isEqualTo(159);
        assertThat(drops).hasSize(1921);
    }

    @Test
    void burstsLoseWhatTheBucketDoesNotHold() {
        IntToLongFunction arrival = i -> i / 200 * (500 * MILLISECOND) + i % 200 * (MILLISECOND / 2);
        int[] drops = drops(policer(Map.of("rate", 2_000_000L, "burst", 100_000L)), 8000, arrival);
        assertThat(drops[0]).isEqualTo(88);
        assertThat(drops).hasSize(4040);
    }

    @ParameterizedTest
    @CsvSource({"20000000, 625000", "100000, 3125", "40000, 1514", "1, 1514", "1000000000000, 1073741824"})
    void burstIsAQuarterSecondOfRateAndAtLeastAPacket(long rate, long burstBytes) {
        Settings settings = Settings.of(
                TwoColorPolicer.TYPE.parameters(), Map.of("rate", rate), new LinkFacts(LinkFacts.UNLIMITED, 1514));
        assertThat(settings.value(Rates.BURST)).isEqualTo(burstBytes);
    }

    @Test
    void excessGetsItsCodePointAndPasses() {
        var policer = policer(Map.of("rate", 8000L, "burst", 1250L, "excessAction", 1L, "excessDscp", 8L));
        int first = rig.packet(1250, 0);
        int second = rig.packet(1250, 0);
        assertThat(policer.condition(first, 0)).isNull();
        assertThat(policer.condition(second, 0)).isNull();
        assertThat(rig.packets.dscp(first)).isZero();
        assertThat(rig.packets.dscp(second)).isEqualTo(8);
    }

    @Test
    void levelIsWhatThePacketDidNotFit() {
        var policer = policer(Map.of("rate", 8000L, "burst", 2000L));
        assertThat(policer.condition(rig.packet(1500, 0), 0)).isNull();
        assertThat(policer.condition(rig.packet(600, 0), 99 * MILLISECOND)).isEqualTo(DropCause.POLICED);
        assertThat(policer.levelBytes(99 * MILLISECOND)).isEqualTo(599);
        assertThat(policer.condition(rig.packet(600, 0), 100 * MILLISECOND)).isNull();
    }

    /** Bytes that pass in any interval are at most depth + rate x its length (RFC 3290 section 5.1.3). */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void noIntervalPassesMoreThanDepthAndRateAllow(long seed) {
        var random = new Random(seed);
        long rate = 1_000_000L + random.nextInt(50_000_000);
        long burst = 1514L + random.nextInt(20_000);
        var policer = policer(Map.of("rate", rate, "burst", burst));
        List<long[]> passed = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 2000; i++) {
            now += random.nextInt(200) == 0 ? random.nextInt(50_000_000) : random.nextInt(200_000);
            int length = 40 + random.nextInt(1475);
            if (policer.condition(rig.packet(length, now), now) == null) {
                passed.add(new long[] {now, length});
            }
        }
        for (int from = 0; from < passed.size(); from++) {
            long bytes = 0;
            for (int to = from; to < passed.size(); to++) {
                bytes += passed.get(to)[1];
                long nanos = passed.get(to)[0] - passed.get(from)[0];
                assertThat((bytes - burst) * 8e9).isLessThanOrEqualTo((double) rate * nanos);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void rateThatIsNoneIsRefused(long rate) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policer(Map.of("rate", rate)))
                .withMessageContaining("rate=" + rate + "bit is not from 1");
    }

    @Test
    void changeKeepsTheCreditAndTheActionIsTheNewOne() {
        var policer = policer(Map.of("rate", 8000L, "burst", 2000L));
        assertThat(policer.condition(rig.packet(2000, 0), 0)).isNull();
        Map<String, Long> changed = Map.of("rate", 8000L, "burst", 9000L, "excessAction", 1L, "excessDscp", 8L);
        policer.configure(Rig.settings(TwoColorPolicer.TYPE, changed), 0);
        assertThat(policer.levelBytes(0)).isZero();
        int packet = rig.packet(1500, 0);
        assertThat(policer.condition(packet, 0)).isNull();
        assertThat(rig.packets.dscp(packet)).isEqualTo(8);
    }
}
