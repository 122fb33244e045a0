// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.engine.DropCause;
import io.sojourn.lab.measure.HopObserver;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.HopPlan.Change;
import io.sojourn.lab.plan.HopPlan.Conditions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineTest {
    private static final long MILLI = 1_000_000L;
    private static final long MANY = Long.MAX_VALUE;

    /** Number and arrival of each packet, in the order they came. */
    private final List<String> arrivals = new ArrayList<>();

    private final List<Long> arrivedNumbers = new ArrayList<>();
    private final List<Long> sojournNanos = new ArrayList<>();
    private final Events events = new Events();
    private final Packets packets = new Packets();
    private int dropped;
    private int lost;
    private int mostWaiting;

    private final HopObserver observer = new HopObserver() {
        @Override
        public void sent(int flow, int ipBytes, long nanos, long nowNanos) {
            sojournNanos.add(nanos);
        }

        @Override
        public void dropped(int flow, DropCause cause, long nowNanos) {
            assertThat(cause).isEqualTo(DropCause.TAIL);
            dropped++;
        }

        @Override
        public void lost(int flow, long nowNanos) {
            lost++;
        }

        @Override
        public void waiting(int count, long nowNanos) {
            mostWaiting = Math.max(mostWaiting, count);
        }
    };

    private static Conditions rate(long bitsPerSecond) {
        return new Conditions(bitsPerSecond, 0, 0, 0);
    }

    private static Conditions delay(long nanos) {
        return new Conditions(Conditions.UNLIMITED, nanos, 0, 0);
    }

    private static HopPlan.Line plan(Conditions conditions, long limit, boolean keepsOrder, Change... changes) {
        return new HopPlan.Line("line", conditions, 0, limit, 0, keepsOrder, List.of(changes));
    }

    /** Offers packets of 1000 IP bytes at times, and lets all arrive. */
    private void pass(HopPlan.Line plan, long... offeredNanos) {
        Line line = new Line(plan, events, packets, observer, new SplittableRandom(1));
        Step step = new Step(line, new Step((packet, nowNanos) -> {
            arrivals.add(packet.number + " at " + nowNanos);
            arrivedNumbers.add(packet.number);
            packets.giveBack(packet);
        }));
        for (int i = 0; i < offeredNanos.length; i++) {
            events.runUntil(offeredNanos[i]);
            Packet packet = packets.take();
            packet.ipBytes = 1_000;
            packet.number = i;
            step.enter(packet, offeredNanos[i]);
        }
        events.runUntil(Long.MAX_VALUE);
        assertThat(packets.underWay()).isZero();
    }

    private static long[] every(long nanos, int count) {
        long[] times = new long[count];
        for (int i = 0; i < count; i++) {
            times[i] = i * nanos;
        }
        return times;
    }

    @Test
    void packetTakesItsBytesAndTheOverheadAtTheRateToTheNanosecondAndThenTheDelay() {
        HopPlan.Line plan =
                new HopPlan.Line("line", new Conditions(7_000_000, 5 * MILLI, 0, 0), 38, MANY, 0, true, List.of());
        // 1038 bytes at 7 Mbit/s are 1 186 285.7 ns.
        pass(plan, 0, 0, 10 * MILLI);
        assertThat(arrivals).containsExactly("0 at 6186285", "1 at 7372571", "2 at 16186285");
        assertThat(sojournNanos).containsExactly(1_186_285L, 2_372_571L, 1_186_285L);
    }

    @Test
    void tenThousandPacketsBackToBackLeaveWhenTheirBitsHaveNotOneRoundingEach() {
        // 8000 bits at 7 Gbit/s are 1142.857 ns.
        pass(plan(rate(7_000_000_000L), MANY, true), new long[10_000]);
        assertThat(arrivals.get(9_999)).isEqualTo("9999 at " + 10_000 * 8_000L / 7);
    }

    @Test
    void whatRoundingLeftAtOneRateIsNotOwedAtAnother() {
        // 0.857 ns are six bits at 7 Gbit/s, and would be 0.75 ms at 8 kbit/s.
        Change slow = new Change(1_000, 0, rate(8_000));
        pass(plan(rate(7_000_000_000L), MANY, true, slow), 0, 0);
        assertThat(arrivals).containsExactly("0 at 1142", "1 at 1000001142");
    }

    @Test
    void packetThatFindsTheLimitIsDroppedAndOneThatComesAsAnotherHasGoneIsNot() {
        pass(plan(rate(8_000_000), 2, true), 0, 0, 0, MILLI - 1, MILLI + 1);
        assertThat(arrivals).containsExactly("0 at 1000000", "1 at 2000000", "4 at 3000000");
        assertThat(dropped).isEqualTo(2);
        assertThat(mostWaiting).isEqualTo(2);
    }

    @Test
    void lineWithoutARateHoldsNothing() {
        pass(plan(delay(3), 1, true), 0, 0, 5);
        assertThat(arrivals).containsExactly("0 at 3", "1 at 3", "2 at 8");
        assertThat(sojournNanos).containsOnly(0L);
    }

    @Test
    void hostsHoldPacketsUpToTheirTimeAndNeverTurnTheirOrder() {
        HopPlan.Line plan = new HopPlan.Line("line", rate(8_000_000_000L), 0, MANY, 20_000, true, List.of());
        pass(plan, every(100_000, 500));
        assertThat(arrivedNumbers).isSorted();
        // 1 microsecond on the wire, 0 to 20 before.
        assertThat(sojournNanos).allMatch(nanos -> nanos >= 1_000 && nanos < 21_000);
        assertThat(sojournNanos.stream().mapToLong(nanos -> nanos).max().orElseThrow())
                .isGreaterThan(20_000);
        assertThat(sojournNanos.stream().mapToLong(nanos -> nanos).min().orElseThrow())
                .isLessThan(2_000);
    }

    @Test
    void jitterIsEvenFromNothingToItsMost() {
        pass(plan(new Conditions(Conditions.UNLIMITED, MILLI, 1_000, 0), MANY, true), every(2_000, 4_000));
        List<Long> extra = new ArrayList<>();
        for (String arrival : arrivals) {
            String[] words = arrival.split(" at ", -1);
            extra.add(Long.parseLong(words[1]) - MILLI - 2_000 * Long.parseLong(words[0]));
        }
        assertThat(extra).allMatch(nanos -> nanos >= 0 && nanos <= 1_000);
        assertThat(extra.stream().mapToLong(nanos -> nanos).average().orElseThrow())
                .isBetween(475.0, 525.0);
        assertThat(extra.stream().filter(nanos -> nanos < 250).count()).isBetween(900L, 1_100L);
    }

    @Test
    void jitterTurnsPacketsOnlyWhereOrderIsNotKept() {
        Conditions jitter = new Conditions(Conditions.UNLIMITED, MILLI, MILLI, 0);
        pass(plan(jitter, MANY, true), every(1_000, 1_000));
        assertThat(arrivedNumbers).hasSize(1_000).isSorted();
        arrivedNumbers.clear();
        pass(plan(jitter, MANY, false), every(1_000_000, 3));
        assertThat(arrivedNumbers).hasSize(3).isSorted();
        arrivedNumbers.clear();
        long start = 10_000 * MILLI;
        long[] times = every(1_000, 1_000);
        for (int i = 0; i < times.length; i++) {
            times[i] += start;
        }
        pass(plan(jitter, MANY, false), times);
        assertThat(arrivedNumbers).hasSize(1_000);
        assertThat(arrivedNumbers.stream().sorted().toList()).isNotEqualTo(arrivedNumbers);
    }

    @Test
    void lossIsByChanceInItsRatioAndTheSameAgainForTheSameSeed() {
        HopPlan.Line tenth = plan(new Conditions(Conditions.UNLIMITED, 0, 0, 0.1), MANY, true);
        pass(tenth, every(1_000, 10_000));
        assertThat(lost).isBetween(900, 1_100);
        assertThat(arrivals).hasSize(10_000 - lost);
        LineTest again = new LineTest();
        again.pass(tenth, every(1_000, 10_000));
        assertThat(again.arrivals).isEqualTo(arrivals);
    }

    @Test
    void lossOfOneLosesEverythingAndOfNothingNothing() {
        pass(plan(new Conditions(8_000_000, 0, 0, 1), MANY, true), every(1_000, 100));
        assertThat(lost).isEqualTo(100);
        lost = 0;
        pass(plan(new Conditions(8_000_000, 0, 0, 0), MANY, true), 1_000 * MILLI);
        assertThat(lost).isZero();
    }

    @Test
    void rateThatChangesAtOnceHoldsForWhatStillWaits() {
        // 1 ms a packet, and 10 ms from 1.5 ms on: the second is under way, the third goes slowly.
        Change slow = new Change(1_500_000, 0, rate(800_000));
        pass(plan(rate(8_000_000), MANY, true, slow), 0, 0, 0);
        assertThat(arrivals).containsExactly("0 at 1000000", "1 at 2000000", "2 at 12000000");
    }

    @Test
    void packetsThatWaitGoFirstAlsoWhenTheRateIsLifted() {
        Change free = new Change(1_500_000, 0, rate(Conditions.UNLIMITED));
        pass(plan(rate(8_000_000), MANY, true, free), 0, 0, 0, 1_600_000);
        assertThat(arrivals).containsExactly("0 at 1000000", "1 at 2000000", "2 at 2000000", "3 at 2000000");
    }

    @Test
    void rateOnItsWayIsThatOfTheTime() {
        // From 8 to 4 Mbit/s between 0 and 10 ms: 6 Mbit/s at 5 ms.
        Change ramp = new Change(0, 10 * MILLI, rate(4_000_000));
        pass(plan(rate(8_000_000), MANY, true, ramp), 0, 5 * MILLI, 10 * MILLI, 20 * MILLI);
        assertThat(arrivals).containsExactly("0 at 1000000", "1 at 6333333", "2 at 12000000", "3 at 22000000");
    }

    @Test
    void delayChangesAtOnceOrEvenlyOverAWhile() {
        Change step = new Change(10, 0, delay(100));
        Change ramp = new Change(1_000, 1_000, delay(300));
        pass(plan(delay(50), MANY, true, step, ramp), 9, 10, 999, 1_000, 1_500, 2_000, 3_000);
        assertThat(arrivals)
                .containsExactly(
                        "0 at 59", "1 at 110", "2 at 1099", "3 at 1100", "4 at 1700", "5 at 2300", "6 at 3300");
    }

    @Test
    void changeThatBeginsBeforeTheLastIsCompleteGoesOnFromThere() {
        // On the way from 0 to 1000 it is at 500 when it turns to 100 over 400 ns.
        Change there = new Change(0, 1_000, delay(1_000));
        Change back = new Change(500, 400, delay(100));
        pass(plan(delay(0), MANY, false, there, back), 499, 500, 700, 900, 2_000);
        assertThat(arrivals).containsExactlyInAnyOrder("0 at 998", "1 at 1000", "2 at 1000", "3 at 1000", "4 at 2100");
    }

    @Test
    void lossAndJitterChangeEvenlyToo() {
        Conditions bad = new Conditions(Conditions.UNLIMITED, 0, 200, 1);
        Weather weather = new Weather(plan(delay(0), MANY, true, new Change(100, 100, bad)));
        weather.turn(125);
        assertThat(weather.lossRatio()).isEqualTo(0.25);
        assertThat(weather.jitterNanos()).isEqualTo(50);
        weather.turn(200);
        assertThat(weather.lossRatio()).isOne();
        assertThat(weather.jitterNanos()).isEqualTo(200);
    }

    @Test
    void thereIsNothingBetweenARateAndNone() {
        Weather weather = new Weather(plan(rate(5), MANY, true, new Change(100, 100, delay(7))));
        weather.turn(199);
        assertThat(weather.rateBitsPerSecond()).isEqualTo(5);
        weather.turn(200);
        assertThat(weather.rateBitsPerSecond()).isEqualTo(Conditions.UNLIMITED);
    }

    @Test
    void changesOutOfOrderAreRefused() {
        Change late = new Change(20, 0, delay(1));
        Change early = new Change(10, 0, delay(1));
        assertThatThrownBy(() -> plan(delay(0), 1, true, late, early))
                .hasMessage("changes of line: atNanos=10 comes after 20; sort them by time");
    }

    @Test
    void packetGivenBackTwiceIsFoundAtOnce() {
        Packet packet = packets.take();
        packets.giveBack(packet);
        assertThatThrownBy(() -> packets.giveBack(packet)).hasMessage("a packet of flow 0 is given back twice");
        assertThat(packets.take()).isNotSameAs(packets.take());
    }
}
