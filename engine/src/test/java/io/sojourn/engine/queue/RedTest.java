// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Settings;
import io.sojourn.engine.queue.RedCurve.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedTest {
    private static final long MS = 1_000_000;
    private static final long RATE = 20_000_000;
    private static final LinkFacts LINK = new LinkFacts(RATE, 1514);

    private final Rig rig = new Rig();

    private static double packets(long average) {
        return average / (double) (1L << RedAverage.PACKET_BITS);
    }

    private static long average(double packets) {
        return (long) (packets * (1L << RedAverage.PACKET_BITS));
    }

    private static RedCurve curve(int min, int max, long maxParts, boolean isGentle) {
        var curve = new RedCurve();
        curve.set(min, max, maxParts, isGentle);
        return curve;
    }

    private void offer(Red red, int ecn, long nowNanos) {
        int packet = rig.packet(1000, nowNanos);
        rig.packets.setTos(packet, ecn);
        red.enqueue(packet, nowNanos);
    }

    /** Every new length is the average. */
    private Red immediate(Map<String, Long> more) {
        Map<String, Long> given = new HashMap<>(Map.of("weight", 1_000_000_000L, "min", 10L, "max", 20L));
        given.putAll(more);
        return new Red(Rig.settings(Red.TYPE, given, RATE), rig.around);
    }

    @Test
    void hundredArrivalsAt50PacketsBringTheAverageTo9Point0717() {
        var average = new RedAverage();
        average.set(2_000_000, 400_000);
        for (int i = 0; i < 100; i++) {
            average.arrived(50, 0);
        }
        assertThat(packets(average.value())).isCloseTo(9.0717, within(0.00005));
        assertThat(packets(average.value())).isCloseTo(50 * (1 - Math.pow(0.998, 100)), within(1.2e-7));
    }

    @Test
    void idleTimeOfMPacketsCountsAsMArrivalsAtAnEmptyQueue() {
        var idle = new RedAverage();
        idle.set(2_000_000, 400_000);
        for (int i = 0; i < 100; i++) {
            idle.arrived(50, 0);
        }
        idle.emptied(1000);
        idle.arrived(0, 1000 + 400_000 * 250 + 399_999);
        assertThat(packets(idle.value()))
                .isCloseTo(50 * (1 - Math.pow(0.998, 100)) * Math.pow(0.998, 250), within(2e-7));
        idle.emptied(0);
        idle.arrived(0, Long.MAX_VALUE / 2);
        assertThat(idle.value()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void averageIsThatOfTheFormulaForAnyLengths(long seed) {
        var random = new Random(seed);
        var average = new RedAverage();
        average.set(2_000_000, 400_000);
        double expected = 0;
        for (int i = 0; i < 20_000; i++) {
            int length = random.nextInt(random.nextInt(1_000_000) + 1);
            average.arrived(length, 0);
            expected = 0.998 * expected + 0.002 * length;
            assertThat(packets(average.value())).isCloseTo(expected, within(1e-6));
        }
    }

    @Test
    void probabilityRisesFromMinToMaxAndGentlyToTwiceMax() {
        var curve = curve(10, 30, 100_000_000, true);
        double one = Fraction.ONE;
        assertThat(curve.probability(average(10)) / one).isZero();
        assertThat(curve.probability(average(20)) / one).isCloseTo(0.05, within(1e-12));
        assertThat(curve.probability(average(30)) / one).isCloseTo(0.1, within(1e-12));
        assertThat(curve.probability(average(45)) / one).isCloseTo(0.55, within(1e-12));
        assertThat(curve.probability(average(60)) / one).isCloseTo(1, within(1e-12));
    }

    @Test
    void verdictChangesAtTheUnitOfTheAverageThatReachesAThreshold() {
        var random = new SplitMix(1);
        var gentle = curve(10, 30, 1_000_000_000, true);
        assertThat(gentle.verdict(average(10) - 1, random)).isEqualTo(Verdict.PASS);
        assertThat(gentle.verdict(average(60) - 1, random)).isEqualTo(Verdict.EARLY);
        assertThat(gentle.verdict(average(60), random)).isEqualTo(Verdict.FORCED);
        var strict = curve(10, 30, 1, false);
        assertThat(strict.verdict(average(30) - 1, random)).isEqualTo(Verdict.PASS);
        assertThat(strict.verdict(average(30), random)).isEqualTo(Verdict.FORCED);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void distancesOfDropsAreUniformFrom1To1OverPb(long seed) {
        var random = new SplitMix(seed);
        var curve = curve(10, 30, 40_000_000, false);
        // pb = 0.02: distances from 1 to 50.
        long average = average(20);
        int[] distances = new int[52];
        int drops = 0;
        int distance = 0;
        while (drops < 50_000) {
            distance++;
            if (curve.verdict(average, random) == Verdict.EARLY) {
                distances[distance]++;
                drops++;
                distance = 0;
            }
        }
        double chiSquare = 0;
        for (int i = 1; i <= 50; i++) {
            chiSquare += (distances[i] - 1000.0) * (distances[i] - 1000.0) / 1000;
        }
        // 49 degrees of freedom: 1 in 10^5 exceeds 102. The slope's rounding lets 51 happen, if hardly ever.
        assertThat(chiSquare).isLessThan(102);
        assertThat(distances[51]).isLessThan(5);
    }

    @Test
    void nothingIsDroppedBelowMin() {
        var red = immediate(Map.of());
        for (long round = 0; round < 1000; round++) {
            long now = round * 100 * MS;
            for (int i = 0; i < 10; i++) {
                offer(red, PacketStore.NOT_ECT, now);
            }
            rig.serve(red, RATE, now, now + 90 * MS);
        }
        assertThat(rig.losses).isEmpty();
    }

    @Test
    void ecnIsMarkedUpToTwiceMaxAndDroppedFromThere() {
        var red = immediate(Map.of("ecn", 1L));
        for (int i = 0; i < 40; i++) {
            offer(red, PacketStore.ECT_0, 0);
        }
        assertThat(rig.losses).isEmpty();
        assertThat(rig.marks).isNotEmpty();
        offer(red, PacketStore.ECT_0, 0);
        assertThat(rig.losses).singleElement().matches(loss -> loss.cause() == DropCause.AQM && loss.handle() == 40);
    }

    @Test
    void fullQueueDropsTheTail() {
        var red = immediate(Map.of("limit", 20L, "max", 20L, "maxProbability", 1L));
        for (int i = 0; i < 21; i++) {
            offer(red, PacketStore.NOT_ECT, 0);
        }
        assertThat(rig.losses).singleElement().matches(loss -> loss.cause() == DropCause.TAIL);
    }

    @Test
    void defaultsAreAQuarterAndATwelfthOfTheLimitAndAKilobyte() {
        Settings settings = Settings.of(Red.TYPE.parameters(), Map.of("limit", 240L), LINK);
        assertThat(settings.value(Red.MAX)).isEqualTo(60);
        assertThat(settings.value(Red.MIN)).isEqualTo(20);
        assertThat(settings.value(EarlyQueue.PACKET_TIME)).isEqualTo(400_000);
        assertThat(Settings.of(Red.TYPE.parameters(), Map.of(), LINK).value(Red.LIMIT))
                .isEqualTo(333);
        for (long limit : new long[] {1, 2, 3, 4, 11, 12}) {
            Settings small = Settings.of(Red.TYPE.parameters(), Map.of("limit", limit), LINK);
            assertThat(Red.TYPE.check().problems(small, LINK)).isEmpty();
        }
    }

    @Test
    void refusesMinAtMaxAndMaxAboveLimit() {
        Settings settings = Settings.of(Red.TYPE.parameters(), Map.of("limit", 30L, "max", 31L, "min", 31L), LINK);
        assertThat(Red.TYPE.check().problems(settings, LINK))
                .extracting(Problem::toString)
                .containsExactly(
                        "min=31p is not below max, 31p; lower min or raise max",
                        "max=31p is not at most limit, 30p; lower max or raise limit");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void responsiveFlowsAreHeldBetweenMinAndMaxOnAverage(long seed) {
        var seeded = new Rig(seed);
        var load = new ResponsiveLoad(seeded, RATE, (30 + 10 * seed) * MS);
        load.classic(10, seed % 2 == 0 ? PacketStore.ECT_0 : PacketStore.NOT_ECT);
        Settings settings = Rig.settings(
                Red.TYPE,
                Map.of("limit", 400L, "max", 60L, "min", 20L, "maxProbability", 100_000_000L, "ecn", 1L),
                RATE);
        var red = new Red(settings, seeded.around);
        var outcome = load.run(red, 10_000 * MS, 30_000 * MS);
        double meanPackets = outcome.meanSojournNanos() / 605_600;
        assertThat(meanPackets).isBetween(15.0, 60.0);
        assertThat(outcome.busyRatio()).isGreaterThan(0.9);
    }
}
