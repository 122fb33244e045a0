// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Rig.Departure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HfscTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long LINK = 10_000_000;

    private final Rig rig = new Rig();

    private ClassList classes() {
        return new ClassList(rig, Hfsc.TYPE, LINK);
    }

    private static Map<String, Long> share(long rate) {
        return Map.of("linkShareRate", rate);
    }

    private static Map<String, Long> realTime(long share, long startRate, long startNanos, long rate) {
        return Map.of(
                "linkShareRate", share,
                "realTimeStartRate", startRate,
                "realTimeStartTime", startNanos,
                "realTimeRate", rate);
    }

    private static Map<String, Long> limited(long share, long limit) {
        return Map.of("linkShareRate", share, "upperLimitRate", limit);
    }

    private void offer(QueueDiscipline hfsc, int classId, int lengthBytes, int count, long nowNanos) {
        for (int packet = 0; packet < count; packet++) {
            hfsc.enqueue(rig.packet(lengthBytes, classId, classId, nowNanos), nowNanos);
        }
    }

    private static List<Departure> of(int classId, List<Departure> departures) {
        return departures.stream().filter(left -> left.classId() == classId).toList();
    }

    private static long bytes(int classId, List<Departure> departures) {
        return of(classId, departures).stream()
                .mapToLong(Departure::lengthBytes)
                .sum();
    }

    /** 1.2 ms a packet: each leaves at the first packet boundary at or after it is eligible, 0, 6 and 18 ms. */
    @Test
    void packetsOfRealTimeClassLeaveOnceEligibleAheadOfABacklog() {
        QueueDiscipline hfsc = classes()
                .leaf("bulk", -1, share(9_000_000))
                .leaf("voice", -1, realTime(1000, 2_000_000, 10 * MILLISECOND, 500_000))
                .scheduler();
        offer(hfsc, 0, 1500, 100, 0);
        offer(hfsc, 1, 1500, 3, 0);
        List<Departure> voice = of(1, rig.serve(hfsc, LINK, 0, 60 * MILLISECOND));
        assertThat(voice).extracting(Departure::atNanos).containsExactly(0L, 6 * MILLISECOND, 18 * MILLISECOND);
    }

    @Test
    void shorterDeadlineLeavesFirst() {
        QueueDiscipline hfsc = classes()
                .leaf("slow", -1, realTime(1000, 1_000_000, 100 * MILLISECOND, 100_000))
                .leaf("fast", -1, realTime(1000, 4_000_000, 5 * MILLISECOND, 100_000))
                .scheduler();
        offer(hfsc, 0, 1000, 1, 0);
        offer(hfsc, 1, 1000, 1, 0);
        assertThat(rig.serve(hfsc, LINK, 0, MILLISECOND))
                .extracting(Departure::classId)
                .containsExactly(1, 0);
    }

    @Test
    void siblingsShareInProportionToTheirCurvesAndParentsInProportionToTheirs() {
        QueueDiscipline hfsc = classes()
                .inner("org", -1, share(6_000_000))
                .leaf("a", 0, share(4_000_000))
                .leaf("b", 0, share(2_000_000))
                .leaf("c", -1, share(4_000_000))
                .scheduler();
        for (int id = 0; id < 3; id++) {
            offer(hfsc, id, 1000, 2000, 0);
        }
        List<Departure> sent = rig.serve(hfsc, LINK, 0, 800 * MILLISECOND);
        assertThat(bytes(0, sent)).isBetween(398_000L, 402_000L);
        assertThat(bytes(1, sent)).isBetween(198_000L, 202_000L);
        assertThat(bytes(2, sent)).isBetween(398_000L, 402_000L);
    }

    @Test
    void shareOfAnIdleChildGoesToItsSiblingFirst() {
        QueueDiscipline hfsc = classes()
                .inner("org", -1, share(6_000_000))
                .leaf("a", 0, share(4_000_000))
                .leaf("b", 0, share(2_000_000))
                .leaf("c", -1, share(4_000_000))
                .scheduler();
        offer(hfsc, 1, 1000, 2000, 0);
        offer(hfsc, 2, 1000, 2000, 0);
        List<Departure> sent = rig.serve(hfsc, LINK, 0, 800 * MILLISECOND);
        assertThat(bytes(1, sent)).isBetween(598_000L, 602_000L);
    }

    @Test
    void classThatSleptNeitherCatchesUpNorIsHeldBack() {
        QueueDiscipline hfsc = classes()
                .leaf("a", -1, share(5_000_000))
                .leaf("b", -1, share(5_000_000))
                .scheduler();
        offer(hfsc, 0, 1000, 3000, 0);
        rig.serve(hfsc, LINK, 0, 800 * MILLISECOND);
        offer(hfsc, 1, 1000, 1000, 801 * MILLISECOND);
        List<Departure> sent = rig.serve(hfsc, LINK, 801 * MILLISECOND, 1600 * MILLISECOND);
        List<Departure> firstTwenty = sent.subList(0, 20);
        assertThat(of(1, firstTwenty)).hasSizeBetween(9, 11);
    }

    @Test
    void limitedClassLeavesTheRestAndTheLinkIdles() {
        QueueDiscipline hfsc =
                classes().leaf("guest", -1, limited(5_000_000, 2_000_000)).scheduler();
        offer(hfsc, 0, 1000, 1000, 0);
        List<Departure> sent = rig.serve(hfsc, LINK, 0, 400 * MILLISECOND - 1);
        assertThat(bytes(0, sent)).isEqualTo(100_000);
        assertThat(hfsc.readyNanos(400 * MILLISECOND - 1)).isEqualTo(400 * MILLISECOND);
    }

    @Test
    void limitOfAParentHoldsForItsChildrenTogether() {
        QueueDiscipline hfsc = classes()
                .inner("guests", -1, limited(5_000_000, 2_000_000))
                .leaf("one", 0, share(1_000_000))
                .leaf("other", 0, share(3_000_000))
                .scheduler();
        offer(hfsc, 0, 1000, 1000, 0);
        offer(hfsc, 1, 1000, 1000, 0);
        List<Departure> sent = rig.serve(hfsc, LINK, 0, 400 * MILLISECOND - 1);
        assertThat(bytes(0, sent)).isBetween(24_000L, 26_000L);
        assertThat(bytes(1, sent)).isBetween(74_000L, 76_000L);
    }

    @Test
    void limitedClassGetsItsLimitBesideABacklog() {
        QueueDiscipline hfsc = classes()
                .leaf("guest", -1, limited(5_000_000, 3_000_000))
                .leaf("bulk", -1, share(5_000_000))
                .scheduler();
        offer(hfsc, 0, 1000, 2000, 0);
        offer(hfsc, 1, 1500, 2000, 0);
        List<Departure> sent = rig.serve(hfsc, LINK, 0, 1000 * MILLISECOND);
        assertThat(bytes(0, sent)).isBetween(370_000L, 377_000L);
    }

    @Test
    void anyLengthIsSent() {
        QueueDiscipline hfsc = classes()
                .leaf("a", -1, realTime(1000, 0, MILLISECOND, 1000))
                .leaf("b", -1, limited(1000, 1000))
                .scheduler();
        offer(hfsc, 0, Integer.MAX_VALUE, 2, 0);
        offer(hfsc, 1, Integer.MAX_VALUE, 2, 0);
        offer(hfsc, 0, 1, 1, 0);
        assertThat(rig.run(hfsc, 0, Long.MAX_VALUE / 2)).hasSize(5);
    }

    @Test
    void burstThatWasUsedIsNotGivenAgainByAChange() {
        assertThat(thirdPacketAfterChange(realTime(1000, 2_000_000, 10 * MILLISECOND, 500_000)))
                .isEqualTo(18 * MILLISECOND);
    }

    /** At 7 ms 24 000 bits were sent and 3500 of room came back; the new curve grants 20 500 in 10 ms and half a ms. */
    @Test
    void creditGoesOnUnderANewRate() {
        assertThat(thirdPacketAfterChange(realTime(1000, 2_000_000, 10 * MILLISECOND, 1_000_000)))
                .isEqualTo(17_500_000);
    }

    /** Two packets sent as 10 ms at 2 Mbit/s allow, then a change; when the third is eligible. */
    private long thirdPacketAfterChange(Map<String, Long> changed) {
        ClassList classes = classes()
                .leaf("bulk", -1, share(1_000_000))
                .leaf("voice", -1, realTime(1000, 2_000_000, 10 * MILLISECOND, 500_000));
        QueueDiscipline before = classes.scheduler();
        offer(before, 0, 1500, 5, 0);
        offer(before, 1, 1500, 3, 0);
        assertThat(of(1, rig.serve(before, LINK, 0, 7 * MILLISECOND))).hasSize(2);
        ClassList after = new ClassList(rig, Hfsc.TYPE, LINK)
                .leaf("bulk", -1, share(1_000_000), classes.queue(0))
                .leaf("voice", -1, changed, classes.queue(1));
        QueueDiscipline next = after.scheduler();
        next.inherit(before, 7 * MILLISECOND);
        return ((Hfsc) next).nextEligibleNanos();
    }

    @Test
    void limitThatWasUsedIsNotGivenAgainByAChange() {
        ClassList classes = classes().leaf("guest", -1, limited(5_000_000, 2_000_000));
        QueueDiscipline before = classes.scheduler();
        offer(before, 0, 1000, 3, 0);
        rig.serve(before, LINK, 0, MILLISECOND);
        QueueDiscipline next = classes.scheduler();
        next.inherit(before, MILLISECOND);
        assertThat(next.dequeue(4 * MILLISECOND - 1)).isEqualTo(QueueDiscipline.NONE);
        assertThat(next.readyNanos(4 * MILLISECOND - 1)).isEqualTo(4 * MILLISECOND);
        assertThat(next.dequeue(4 * MILLISECOND)).isNotEqualTo(QueueDiscipline.NONE);
    }

    private static Map<String, Long> with(Map<String, Long> given, String name, long value) {
        Map<String, Long> changed = new HashMap<>(given);
        changed.put(name, value);
        return changed;
    }

    @Test
    void acceptsRealTimeCurvesOf80PercentAndRejectsOneBitMore() {
        Map<String, Long> five = with(share(1_000_000), "realTimeRate", 5_000_000);
        Map<String, Long> three = with(share(1_000_000), "realTimeRate", 3_000_000);
        assertThat(classes().leaf("a", -1, five).leaf("b", -1, three).problems())
                .isEmpty();
        ClassList more = classes().leaf("a", -1, five).leaf("b", -1, with(three, "realTimeRate", 3_000_001));
        assertThat(more.problems())
                .singleElement()
                .hasToString(
                        "b.realTimeRate=3000.001kbit is not with the other real-time curves at most 80 % of the link, "
                                + "8Mbit; lower realTimeRate or realTimeStartRate of some class");
    }

    @Test
    void rejectsStartRatesThatTogetherExceedTheLinkForAWhile() {
        ClassList classes = classes()
                .leaf("a", -1, realTime(1000, 5_000_000, MILLISECOND, 100_000))
                .leaf("b", -1, realTime(1000, 3_000_001, 2 * MILLISECOND, 100_000));
        assertThat(classes.problems()).hasSize(1);
    }

    @Test
    void acceptsSlowStartWhereItMakesRoomForAFastOne() {
        ClassList classes = classes()
                .leaf("a", -1, realTime(1000, 8_000_000, 10 * MILLISECOND, 3_000_000))
                .leaf("b", -1, realTime(1000, 0, 10 * MILLISECOND, 5_000_000));
        assertThat(classes.problems()).isEmpty();
    }

    @Test
    void rejectsLinkSharesAboveThatOfTheParentAndOfTheLink() {
        ClassList children = classes()
                .inner("org", -1, share(5_000_000))
                .leaf("a", 0, share(3_000_000))
                .leaf("b", 0, share(2_000_001));
        assertThat(children.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.parameter()).isEqualTo("b.linkShareRate");
            assertThat(problem.bound()).contains("org, 5Mbit");
        });
        assertThat(classes().leaf("a", -1, share(LINK)).problems()).isEmpty();
        assertThat(classes().leaf("a", -1, share(LINK + 1)).problems()).hasSize(1);
    }

    @Test
    void rejectsUpperLimitBelowRealTimeCurveAlsoAtItsStartOnly() {
        Map<String, Long> voice = realTime(1000, 2_000_000, 10 * MILLISECOND, 500_000);
        assertThat(classes()
                        .leaf("v", -1, with(voice, "upperLimitRate", 2_000_000))
                        .problems())
                .isEmpty();
        assertThat(classes()
                        .leaf("v", -1, with(voice, "upperLimitRate", 1_999_999))
                        .problems())
                .extracting(problem -> problem.parameter())
                .containsExactly("v.realTimeRate");
    }

    @Test
    void rejectsRealTimeOfAParentHalfACurveAndASlowStartOfALimit() {
        Map<String, Long> parent = with(share(5_000_000), "realTimeRate", 1_000_000);
        assertThat(classes().inner("org", -1, parent).leaf("a", 0, share(1000)).problems())
                .hasSize(1);
        assertThat(classes()
                        .leaf("a", -1, with(share(1000), "realTimeStartRate", 5))
                        .problems())
                .extracting(problem -> problem.parameter())
                .containsExactly("a.realTimeRate", "a.realTimeStartTime");
        Map<String, Long> limit =
                with(with(limited(1000, 2000), "upperLimitStartRate", 1999), "upperLimitStartTime", 1000);
        assertThat(classes().leaf("a", -1, limit).problems()).hasSize(1);
    }
}
