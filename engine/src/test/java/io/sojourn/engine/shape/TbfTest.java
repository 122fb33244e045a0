// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.shape;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Problem;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Rig.Departure;
import io.sojourn.engine.Settings;
import io.sojourn.engine.queue.Fifo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TbfTest {
    private static final long MILLISECOND = 1_000_000;
    private static final LinkFacts LINK = new LinkFacts(LinkFacts.UNLIMITED, 1514);

    private final Rig rig = new Rig();

    @Test
    void packetBehindAnEmptyBucketLeavesAtTheNanosecondItsCreditIsComplete() {
        Tbf tbf = tbf(Map.of("rate", 20_000_000L, "burst", 1514L));
        offer(tbf, 0, 1514, 1514, 60);
        assertThat(times(rig.run(tbf, 0, MILLISECOND))).containsExactly(0L, 605_600L, 629_600L);
    }

    @Test
    void nothingLeavesOneNanosecondEarlyHoweverOftenItIsAsked() {
        Tbf tbf = tbf(Map.of("rate", 20_000_000L, "burst", 1514L));
        offer(tbf, 0, 1514, 1514);
        assertThat(tbf.dequeue(0)).isNotEqualTo(QueueDiscipline.NONE);
        for (long nowNanos = 0; nowNanos < 605_600; nowNanos += 7_013) {
            assertThat(tbf.dequeue(nowNanos)).isEqualTo(QueueDiscipline.NONE);
            assertThat(tbf.readyNanos(nowNanos)).isEqualTo(605_600);
        }
        assertThat(tbf.dequeue(605_599)).isEqualTo(QueueDiscipline.NONE);
        assertThat(tbf.dequeue(605_600)).isNotEqualTo(QueueDiscipline.NONE);
    }

    @Test
    void burstOf5120BytesLetsFiveKilobytePacketsGoAtOnceAndThenHalfAMbitPerSecond() {
        Tbf tbf = tbf(Map.of("rate", 500_000L, "burst", 5120L));
        offer(tbf, 0, 1000, 1000, 1000, 1000, 1000, 1000, 1000);
        long sixth = (6000 - 5120) * 8 * 2000L;
        assertThat(times(rig.run(tbf, 0, 100 * MILLISECOND)))
                .containsExactly(0L, 0L, 0L, 0L, 0L, sixth, sixth + 16 * MILLISECOND);
    }

    @Test
    void bytesInAnyIntervalOfABurstFollowThePeakRate() {
        Tbf tbf = tbf(Map.of("rate", 1_000_000L, "burst", 10_000L, "peakRate", 10_000_000L, "mtu", 1514L));
        offer(tbf, 0, 1514, 1514, 1514, 1514, 1514, 1514, 1514, 1514);
        // 1514 bytes at the peak rate are 1 211 200 ns. Six packets: 10 000 bytes and 757 of the 6.056 ms; the seventh
        // needs 10 598 bytes, 598 earned at 1 Mbit/s.
        assertThat(times(rig.run(tbf, 0, 18 * MILLISECOND)))
                .containsExactly(
                        0L, 1_211_200L, 2_422_400L, 3_633_600L, 4_844_800L, 6_056_000L, 7_267_200L, 16_896_000L);
    }

    @Test
    void packetLongerThanTheBucketIsDroppedWhenItIsNextAndBlocksNobody() {
        Tbf tbf = tbf(Map.of("rate", 1_000_000L, "burst", 1514L));
        offer(tbf, 0, 1514, 1515, 1000);
        assertThat(rig.losses).isEmpty();
        List<Departure> departures = rig.run(tbf, 0, 100 * MILLISECOND);
        assertThat(departures).extracting(Departure::handle).containsExactly(0L, 2L);
        assertThat(departures.get(1).atNanos()).isEqualTo(8 * MILLISECOND);
        assertThat(rig.losses).containsExactly(new Rig.Loss(1, DropCause.POLICED, 0));
        assertThat(tbf.backlogPackets()).isZero();
    }

    @Test
    void packetLongerThanTheBucketOfThePeakRateIsDroppedToo() {
        Tbf tbf = tbf(Map.of("rate", 1_000_000L, "burst", 10_000L, "peakRate", 2_000_000L, "mtu", 1514L));
        offer(tbf, 0, 1515, 1514);
        assertThat(rig.run(tbf, 0, MILLISECOND)).extracting(Departure::handle).containsExactly(1L);
        assertThat(rig.losses).extracting(Rig.Loss::cause).containsExactly(DropCause.POLICED);
    }

    @Test
    void creditGoesOnWhenTheRateChanges() {
        Tbf before = tbf(Map.of("rate", 8_000_000L, "burst", 10_000L));
        offer(before, 0, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000);
        assertThat(rig.run(before, 0, 0)).hasSize(9);
        Tbf after = tbf(Map.of("rate", 80_000_000L, "burst", 20_000L));
        after.inherit(before, 500_000);
        // 1000 bytes were left and 500 earned at 8 Mbit/s; the second packet lacks 500, 50 us at 80 Mbit/s.
        offer(after, 500_000, 1000, 1000);
        assertThat(times(rig.run(after, 500_000, MILLISECOND))).containsExactly(500_000L, 550_000L);
    }

    @Test
    void creditOfThePeakBucketGoesOnToo() {
        Map<String, Long> given = Map.of("rate", 1_000_000L, "burst", 100_000L, "peakRate", 8_000_000L, "mtu", 1514L);
        Tbf before = tbf(given);
        offer(before, 0, 1514);
        assertThat(rig.run(before, 0, 0)).hasSize(1);
        Tbf after = tbf(given);
        after.inherit(before, 0);
        offer(after, 0, 1514);
        assertThat(times(rig.run(after, 0, 2 * MILLISECOND))).containsExactly(1_514_000L);
    }

    @Test
    void shorterPacketThatArrivesInFrontIsLookedAtAtOnce() {
        LastInFirstOut inner = new LastInFirstOut();
        Tbf tbf = new Tbf(Rig.settings(Tbf.TYPE, Map.of("rate", 8_000_000L, "burst", 1514L)), rig.around, inner);
        offer(tbf, 0, 1514, 1500);
        assertThat(tbf.dequeue(0)).isNotEqualTo(QueueDiscipline.NONE);
        assertThat(tbf.dequeue(0)).isEqualTo(QueueDiscipline.NONE);
        offer(tbf, 100_000, 64);
        List<Departure> departures = rig.run(tbf, 100_000, 2 * MILLISECOND);
        assertThat(departures).extracting(Departure::lengthBytes).containsExactly(64, 1514);
        // 14 bytes were left of the bucket and 100 earned: 50 remain, 1464 are missing.
        assertThat(times(departures)).containsExactly(100_000L, 1_564_000L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void bytesInAnyIntervalNeverExceedBurstPlusRateTimesLengthNorMtuPlusPeak(long seed) {
        Random random = new Random(seed);
        long rate = 1_000_000L + random.nextInt(50_000_000);
        long peak = rate + 1L + random.nextInt(50_000_000);
        long burst = 1514L + random.nextInt(20_000);
        Tbf tbf = tbf(Map.of("rate", rate, "burst", burst, "peakRate", peak, "mtu", 1514L));
        List<Departure> departures = new ArrayList<>();
        long nowNanos = -5_000_000_000L;
        for (int i = 0; i < 400; i++) {
            offer(tbf, nowNanos, 40 + random.nextInt(1475));
            long nextNanos = nowNanos + random.nextInt(random.nextInt(20) == 0 ? 50_000_000 : 300_000);
            departures.addAll(rig.run(tbf, nowNanos, nextNanos));
            nowNanos = nextNanos;
        }
        assertThat(departures).hasSizeGreaterThan(300);
        assertConforms(departures, burst, rate);
        assertConforms(departures, 1514, peak);
    }

    @Test
    void shortBucketsAndALowPeakRateAreProblemsThatSayWhatToChange() {
        Settings settings = settings(Map.of("rate", 2_000_000L, "burst", 1513L, "peakRate", 2_000_000L, "mtu", 1500L));
        List<Problem> problems = Tbf.TYPE.check().problems(settings, LINK);
        assertThat(problems).extracting(Problem::parameter).containsExactly("burst", "mtu", "peakRate");
        assertThat(problems.get(0))
                .hasToString("burst=1513B is not at least the longest packet, 1514B; raise burst"
                        + " to at least one packet");
        Settings good = settings(Map.of("rate", 2_000_000L, "burst", 1514L, "peakRate", 2_000_001L));
        assertThat(Tbf.TYPE.check().problems(good, LINK)).isEmpty();
    }

    @Test
    void burstIsFourMillisecondsByDefaultAndAtLeastOnePacket() {
        assertThat(settings(Map.of("rate", 20_000_000L)).value(Tbf.BURST)).isEqualTo(10_000);
        assertThat(settings(Map.of("rate", 3_028_000L)).value(Tbf.BURST)).isEqualTo(1514);
        assertThat(settings(Map.of("rate", 3_030_000L)).value(Tbf.BURST)).isEqualTo(1515);
    }

    private static void assertConforms(List<Departure> departures, long depthBytes, long rateBitsPerSecond) {
        for (int first = 0; first < departures.size(); first++) {
            long bytes = 0;
            long fromNanos = departures.get(first).atNanos();
            for (Departure departure : departures.subList(first, departures.size())) {
                bytes += departure.lengthBytes();
                double earned = (departure.atNanos() - fromNanos) * (rateBitsPerSecond / 8e9);
                assertThat((double) bytes).isLessThanOrEqualTo(depthBytes + earned + 1e-3);
            }
        }
    }

    private Tbf tbf(Map<String, Long> given) {
        Fifo fifo = new Fifo(Rig.settings(Fifo.TYPE, Map.of("limit", 1000L)), rig.around);
        return new Tbf(settings(given), rig.around, fifo);
    }

    private static Settings settings(Map<String, Long> given) {
        return Rig.settings(Tbf.TYPE, given);
    }

    private void offer(QueueDiscipline discipline, long nowNanos, int... lengthsBytes) {
        for (int lengthBytes : lengthsBytes) {
            discipline.enqueue(rig.packet(lengthBytes, nowNanos), nowNanos);
        }
    }

    private static List<Long> times(List<Departure> departures) {
        return departures.stream().map(Departure::atNanos).toList();
    }

    /** What arrives last leaves first. */
    private final class LastInFirstOut implements QueueDiscipline {
        private final io.sojourn.engine.PacketList waiting = new io.sojourn.engine.PacketList(rig.packets);

        @Override
        public void enqueue(int packet, long nowNanos) {
            waiting.addFirst(packet);
        }

        @Override
        public int dequeue(long nowNanos) {
            return waiting.removeFirst();
        }

        @Override
        public int peek(long nowNanos) {
            return waiting.first();
        }

        @Override
        public long readyNanos(long nowNanos) {
            return waiting.isEmpty() ? Long.MAX_VALUE : nowNanos;
        }

        @Override
        public int withdraw(long nowNanos) {
            return waiting.removeFirst();
        }

        @Override
        public void configure(Settings settings, long nowNanos) {}

        @Override
        public int backlogPackets() {
            return waiting.packets();
        }

        @Override
        public long backlogBytes() {
            return waiting.bytes();
        }
    }
}
