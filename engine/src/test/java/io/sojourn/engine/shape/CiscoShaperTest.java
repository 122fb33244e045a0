// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.shape;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Rig.Departure;
import io.sojourn.engine.Settings;
import io.sojourn.engine.queue.Fifo;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CiscoShaperTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final Rig rig = new Rig();

    @Test
    void everyIntervalBringsBcAndNothingLeavesInBetween() {
        offerAndExpect(20_000_000, 10_000, 0, false, Map.of(0L, 8, 4 * MILLISECOND, 8, 8 * MILLISECOND, 8));
    }

    @Test
    void firstIntervalHasBcAndBeLaterOnesBc() {
        offerAndExpect(20_000_000, 10_000, 10_000, false, Map.of(0L, 16, 4 * MILLISECOND, 8));
    }

    @Test
    void peakBringsBcAndBeInEveryIntervalSoTheRateDoubles() {
        offerAndExpect(20_000_000, 10_000, 10_000, true, Map.of(0L, 16, 4 * MILLISECOND, 16, 8 * MILLISECOND, 16));
    }

    @Test
    void nothingLeavesOneNanosecondBeforeAnIntervalStarts() {
        CiscoShaper shaper = shaper(20_000_000, 10_000, 0, false);
        offer(shaper, 5, 9, 1250);
        assertThat(rig.run(shaper, 5, 5)).hasSize(8);
        assertThat(shaper.readyNanos(1000)).isEqualTo(4 * MILLISECOND + 5);
        assertThat(shaper.dequeue(4 * MILLISECOND + 4)).isEqualTo(QueueDiscipline.NONE);
        assertThat(shaper.dequeue(4 * MILLISECOND + 5)).isNotEqualTo(QueueDiscipline.NONE);
    }

    @Test
    void unusedCreditIsKeptUpToBeAndIntervalsGoOnMeanwhile() {
        CiscoShaper shaper = shaper(20_000_000, 10_000, 5_000, false);
        offer(shaper, 0, 12, 1250);
        assertThat(rig.run(shaper, 0, 0)).hasSize(12);
        // Starts at 4 and 8 ms would make 20 000 bytes; 15 000 are kept. The next start is at 12 ms.
        offer(shaper, 9 * MILLISECOND, 21, 1250);
        assertThat(perTime(rig.run(shaper, 9 * MILLISECOND, 16 * MILLISECOND)))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(9 * MILLISECOND, 12, 12 * MILLISECOND, 8, 16 * MILLISECOND, 1));
    }

    @Test
    void intervalsStartAnewWithTheFirstPacketAfterAWholeOneWithFullCredit() {
        CiscoShaper shaper = shaper(20_000_000, 10_000, 5_000, false);
        offer(shaper, 0, 12, 1250);
        assertThat(rig.run(shaper, 0, 0)).hasSize(12);
        offer(shaper, 17 * MILLISECOND, 21, 1250);
        assertThat(perTime(rig.run(shaper, 17 * MILLISECOND, 25 * MILLISECOND)))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(17 * MILLISECOND, 12, 21 * MILLISECOND, 8, 25 * MILLISECOND, 1));
    }

    @Test
    void startsDoNotDriftWhereAnIntervalIsNoWholeNumberOfNanoseconds() {
        CiscoShaper shaper = shaper(7_000_000, 1_514, 1_514, false);
        offer(shaper, 0, 902, 1514);
        List<Departure> departures = rig.run(shaper, 0, 2 * SECOND);
        for (int n = 1; n <= 900; n++) {
            long exactNanos = BigInteger.valueOf(n * 12_112L)
                    .multiply(BigInteger.valueOf(SECOND))
                    .add(BigInteger.valueOf(6_999_999))
                    .divide(BigInteger.valueOf(7_000_000))
                    .longValueExact();
            assertThat(departures.get(n + 1).atNanos()).isEqualTo(exactNanos);
        }
    }

    @Test
    void packetLongerThanBcWaitsForAsManyIntervalsAsItTakes() {
        CiscoShaper shaper = shaper(8_000_000, 1_000, 2_500, false);
        offer(shaper, 0, 3, 3_000);
        // Credit 3500 - 3000 = 500, then three intervals of 1 ms to 3500; 500 again.
        assertThat(times(rig.run(shaper, 0, 6 * MILLISECOND))).containsExactly(0L, 3 * MILLISECOND, 6 * MILLISECOND);
    }

    @Test
    void packetLongerThanBcAndBeIsDroppedAndBlocksNobody() {
        CiscoShaper shaper = shaper(20_000_000, 2_000, 1_000, false);
        offer(shaper, 0, 1, 3001);
        offer(shaper, 0, 1, 3000);
        assertThat(rig.run(shaper, 0, 0)).hasSize(1);
        assertThat(rig.losses).containsExactly(new Rig.Loss(0, DropCause.POLICED, 0));
    }

    @Test
    void changesMoreOftenThanAnIntervalDoNotPutCreditOff() {
        CiscoShaper shaper = shaper(20_000_000, 10_000, 0, false);
        offer(shaper, 0, 24, 1250);
        List<Departure> departures = new ArrayList<>(rig.run(shaper, 0, 0));
        for (long nowNanos = 0; nowNanos < 11 * MILLISECOND; nowNanos += 3 * MILLISECOND) {
            CiscoShaper next = shaper(20_000_000, 10_000, 0, false);
            next.inherit(shaper, nowNanos);
            offer(next, nowNanos, 8, 1250);
            departures.addAll(rig.run(next, nowNanos, nowNanos + 3 * MILLISECOND));
            shaper = next;
        }
        assertThat(perTime(departures))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(0L, 8, 4 * MILLISECOND, 8, 8 * MILLISECOND, 8, 12 * MILLISECOND, 8));
    }

    @Test
    void changeGivesNoCreditAway() {
        CiscoShaper before = shaper(20_000_000, 10_000, 0, false);
        offer(before, 0, 8, 1250);
        assertThat(rig.run(before, 0, 0)).hasSize(8);
        CiscoShaper after = shaper(40_000_000, 20_000, 20_000, false);
        after.inherit(before, MILLISECOND);
        offer(after, MILLISECOND, 17, 1250);
        assertThat(perTime(rig.run(after, MILLISECOND, 8 * MILLISECOND)))
                .containsExactlyInAnyOrderEntriesOf(Map.of(4 * MILLISECOND, 16, 8 * MILLISECOND, 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void bytesInAnyIntervalNeverExceedBcAndBeAndBcForEveryStart(long seed) {
        Random random = new Random(seed);
        long rate = 1_000_000L + random.nextInt(50_000_000);
        long bc = 1514L + random.nextInt(10_000);
        long be = random.nextInt(10_000);
        CiscoShaper shaper = shaper(rate, bc, be, false);
        List<Departure> departures = new ArrayList<>();
        long nowNanos = -3 * SECOND;
        for (int i = 0; i < 400; i++) {
            offer(shaper, nowNanos, 1, 40 + random.nextInt(1475));
            long nextNanos = nowNanos + random.nextInt(random.nextInt(20) == 0 ? 50_000_000 : 300_000);
            departures.addAll(rig.run(shaper, nowNanos, nextNanos));
            nowNanos = nextNanos;
        }
        assertThat(departures).hasSizeGreaterThan(200);
        for (int first = 0; first < departures.size(); first++) {
            long bytes = 0;
            for (Departure departure : departures.subList(first, departures.size())) {
                bytes += departure.lengthBytes();
                long spanNanos = departure.atNanos() - departures.get(first).atNanos();
                long starts = (long) (spanNanos / (bc * 8e9 / rate)) + 1;
                assertThat(bytes).isLessThanOrEqualTo(bc + be + starts * bc);
            }
        }
    }

    @Test
    void defaultsAt20MbitAre80000BitsForBcAndForBe() {
        Settings settings = Rig.settings(CiscoShaper.TYPE, Map.of("rate", 20_000_000L));
        assertThat(settings.value(CiscoShaper.BURST) * 8).isEqualTo(80_000);
        assertThat(settings.value(CiscoShaper.EXCESS_BURST) * 8).isEqualTo(80_000);
        assertThat(Rig.settings(CiscoShaper.TYPE, Map.of("rate", 1_000_000L)).value(CiscoShaper.BURST))
                .isEqualTo(1514);
    }

    @Test
    void bcBelowTheLongestPacketIsAProblem() {
        Settings settings = Rig.settings(CiscoShaper.TYPE, Map.of("rate", 20_000_000L, "burst", 1513L));
        assertThat(CiscoShaper.TYPE.check().problems(settings, new LinkFacts(LinkFacts.UNLIMITED, 1514)))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("burst=1513B is not at least the longest packet, 1514B");
    }

    private void offerAndExpect(long rate, long bc, long be, boolean peak, Map<Long, Integer> expected) {
        CiscoShaper shaper = shaper(rate, bc, be, peak);
        offer(shaper, 0, expected.values().stream().mapToInt(Integer::intValue).sum(), 1250);
        assertThat(perTime(rig.run(shaper, 0, SECOND))).containsExactlyInAnyOrderEntriesOf(expected);
    }

    private CiscoShaper shaper(long rate, long bc, long be, boolean peak) {
        Fifo fifo = new Fifo(Rig.settings(Fifo.TYPE, Map.of("limit", 1000L)), rig.around);
        Map<String, Long> given = Map.of("rate", rate, "burst", bc, "excessBurst", be, "peak", peak ? 1L : 0L);
        return new CiscoShaper(Rig.settings(CiscoShaper.TYPE, given), rig.around, fifo);
    }

    private void offer(QueueDiscipline discipline, long nowNanos, int count, int lengthBytes) {
        for (int i = 0; i < count; i++) {
            discipline.enqueue(rig.packet(lengthBytes, nowNanos), nowNanos);
        }
    }

    private static List<Long> times(List<Departure> departures) {
        return departures.stream().map(Departure::atNanos).toList();
    }

    private static Map<Long, Integer> perTime(List<Departure> departures) {
        Map<Long, Integer> counts = new TreeMap<>();
        departures.forEach(departure -> counts.merge(departure.atNanos(), 1, Integer::sum));
        return counts;
    }
}
