// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Rig.Departure;
import io.sojourn.engine.Settings;
import io.sojourn.engine.queue.Fifo;
import io.sojourn.engine.shape.Tbf;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtbTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MBIT = 1_000_000;

    private final Rig rig = new Rig();
    private final HtbTree tree = new HtbTree(rig);

    @Test
    void excessOfTenMegabitIsSharedFourToSixByClassesOfTwoAndThree() {
        Htb htb = twoClassesOfTenMegabit();
        tree.offer(htb, 1, 1000, 20_000, 0);
        tree.offer(htb, 2, 1000, 20_000, 0);
        List<Departure> sent = rig.run(htb, 0, 10 * SECOND);
        // 62 500 bytes a round of both quantums, and bursts: within 1 %.
        assertThat(megabitPerSecond(sent, 1, 10)).isBetween(3.96, 4.04);
        assertThat(megabitPerSecond(sent, 2, 10)).isBetween(5.94, 6.06);
    }

    @Test
    void classBorrowsEverythingWhileItsSiblingIsIdle() {
        Htb htb = twoClassesOfTenMegabit();
        tree.offer(htb, 2, 1000, 20_000, 0);
        assertThat(megabitPerSecond(rig.run(htb, 0, 10 * SECOND), 2, 10)).isBetween(9.99, 10.01);
    }

    @ParameterizedTest
    @CsvSource({"1000000, 12500", "20000000, 200000", "50000, 1000"})
    void quantumIsATenthOfTheRateInBytesFrom1000To200000(long rate, long quantumBytes) {
        Settings scheduler = Settings.of(Htb.TYPE.parameters(), Map.of(), HtbTree.LINK);
        Settings own = Settings.of(Htb.TYPE.classParameters(), Map.of("rate", rate), HtbTree.LINK);
        assertThat(Htb.quantumBytes(own, scheduler)).isEqualTo(quantumBytes);
        assertThat(Htb.quantumBytes(own.with(Htb.QUANTUM, 1514), scheduler)).isEqualTo(1514);
    }

    @Test
    void fullBurstAndOnePacketLeaveAtOnceThenEachInTheNanosecondItsDebtIsPaid() {
        tree.leaf("only", HtbTree.TOP, Map.of("rate", 20 * MBIT, "burst", 8000L, "ceilBurst", 8000L));
        Htb htb = tree.build(0);
        tree.offer(htb, 0, 1514, 10, 0);
        List<Departure> sent = rig.run(htb, 0, SECOND);
        // 8000 bytes pay for 5 packets; the 6th leaves with 430 bytes of credit and 1084 of debt: 433 600 ns.
        assertThat(sent)
                .extracting(Departure::atNanos)
                .containsExactly(
                        0L,
                        0L,
                        0L,
                        0L,
                        0L,
                        0L,
                        433_600L,
                        433_600L + 605_600,
                        433_600L + 2 * 605_600,
                        433_600L + 3 * 605_600);
    }

    @Test
    void nothingLeavesOneNanosecondBeforeItIsReady() {
        tree.leaf("only", HtbTree.TOP, Map.of("rate", 7 * MBIT, "burst", 1514L, "ceilBurst", 1514L));
        Htb htb = tree.build(-5);
        tree.offer(htb, 0, 1514, 3, -5);
        assertThat(rig.run(htb, -5, -5)).hasSize(2);
        // A packet of debt at 7 Mbit/s: 1 730 285.7 ns.
        assertThat(htb.readyNanos(-5)).isEqualTo(1_730_281);
        assertThat(htb.dequeue(1_730_280)).isEqualTo(QueueDiscipline.NONE);
        assertThat(htb.dequeue(1_730_281)).isNotEqualTo(QueueDiscipline.NONE);
    }

    @Test
    void loanIsNotChargedToTheGuaranteeOfTheBorrower() {
        int root = tree.inner("root", HtbTree.TOP, Map.of("rate", 10 * MBIT, "burst", 50_000L, "ceilBurst", 50_000L));
        int leaf =
                tree.leaf("leaf", root, Map.of("rate", MBIT, "ceil", 10 * MBIT, "burst", 1514L, "ceilBurst", 90_000L));
        Htb htb = tree.build(0);
        tree.offer(htb, leaf, 1514, 100, 0);
        // 2 of its own, and loans until the parent, charged for all of them, is in debt by 1476 bytes.
        assertThat(rig.run(htb, 0, 0)).hasSize(34);
        // Loans every 1.2112 ms from then on; its own debt of one packet is paid after 12.112 ms all the same.
        assertThat(rig.run(htb, 0, 13_000_000))
                .extracting(Departure::atNanos)
                .startsWith(1_180_800L, 2_392_000L, 3_603_200L)
                .contains(12_112_000L)
                .hasSize(11);
    }

    @Test
    void lowerPriorityNumberIsOfferedTheExcessAndTheOtherKeepsItsGuarantee() {
        int root = tree.inner("root", HtbTree.TOP, Map.of("rate", 10 * MBIT));
        tree.leaf("urgent", root, Map.of("rate", MBIT, "ceil", 10 * MBIT));
        tree.leaf("patient", root, Map.of("rate", 2 * MBIT, "ceil", 10 * MBIT, "priority", 5L));
        Htb htb = tree.build(0);
        tree.offer(htb, 1, 1000, 20_000, 0);
        tree.offer(htb, 2, 1000, 20_000, 0);
        List<Departure> sent = rig.run(htb, 0, 10 * SECOND);
        assertThat(megabitPerSecond(sent, 1, 10)).isBetween(7.98, 8.02);
        assertThat(megabitPerSecond(sent, 2, 10)).isBetween(1.99, 2.01);
    }

    @Test
    void packetsLongerThanAQuantumDoNotBendTheShares() {
        int root = tree.inner("root", HtbTree.TOP, Map.of("rate", 10 * MBIT));
        tree.leaf("small", root, Map.of("rate", 1000L, "ceil", 10 * MBIT, "quantum", 1000L));
        tree.leaf("large", root, Map.of("rate", 1000L, "ceil", 10 * MBIT, "quantum", 5000L));
        Htb htb = tree.build(0);
        tree.offer(htb, 1, 1514, 20_000, 0);
        tree.offer(htb, 2, 1514, 20_000, 0);
        List<Departure> sent = rig.run(htb, 0, 10 * SECOND);
        assertThat(megabitPerSecond(sent, 2, 10) / megabitPerSecond(sent, 1, 10))
                .isBetween(4.98, 5.02);
    }

    @Test
    void sharesOfBorrowersDifferByLessThanAQuantumAndAPacketAtAnyTime() {
        long[] quantums = {1514, 4000, 9000};
        int root = tree.inner("root", HtbTree.TOP, Map.of("rate", 10 * MBIT));
        for (long quantum : quantums) {
            tree.leaf("q" + quantum, root, Map.of("rate", 1000L, "ceil", 10 * MBIT, "quantum", quantum));
        }
        Htb htb = tree.build(0);
        for (int leaf = 1; leaf <= 3; leaf++) {
            tree.offer(htb, leaf, 1514, 10_000, 0);
        }
        // From the time on at which own credit is spent; it earns a packet in 12 s, and is left out of the count.
        rig.run(htb, 0, 0);
        double[] turns = new double[4];
        for (Departure departure : rig.run(htb, 0, 10 * SECOND)) {
            int leaf = departure.classId();
            turns[leaf] += departure.lengthBytes() / (double) quantums[leaf - 1];
            for (int other = 1; other <= 3; other++) {
                double bound = 1 + 1514.0 / Math.min(quantums[leaf - 1], quantums[other - 1]);
                assertThat(Math.abs(turns[leaf] - turns[other])).isLessThan(bound + 0.001);
            }
        }
    }

    @Test
    void backloggedClassGetsItsGuaranteeInEveryTenthOfASecondOnABusyLink() {
        int root = tree.inner("root", HtbTree.TOP, Map.of("rate", 10 * MBIT));
        tree.leaf("greedy", root, Map.of("rate", 5 * MBIT, "ceil", 10 * MBIT));
        tree.leaf("modest", root, Map.of("rate", MBIT, "ceil", 10 * MBIT, "priority", 7L));
        Htb htb = tree.build(0);
        tree.offer(htb, 1, 1514, 20_000, 0);
        tree.offer(htb, 2, 1514, 20_000, 0);
        long[] bytes = new long[100];
        for (Departure departure : rig.serve(htb, 10 * MBIT, 0, 10 * SECOND - 1)) {
            bytes[(int) (departure.atNanos() / (SECOND / 10))] +=
                    departure.classId() == 2 ? departure.lengthBytes() : 0;
        }
        assertThat(Arrays.stream(bytes).min().orElseThrow()).isGreaterThanOrEqualTo(12_500 - 2 * 1514);
    }

    @Test
    void creditAndDebtOfAClassGoOnAtAChangeAndMoreBurstHasToBeEarned() {
        Map<String, Long> given = Map.of("rate", MBIT, "burst", 15_140L, "ceilBurst", 15_140L);
        tree.leaf("kept", HtbTree.TOP, given);
        Htb htb = tree.build(0);
        tree.offer(htb, 0, 1514, 30, 0);
        assertThat(rig.run(htb, 0, 0)).hasSize(11);
        Map<String, Long> deeper = new HashMap<>(given);
        deeper.put("burst", 30_000L);
        deeper.put("ceilBurst", 30_000L);
        HtbTree next = new HtbTree(rig);
        next.leaf(
                "kept",
                HtbTree.TOP,
                deeper,
                java.util.Objects.requireNonNull(tree.classes.get(0).queue()));
        Htb after = next.build(1_000_000);
        after.inherit(htb, 1_000_000);
        // A packet of debt at 1 Mbit/s takes 12.112 ms, of which 1 ms had passed.
        assertThat(after.readyNanos(1_000_000)).isEqualTo(12_112_000);
        assertThat(rig.run(after, 1_000_000, 12_112_000)).hasSize(1);
    }

    @Test
    void classWhoseOwnShaperHoldsBackStopsNoOther() {
        Settings slow = Settings.of(
                Tbf.TYPE.parameters(), Map.of("rate", MBIT, "burst", 1514L, "limitBytes", 1_000_000L), HtbTree.LINK);
        QueueDiscipline queue = new Fifo(Rig.settings(Fifo.TYPE, Map.of("limit", 1000L)), rig.around);
        int root = tree.inner("root", HtbTree.TOP, Map.of("rate", 10 * MBIT));
        Map<String, Long> given = Map.of("rate", 4 * MBIT, "ceil", 10 * MBIT);
        tree.leaf("shaped", root, given, Tbf.TYPE.factory().create(slow, rig.around, queue));
        tree.leaf("free", root, given);
        Htb htb = tree.build(0);
        tree.offer(htb, 1, 1514, 500, 0);
        tree.offer(htb, 2, 1514, 5000, 0);
        List<Departure> sent = rig.run(htb, 0, SECOND);
        assertThat(megabitPerSecond(sent, 1, 1)).isBetween(0.98, 1.02);
        assertThat(megabitPerSecond(sent, 2, 1)).isBetween(8.95, 9.05);
    }

    @Test
    void packetOfAnyLengthIsTakenAndDebtIsForgivenPast60Seconds() {
        tree.leaf("only", HtbTree.TOP, Map.of("rate", MBIT));
        Htb htb = tree.build(0);
        tree.offer(htb, 0, Integer.MAX_VALUE, 2, 0);
        assertThat(rig.run(htb, 0, 100 * SECOND)).extracting(Departure::atNanos).containsExactly(0L, 60 * SECOND);
    }

    @Test
    void refusesGuaranteesThatAddUpToMoreThanTheParents() {
        int root = tree.inner("root", HtbTree.TOP, Map.of("rate", 10 * MBIT));
        tree.leaf("a", root, Map.of("rate", 6 * MBIT));
        tree.leaf("b", root, Map.of("rate", 4 * MBIT));
        assertThat(tree.problems(HtbTree.LINK)).isEmpty();
        tree.leaf("c", root, Map.of("rate", 1000L));
        assertThat(tree.problems(HtbTree.LINK))
                .singleElement()
                .hasToString(
                        "root.rate=10Mbit is not at least 10.001Mbit, the sum of the rates below; raise it, or lower theirs and give them a ceil");
    }

    @Test
    void refusesCeilBelowRateBurstBelowAPacketRateAboveTheParentsAndTheLinks() {
        int root = tree.inner("root", HtbTree.TOP, Map.of("rate", 10 * MBIT));
        tree.leaf("a", root, Map.of("rate", 11 * MBIT, "ceil", 5 * MBIT, "burst", 1513L, "ceilBurst", 1514L));
        assertThat(tree.problems(HtbTree.LINK))
                .extracting(Object::toString)
                .containsExactly(
                        "a.ceil=5Mbit is not at least its rate of 11Mbit; raise ceil, or lower rate",
                        "a.rate=11Mbit is not at most the rate of root, 10Mbit; lower it, or raise the one above",
                        "a.burst=1513B is not at least one packet, 1514B; raise it");
        assertThat(tree.problems(new LinkFacts(9 * MBIT, 1514)))
                .extracting(Object::toString)
                .contains(
                        "root.rate=10Mbit is not at most the rate of the link, 9Mbit; lower it, or raise the one above");
    }

    @Test
    void refusesANinthLevel() {
        int above = HtbTree.TOP;
        for (int depth = 1; depth <= 8; depth++) {
            above = tree.inner("c" + depth, above, Map.of("rate", MBIT));
        }
        assertThat(tree.problems(HtbTree.LINK)).isEmpty();
        tree.leaf("c9", above, Map.of("rate", MBIT));
        assertThat(tree.problems(HtbTree.LINK))
                .singleElement()
                .hasToString("c9=9 deep is not at most 8 deep; take out classes above it");
    }

    private Htb twoClassesOfTenMegabit() {
        int root = tree.inner("root", HtbTree.TOP, Map.of("rate", 10 * MBIT));
        tree.leaf("a", root, Map.of("rate", 2 * MBIT, "ceil", 10 * MBIT));
        tree.leaf("b", root, Map.of("rate", 3 * MBIT, "ceil", 10 * MBIT));
        return tree.build(0);
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
