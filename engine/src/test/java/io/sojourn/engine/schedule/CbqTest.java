// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Rig.Departure;
import io.sojourn.engine.Settings;
import io.sojourn.engine.TrafficClass;
import io.sojourn.engine.queue.Fifo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CbqTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MBIT = 1_000_000;
    private static final long LINK = 10 * MBIT;
    private static final LinkFacts FACTS = new LinkFacts(LINK, 1500);
    private static final int TOP = -1;

    private final Rig rig = new Rig();
    private final List<TrafficClass> classes = new ArrayList<>();

    @Test
    void constantsOfAFifthOfTenMegabitAreThoseOfThePaper() {
        var estimator = new CbqEstimator(2 * MBIT, LINK, 1500, 0, 2, 0);
        assertThat(estimator.maxIdleNanos()).isCloseTo(3_177_000, within(500L));
        assertThat(estimator.offNanos()).isCloseTo(9_755_000, within(500L));
        // With a minburst of 1 offtime is cptime.
        assertThat(new CbqEstimator(2 * MBIT, LINK, 1500, 0, 1, 0).offNanos()).isEqualTo(4_800_000);
    }

    @ParameterizedTest
    @CsvSource({"2000000, 0, 16", "2000000, 5, 5", "1000000, 0, 4"})
    void idleClassSendsMaxBurstPacketsAtOnceFourIfItIsSlow(long rate, long maxBurst, int packets) {
        leaf("only", TOP, maxBurst == 0 ? Map.of("rate", rate) : Map.of("rate", rate, "maxBurst", maxBurst));
        Cbq cbq = build(0);
        offer(cbq, 0, 1500, 100, 0);
        List<Departure> sent = rig.serve(cbq, LINK, 0, SECOND);
        // The average reaches 0 at the last of the burst; rounding may leave a nanosecond for one more.
        assertThat(burst(sent)).isBetween(packets, packets + 1);
    }

    @Test
    void noPauseIsLongEnoughForMoreThanMaxBurstAndOne() {
        leaf("only", TOP, Map.of("rate", 2 * MBIT));
        Cbq cbq = build(0);
        offer(cbq, 0, 1500, 100, 100 * SECOND);
        // The pause counts when its first packet has been sent, so that one comes on top.
        assertThat(burst(rig.serve(cbq, LINK, 100 * SECOND, 101 * SECOND))).isBetween(17, 18);
    }

    @Test
    void suspendedClassGoesOnAfterOfftimeAndWhatItsAverageIsBelowZero() {
        var estimator = new CbqEstimator(2 * MBIT, LINK, 1500, 2, 2, 0);
        long atNanos = 0;
        while (estimator.isUnderLimit(atNanos)) {
            estimator.sent(1500, atNanos, atNanos + 1_200_000);
            atNanos += 1_200_000;
        }
        long startNanos = atNanos - 1_200_000;
        long tidleNanos = estimator.undertimeNanos() - startNanos;
        // 6 ms of a packet at 2 Mbit/s, and 31 times what the average lacks.
        assertThat(tidleNanos).isGreaterThan(6_000_000);
        estimator.suspend();
        assertThat(estimator.undertimeNanos() - startNanos - tidleNanos).isEqualTo(estimator.offNanos() - 6_000_000);
        estimator.suspend();
        assertThat(estimator.undertimeNanos() - startNanos - tidleNanos).isEqualTo(estimator.offNanos() - 6_000_000);
        assertThat(estimator.isUnderLimit(estimator.undertimeNanos() - 1)).isFalse();
        assertThat(estimator.isUnderLimit(estimator.undertimeNanos())).isTrue();
    }

    @Test
    void packetSentAtUndertimeBringsTheAverageToZero() {
        var estimator = new CbqEstimator(2 * MBIT, LINK, 1500, 1, 2, 0);
        estimator.sent(1500, 0, 1_200_000);
        estimator.sent(1500, 1_200_000, 2_400_000);
        long startNanos = estimator.undertimeNanos();
        estimator.sent(1500, startNanos, startNanos + 1_200_000);
        // Zero is not above 0, but no more than a packet's time has to pass.
        assertThat(estimator.undertimeNanos() - startNanos).isBetween(6_000_000L, 6_000_064L);
    }

    @ParameterizedTest(name = "{0} bit/s, seed {1}")
    @CsvSource({"500000, 1", "1000000, 2", "2000000, 3", "5000000, 4", "8000000, 5", "9500000, 6"})
    void classThatMayNotBorrowKeepsToItsRateOverManyPackets(long rate, long seed) {
        Random random = new Random(seed);
        leaf("only", TOP, Map.of("rate", rate));
        Cbq cbq = build(0);
        for (int i = 0; i < 40_000; i++) {
            offer(cbq, 0, 64 + random.nextInt(1437), 1, 0);
        }
        List<Departure> sent = rig.serve(cbq, LINK, 0, 20 * SECOND);
        assertThat(megabitPerSecond(sent, 0, 20)).isBetween(rate * 0.96e-6, rate * 1.01e-6);
    }

    @ParameterizedTest
    @CsvSource({
        "500000, 1500, 0.98",
        "5000000, 1500, 0.98",
        "500000, 500, 0.93",
        "500000, 200, 0.84",
        "500000, 64, 0.63"
    })
    void classOfPacketsFarShorterThanTheMtuFallsShortForItsOfftimeIsThatOfLongOnes(
            long rate, int lengthBytes, double least) {
        leaf("only", TOP, Map.of("rate", rate));
        Cbq cbq = build(0);
        offer(cbq, 0, lengthBytes, 30_000, 0);
        double share = megabitPerSecond(rig.serve(cbq, LINK, 0, 20 * SECOND), 0, 20) * 1e6 / rate;
        assertThat(share).isBetween(least, 1.01);
    }

    @Test
    void borrowingClassTakesAllThatIsIdleAndOnlyThat() {
        leaf("borrower", TOP, Map.of("rate", MBIT, "borrow", 1L));
        leaf("other", TOP, Map.of("rate", 4 * MBIT));
        Cbq cbq = build(0);
        offer(cbq, 0, 1500, 20_000, 0);
        assertThat(megabitPerSecond(rig.serve(cbq, LINK, 0, 5 * SECOND - 1), 0, 5))
                .isBetween(9.99, 10.01);
        offer(cbq, 1, 1500, 20_000, 5 * SECOND);
        List<Departure> sent = rig.serve(cbq, LINK, 5 * SECOND, 15 * SECOND - 1);
        assertThat(megabitPerSecond(sent, 1, 10)).isBetween(3.88, 4.12);
        assertThat(megabitPerSecond(sent, 0, 10) + megabitPerSecond(sent, 1, 10))
                .isBetween(9.99, 10.01);
    }

    @Test
    void classBorrowsFromItsParentWhatTheParentMayNotExceed() {
        int parent = inner("parent", TOP, Map.of("rate", 4 * MBIT));
        leaf("a", parent, Map.of("rate", MBIT, "borrow", 1L));
        leaf("b", parent, Map.of("rate", 2 * MBIT));
        Cbq cbq = build(0);
        offer(cbq, 1, 1500, 20_000, 0);
        assertThat(megabitPerSecond(rig.serve(cbq, LINK, 0, 10 * SECOND - 1), 1, 10))
                .isBetween(3.88, 4.12);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyBackloggedClassGetsItsShareWhateverTheOthersBorrow(long seed) {
        Random random = new Random(seed);
        long[] rates = new long[6];
        long left = LINK;
        for (int leaf = 0; leaf < rates.length; leaf++) {
            rates[leaf] = 100_000 + (long) (random.nextDouble() * left / 3);
            left -= rates[leaf];
            long priority = random.nextInt(3);
            leaf(
                    "c" + leaf,
                    TOP,
                    Map.of("rate", rates[leaf], "borrow", (long) random.nextInt(2), "priority", priority));
        }
        Cbq cbq = build(0);
        for (int leaf = 0; leaf < rates.length; leaf++) {
            offer(cbq, leaf, 1500, 20_000, 0);
        }
        List<Departure> sent = rig.serve(cbq, LINK, 0, 20 * SECOND - 1);
        for (int leaf = 0; leaf < rates.length; leaf++) {
            assertThat(megabitPerSecond(sent, leaf, 20))
                    .as("class %d of %s", leaf, rates[leaf])
                    .isGreaterThan(rates[leaf] * 0.95e-6 - 0.01);
        }
    }

    @Test
    void roundsOfOnePriorityAreInTheRatioOfRatesAndTheHigherPriorityGoesFirst() {
        leaf("a", TOP, Map.of("rate", MBIT, "borrow", 1L));
        leaf("b", TOP, Map.of("rate", 3 * MBIT, "borrow", 1L));
        leaf("first", TOP, Map.of("rate", 2 * MBIT, "priority", 7L));
        Cbq cbq = build(0);
        offer(cbq, 0, 500, 50_000, 0);
        offer(cbq, 1, 500, 50_000, 0);
        offer(cbq, 2, 500, 3, 0);
        List<Departure> sent = rig.serve(cbq, LINK, 0, 10 * SECOND - 1);
        assertThat(sent.subList(0, 3)).extracting(Departure::classId).containsOnly(2);
        assertThat(megabitPerSecond(sent, 1, 10) / megabitPerSecond(sent, 0, 10))
                .isBetween(2.95, 3.05);
    }

    @Test
    void estimateGoesOnAtAChange() {
        leaf("kept", TOP, Map.of("rate", MBIT));
        Cbq cbq = build(0);
        offer(cbq, 0, 1500, 50, 0);
        int packets = rig.serve(cbq, LINK, 0, 10_000_000).size();
        assertThat(packets).isBetween(4, 5);
        QueueDiscipline queue = Objects.requireNonNull(classes.get(0).queue());
        classes.clear();
        add("kept", TOP, Map.of("rate", 2 * MBIT), queue);
        Cbq next = build(10_000_000);
        next.inherit(cbq, 10_000_000);
        assertThat(rig.serve(next, LINK, 10_000_000, 12_000_000)).isEmpty();
    }

    @Test
    void packetOfAnyLengthIsTaken() {
        leaf("only", TOP, Map.of("rate", MBIT));
        Cbq cbq = build(0);
        offer(cbq, 0, Integer.MAX_VALUE, 2, 0);
        assertThat(rig.run(cbq, 0, 1_000_000 * SECOND)).hasSize(2);
    }

    @Test
    void refusesSharesThatAddUpToMoreThanTheParentOrTheLinkHas() {
        int parent = inner("parent", TOP, Map.of("rate", 4 * MBIT));
        leaf("a", parent, Map.of("rate", 3 * MBIT));
        leaf("b", parent, Map.of("rate", 2 * MBIT));
        leaf("c", TOP, Map.of("rate", 7 * MBIT));
        assertThat(CbqCheck.problems(settings(), classes, FACTS))
                .extracting(Object::toString)
                .containsExactly(
                        "rate=10Mbit is not at least 11Mbit, the sum of the rates below; raise it, or lower theirs and let them borrow",
                        "parent.rate=4Mbit is not at least 5Mbit, the sum of the rates below; raise it, or lower theirs and let them borrow");
    }

    private Cbq build(long nowNanos) {
        return new Cbq(settings(), rig.around, classes, nowNanos);
    }

    private static Settings settings() {
        return Settings.of(Cbq.TYPE.parameters(), Map.of("rate", LINK), FACTS);
    }

    private int inner(String name, int parent, Map<String, Long> given) {
        return add(name, parent, given, null);
    }

    private int leaf(String name, int parent, Map<String, Long> given) {
        return add(name, parent, given, new Fifo(Rig.settings(Fifo.TYPE, Map.of("limit", 1_000_000L)), rig.around));
    }

    private int add(String name, int parent, Map<String, Long> given, @Nullable QueueDiscipline queue) {
        Settings own = Settings.of(Cbq.TYPE.classParameters(), given, FACTS);
        int index = classes.size();
        classes.add(new TrafficClass(name, parent, own, queue, queue == null ? new int[0] : new int[] {index}));
        return index;
    }

    private void offer(Cbq cbq, int leaf, int lengthBytes, int count, long nowNanos) {
        for (int i = 0; i < count; i++) {
            cbq.enqueue(rig.packet(lengthBytes, leaf, leaf, nowNanos), nowNanos);
        }
    }

    /** Packets that left back to back from the first on. */
    private static int burst(List<Departure> sent) {
        int packets = 1;
        while (sent.get(packets).atNanos() == sent.get(packets - 1).atNanos() + 1_200_000) {
            packets++;
        }
        return packets;
    }

    private static double megabitPerSecond(List<Departure> sent, int leaf, int seconds) {
        return sent.stream()
                        .filter(d -> d.classId() == leaf)
                        .mapToLong(Departure::lengthBytes)
                        .sum()
                * 8e-6
                / seconds;
    }
}
