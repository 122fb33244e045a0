// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShaperChangeTest {
    private final SojournMeter meter = new SojournMeter();
    private final List<String> decisions = new ArrayList<>();
    private final DecisionSink sink = (handle, decision) -> decisions.add(handle + " " + decision);

    private Shaper shaperWithFiveWaiting() {
        var shaper = new Shaper(new ShaperSettings(8_000_000, 1_000, QueueLimit.ofPackets(10)), meter);
        for (int i = 0; i <= 5; i++) {
            shaper.offer(i, i == 3 ? 900 : 1_000, 0);
        }
        return shaper;
    }

    private static List<Long> drain(Shaper shaper, long fromNanos) {
        List<Long> left = new ArrayList<>();
        for (long at = shaper.nextReleaseNanos(fromNanos); at != Long.MAX_VALUE; at = shaper.nextReleaseNanos(at)) {
            left.add(shaper.poll(at));
        }
        return left;
    }

    @Test
    void loweredLimitCutsTheTailAndCountsIt() {
        var shaper = shaperWithFiveWaiting();
        shaper.reconfigure(new ShaperSettings(8_000_000, 1_000, QueueLimit.ofPackets(3)), 0, sink);
        assertThat(decisions).containsExactly("4 DROP_TAIL", "5 DROP_TAIL");
        assertThat(shaper.counters().droppedPackets(Decision.DROP_TAIL)).isEqualTo(2);
        assertThat(drain(shaper, 0)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void loweredLimitOfBytesCutsAtTheFirstThatDoesNotFit() {
        var shaper = shaperWithFiveWaiting();
        shaper.reconfigure(new ShaperSettings(8_000_000, 1_000, QueueLimit.ofBytes(1_950)), 0, sink);
        assertThat(decisions).containsExactly("2 DROP_TAIL", "3 DROP_TAIL", "4 DROP_TAIL", "5 DROP_TAIL");
        assertThat(drain(shaper, 0)).containsExactly(1L);
    }

    @Test
    void packetsLongerThanALoweredDepthGoBecauseTheyWouldBlockForEver() {
        var shaper = shaperWithFiveWaiting();
        shaper.reconfigure(new ShaperSettings(8_000_000, 900, QueueLimit.ofPackets(10)), 0, sink);
        assertThat(decisions).containsExactly("1 DROP_POLICED", "2 DROP_POLICED", "4 DROP_POLICED", "5 DROP_POLICED");
        assertThat(drain(shaper, 0)).containsExactly(3L);
    }

    @Test
    void raisedRateReleasesWhatWaitsSoonerAndKeepsItsArrivalTime() {
        var shaper = shaperWithFiveWaiting();
        assertThat(shaper.nextReleaseNanos(0)).isEqualTo(1_000_000);
        shaper.reconfigure(new ShaperSettings(16_000_000, 1_000, QueueLimit.ofPackets(10)), 500_000, sink);
        assertThat(shaper.nextReleaseNanos(500_000)).isEqualTo(750_000);
        assertThat(shaper.poll(750_000)).isEqualTo(1);
        assertThat(meter.sojourns().max()).isEqualTo(750_000);
        assertThat(decisions).isEmpty();
    }

    @Test
    void shaperInPlaceOfAPolicerGoesOnWithItsCreditAndTotals() {
        var policer = new Policer(8_000_000, 10_000);
        policer.offer(1, 10_000, 0);
        policer.offer(2, 1_000, 0);
        policer.bucket().reconfigure(8_000_000, 1_000, 0);
        var shaper = new Shaper(policer.bucket(), QueueLimit.ofPackets(10), meter, policer.counters());
        assertThat(shaper.offer(3, 1_000, 999_999)).isEqualTo(Decision.QUEUE);
        assertThat(shaper.nextReleaseNanos(999_999)).isEqualTo(1_000_000);
        assertThat(shaper.counters().offeredPackets()).isEqualTo(3);
        assertThat(shaper.counters().droppedPackets()).isEqualTo(1);
    }

    @Test
    void policerInPlaceOfAShaperForwardsWhatItsCreditCoversInOrder() {
        var shaper = shaperWithFiveWaiting();
        shaper.bucket().reconfigure(8_000_000, 10_000, 0);
        var policer = new Policer(shaper.bucket(), LossRecorder.NONE, shaper.counters());
        shaper.handOver(policer, 2_500_000, sink);
        assertThat(decisions)
                .containsExactly("1 FORWARD", "2 FORWARD", "3 DROP_POLICED", "4 DROP_POLICED", "5 DROP_POLICED");
        assertThat(shaper.backlogPackets()).isZero();
        assertThat(policer.counters().offeredPackets()).isEqualTo(6);
        assertThat(policer.counters().offeredBytes()).isEqualTo(5_900);
        assertThat(policer.counters().sentPackets()).isEqualTo(3);
        assertThat(meter.sojourns().count()).isEqualTo(3);
        assertThat(meter.sojourns().max()).isEqualTo(2_500_000);
    }

    @Test
    void anotherShaperTakesOverWhatWaitsWithItsArrivalTime() {
        var shaper = shaperWithFiveWaiting();
        var next = new Shaper(shaper.bucket(), QueueLimit.ofPackets(4), meter, new ConditionerCounters());
        shaper.handOver(next, 100_000, sink);
        assertThat(decisions).containsExactly("1 QUEUE", "2 QUEUE", "3 QUEUE", "4 QUEUE", "5 DROP_TAIL");
        assertThat(shaper.counters().offeredPackets()).isEqualTo(1);
        assertThat(next.counters().offeredPackets()).isEqualTo(5);
        assertThat(next.poll(1_000_000)).isEqualTo(1);
        assertThat(meter.sojourns().max()).isEqualTo(1_000_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noChangeOfSettingsLosesAPacketThatFitsOrReordersOneThatStays(long seed) {
        var random = new Random(seed);
        var shaper = new Shaper(new ShaperSettings(5_000_000, 3_000, QueueLimit.ofPackets(100)), meter);
        List<Long> left = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 20_000; i++) {
            now += random.nextInt(2_000_000);
            for (long due = shaper.nextReleaseNanos(now); due <= now; due = shaper.nextReleaseNanos(now)) {
                left.add(shaper.poll(now));
            }
            if (shaper.offer(i, 1_000, now) == Decision.FORWARD) {
                left.add((long) i);
            }
            if (i % 50 == 0) {
                long before = shaper.backlogPackets();
                long limit = random.nextLong(1, 151);
                long rate = random.nextLong(1_000_000, 9_000_000);
                shaper.reconfigure(new ShaperSettings(rate, 3_000, QueueLimit.ofPackets(limit)), now, sink);
                assertThat(shaper.backlogPackets()).isEqualTo(Math.min(before, limit));
            }
        }
        assertThat(left).isSorted();
        ConditionerCounters counters = shaper.counters();
        assertThat(left).hasSize((int) counters.sentPackets());
        assertThat(counters.offeredPackets())
                .isEqualTo(counters.sentPackets() + counters.droppedPackets() + shaper.backlogPackets());
        assertThat(decisions).isNotEmpty();
    }

    @Test
    void peaksBeginAnewFromWhatWaitsNow() {
        var shaper = shaperWithFiveWaiting();
        shaper.poll(1_000_000);
        assertThat(shaper.counters().backlogPeakPackets()).isEqualTo(5);
        shaper.counters().resetPeaks(shaper);
        assertThat(shaper.counters().backlogPeakPackets()).isEqualTo(4);
        assertThat(shaper.counters().backlogPeakBytes()).isEqualTo(3_900);
    }
}
