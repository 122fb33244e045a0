// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.DropCause;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.Traffic;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecorderTest {
    private static final long MILLI = 1_000_000L;
    private static final long WARM_UP = 1_000 * MILLI;
    private static final long END = 3_000 * MILLI;

    private final Recorder recorder = recorder("a", "b", "a", "a");

    private static Recorder recorder(String... groups) {
        List<FlowPlan> flows = IntStream.range(0, groups.length)
                .mapToObj(i -> new FlowPlan(
                        "flow-" + i,
                        groups[i],
                        new Traffic.Ping(1, 84),
                        List.of("line"),
                        List.of(),
                        Headers.udp(i),
                        0,
                        END))
                .toList();
        return recorder(flows);
    }

    @Test
    void whatHappensBeforeTheEndOfTheWarmUpIsLeftOut() {
        for (long nanos : new long[] {WARM_UP - 1, WARM_UP}) {
            FlowObserver flow = recorder.flow(0);
            flow.sent(0, false, nanos);
            flow.sent(0, true, nanos);
            flow.delivered(1_000, nanos);
            flow.rtt(5_000, nanos);
            flow.acknowledged(0, 7_000, nanos);
            flow.timedOut(nanos);
            flow.completed(9_000, nanos);
            HopObserver hop = recorder.hop("line");
            hop.offered(0, 100, nanos);
            hop.offered(0, 100, nanos);
            hop.offered(0, 100, nanos);
            hop.offered(1, 100, nanos);
            hop.sent(0, 100, 3_000, nanos);
            hop.dropped(0, DropCause.AQM, nanos);
            hop.lost(1, nanos);
            hop.waiting(WARM_UP > nanos ? 9 : 4, nanos);
        }
        Outcome outcome = recorder.outcome();
        assertThat(outcome.seconds()).isEqualTo(2);
        FlowOutcome flow = outcome.flow("flow-0");
        assertThat(flow.sentPackets()).isEqualTo(2);
        assertThat(flow.resentPackets()).isOne();
        assertThat(flow.deliveries()).isOne();
        assertThat(flow.goodputBitsPerSecond()).isEqualTo(4_000);
        assertThat(flow.timeouts()).isOne();
        assertThat(flow.rtt()).isEqualTo(new DelayStats(1, 5, 5, 5, 5, 5, 5));
        assertThat(flow.timeToAck()).isEqualTo(new DelayStats(1, 7, 7, 7, 7, 7, 7));
        assertThat(flow.chunkTime()).isEqualTo(new DelayStats(1, 9, 9, 9, 9, 9, 9));
        HopOutcome hop = outcome.hop("line");
        assertThat(hop.offeredOfFlow()).containsExactly(4L, 1L, 0L, 0L);
        assertThat(hop.droppedOfFlow()).containsExactly(1L, 1L, 0L, 0L);
        assertThat(hop.dropped()).isEqualTo(Map.of(DropCause.AQM, 1L));
        assertThat(hop.lostPackets()).isOne();
        assertThat(hop.lossRatio()).isCloseTo(2.0 / 5, within(1e-12));
        assertThat(hop.sentIpBytes()).isEqualTo(100);
        assertThat(hop.backlogPeakPackets()).isEqualTo(4);
        assertThat(hop.sojourn()).isEqualTo(new DelayStats(1, 3, 3, 3, 3, 3, 3));
    }

    @Test
    void whatWaitsWhenTheWarmUpEndsIsOfferedAndCountsForThePeak() {
        HopObserver hop = recorder.hop("line");
        for (int i = 0; i < 7; i++) {
            hop.offered(0, 100, WARM_UP - 9);
            hop.waiting(i + 1, WARM_UP - 9);
        }
        hop.sent(0, 100, 1, WARM_UP - 2);
        hop.dropped(0, DropCause.TAIL, WARM_UP - 1);
        hop.lost(0, WARM_UP - 1);
        hop.sent(0, 100, 1, WARM_UP);
        hop.dropped(0, DropCause.AQM, WARM_UP);
        HopOutcome outcome = recorder.outcome().hop("line");
        assertThat(outcome.offeredPackets()).isEqualTo(4);
        assertThat(outcome.sentPackets()).isOne();
        assertThat(outcome.droppedPackets()).isOne();
        assertThat(outcome.waitingPackets()).isEqualTo(2);
        assertThat(outcome.backlogPeakPackets()).isEqualTo(4);
    }

    @Test
    void lostOfAFlowIsWhatHopsDroppedAndLostAndNotWhatIsUnderWay() {
        HopObserver hop = recorder.hop("line");
        for (int i = 0; i < 5; i++) {
            recorder.flow(0).sent(i, false, WARM_UP);
            hop.offered(0, 84, WARM_UP);
        }
        hop.dropped(0, DropCause.TAIL, WARM_UP);
        hop.lost(0, WARM_UP);
        hop.offered(1, 84, WARM_UP);
        hop.lost(1, WARM_UP);
        Outcome outcome = recorder.outcome();
        assertThat(outcome.flow("flow-0").lostPackets()).isEqualTo(2);
        assertThat(outcome.group("a").lostPackets()).isEqualTo(2);
        assertThat(outcome.group("b").lostPackets()).isOne();
    }

    @Test
    void flowIsActiveWhenItMaySendOrStillDeliversInTheTimeMeasured() {
        List<FlowPlan> flows = List.of(
                flow("before", 0, WARM_UP - 1),
                flow("still delivers", 0, WARM_UP - 1),
                flow("during", WARM_UP, END),
                flow("after", END, END + 1));
        Recorder some = recorder(flows);
        some.flow(1).delivered(500, WARM_UP);
        assertThat(some.outcome().flows().stream().map(FlowOutcome::active)).containsExactly(false, true, true, false);
        assertThat(some.outcome().group("all").activeFlows()).isEqualTo(2);
        assertThat(some.outcome().group("all").fairness()).isEqualTo(0.5);
    }

    private static FlowPlan flow(String name, long startNanos, long stopNanos) {
        return new FlowPlan(
                name,
                "all",
                new Traffic.Ping(1, 84),
                List.of("line"),
                List.of(),
                Headers.udp(0),
                startNanos,
                stopNanos);
    }

    private static Recorder recorder(List<FlowPlan> flows) {
        return new Recorder(new Plan(1, END, WARM_UP, List.of(HopPlan.Line.delay("line", 1)), flows));
    }

    @Test
    void p95Of1To100Is95AndTheRestIsByRankToo() {
        for (int i = 100; i >= 1; i--) {
            recorder.flow(0).rtt(i * 1_000L, WARM_UP);
        }
        assertThat(recorder.outcome().flow("flow-0").rtt()).isEqualTo(new DelayStats(100, 1, 50.5, 50, 95, 99, 100));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void percentilesOfAGroupAreExactlyThoseOfAllItsSamples(long seed) {
        Random random = new Random(seed);
        long[] all = new long[3 + random.nextInt(9_000)];
        for (int i = 0; i < all.length; i++) {
            all[i] = (long) (StrictMath.exp(random.nextGaussian()) * 1e6);
            recorder.flow(new int[] {0, 2, 3}[random.nextInt(3)]).rtt(all[i], WARM_UP + i);
            recorder.flow(1).rtt(1, WARM_UP + i);
        }
        Arrays.sort(all);
        DelayStats stats = recorder.outcome().group("a").rtt();
        assertThat(stats.count()).isEqualTo(all.length);
        assertThat(stats.p50Micros()).isEqualTo(ranked(all, 0.50));
        assertThat(stats.p95Micros()).isEqualTo(ranked(all, 0.95));
        assertThat(stats.p99Micros()).isEqualTo(ranked(all, 0.99));
        assertThat(stats.maxMicros()).isEqualTo(all[all.length - 1] / 1e3);
        assertThat(recorder.outcome().group("b").rtt().maxMicros()).isEqualTo(0.001);
    }

    /** The least sample that at least that share of all do not exceed. */
    private static double ranked(long[] sorted, double share) {
        for (int i = 0; i < sorted.length; i++) {
            if (i + 1 >= share * sorted.length - 1e-9) {
                return sorted[i] / 1e3;
            }
        }
        throw new AssertionError("no sample");
    }

    @Test
    void countsAndGoodputsOfAGroupAreSumsAndGroupsComeInTheOrderOfTheirFlows() {
        recorder.flow(0).delivered(1_000, WARM_UP);
        recorder.flow(2).delivered(2_000, WARM_UP);
        recorder.flow(1).delivered(5_000, WARM_UP);
        recorder.flow(2).sent(0, false, WARM_UP);
        recorder.flow(3).sent(0, true, WARM_UP);
        Outcome outcome = recorder.outcome();
        assertThat(outcome.groups().stream().map(GroupOutcome::name)).containsExactly("a", "b");
        GroupOutcome group = outcome.group("a");
        assertThat(group.flows()).isEqualTo(3);
        assertThat(group.goodputBitsPerSecond()).isEqualTo(12_000);
        assertThat(group.deliveries()).isEqualTo(2);
        assertThat(group.sentPackets()).isEqualTo(2);
        assertThat(group.resentPackets()).isOne();
    }

    private static double fairness(long... bytes) {
        String[] groups = new String[bytes.length];
        Arrays.fill(groups, "all");
        Recorder recorder = recorder(groups);
        for (int i = 0; i < bytes.length; i++) {
            recorder.flow(i).delivered(bytes[i], WARM_UP);
        }
        return recorder.outcome().group("all").fairness();
    }

    /** Jain's index, worked: of 1, 2, 3 and 4 it is 10 squared over 4 times 30. */
    @Test
    void fairnessIsJainsIndex() {
        assertThat(fairness(7, 7, 7, 7)).isOne();
        assertThat(fairness(1, 2, 3, 4)).isCloseTo(100.0 / 120, within(1e-12));
        assertThat(fairness(9, 0, 0, 0)).isEqualTo(0.25);
        assertThat(fairness(1, 1, 0, 0)).isEqualTo(0.5);
        assertThat(fairness(0, 0)).isOne();
    }

    private FlowOutcome deliveredAt(long... millis) {
        for (long at : millis) {
            recorder.flow(0).delivered(1, at * MILLI);
        }
        return recorder.outcome().flow("flow-0");
    }

    @Test
    void pauseOf200MillisIsASilenceAndAShorterOneIsNot() {
        recorder.flow(0).delivered(1, 1_199 * MILLI);
        recorder.flow(0).delivered(1, 1_399 * MILLI);
        for (long at = 1_400; at <= 3_000; at += 100) {
            recorder.flow(0).delivered(1, at * MILLI);
        }
        FlowOutcome outcome = recorder.outcome().flow("flow-0");
        assertThat(outcome.silences()).isOne();
        assertThat(outcome.longestSilenceMicros()).isEqualTo(200e3);
    }

    @Test
    void flowThatStoodStillSinceTheWarmUpOrUntilTheEndWasSilent() {
        FlowOutcome outcome = deliveredAt(900, 1_500, 1_600);
        assertThat(outcome.silences()).isEqualTo(2);
        assertThat(outcome.longestSilenceMicros()).isEqualTo(1_400e3);
    }

    @Test
    void outcomeAskedForOnTheWayChangesNothing() {
        recorder.flow(0).rtt(2_000, 1_100 * MILLI);
        FlowOutcome onTheWay = deliveredAt(1_100);
        assertThat(onTheWay.silences()).isOne();
        assertThat(onTheWay.longestSilenceMicros()).isEqualTo(1_900e3);
        assertThat(recorder.outcome().flow("flow-0")).isEqualTo(onTheWay);
        recorder.flow(0).rtt(1_000, 1_150 * MILLI);
        FlowOutcome atTheEnd = deliveredAt(1_150, 1_400, 2_900);
        assertThat(atTheEnd.silences()).isEqualTo(2);
        assertThat(atTheEnd.longestSilenceMicros()).isEqualTo(1_500e3);
        assertThat(atTheEnd.rtt()).isEqualTo(new DelayStats(2, 1, 1.5, 1, 2, 2, 2));
    }

    @Test
    void flowIsNotSilentBeforeItsStartNorAfterItsStop() {
        Recorder late = recorder(List.of(flow("late", 1_500 * MILLI, 2_500 * MILLI)));
        for (long at : new long[] {1_699, 1_800, 1_990, 2_180, 2_301, 2_700}) {
            late.flow(0).delivered(1, at * MILLI);
        }
        FlowOutcome outcome = late.outcome().flow("late");
        assertThat(outcome.silences()).isZero();
        assertThat(outcome.longestSilenceMicros()).isEqualTo(199e3);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void ofMoreDelaysThanAreKeptPercentilesAreWithinFourPerMilleAndTheRestIsExact(int more) {
        Random random = new Random(7);
        long[] all = new long[Delays.EXACT + more];
        for (int i = 0; i < all.length; i++) {
            all[i] = (long) (StrictMath.exp(random.nextGaussian()) * 1e6);
            recorder.flow(0).rtt(all[i], WARM_UP + i);
        }
        Arrays.sort(all);
        DelayStats stats = recorder.outcome().flow("flow-0").rtt();
        double error = more == 0 ? 0 : 0.004;
        assertThat(stats.count()).isEqualTo(all.length);
        assertThat(stats.p50Micros()).isCloseTo(ranked(all, 0.50), within(error * ranked(all, 0.50)));
        assertThat(stats.p95Micros()).isCloseTo(ranked(all, 0.95), within(error * ranked(all, 0.95)));
        assertThat(stats.p99Micros()).isCloseTo(ranked(all, 0.99), within(error * ranked(all, 0.99)));
        assertThat(stats.minMicros()).isEqualTo(all[0] / 1e3);
        assertThat(stats.maxMicros()).isEqualTo(all[all.length - 1] / 1e3);
        assertThat(stats.meanMicros()).isEqualTo(Arrays.stream(all).sum() / (double) all.length / 1e3);
    }

    @Test
    void flowsOfWhichOneHasTooManyDelaysToKeepAreStillTakenTogether() {
        for (int i = 0; i < Delays.EXACT + 1; i++) {
            recorder.flow(0).rtt(1_000_000, WARM_UP);
        }
        for (int i = 0; i < Delays.EXACT / 2; i++) {
            recorder.flow(2).rtt(2_000_000, WARM_UP);
        }
        DelayStats stats = recorder.outcome().group("a").rtt();
        assertThat(stats.count()).isEqualTo(Delays.EXACT + 1 + Delays.EXACT / 2);
        assertThat(stats.meanMicros()).isCloseTo(4_000 / 3.0, within(0.01));
        assertThat(stats.p50Micros()).isCloseTo(1_000, within(4.0));
        assertThat(stats.p95Micros()).isCloseTo(2_000, within(8.0));
    }

    @Test
    void memoryOfDelaysIsBounded() {
        Delays delays = new Delays();
        for (int i = 0; i < 10 * Delays.EXACT; i++) {
            delays.add(i);
        }
        assertThat(delays.kept()).isZero();
        assertThat(delays.stats().count()).isEqualTo(10 * Delays.EXACT);
    }

    @Test
    void namesThatAreNotThereAreRefused() {
        Outcome outcome = recorder.outcome();
        assertThatThrownBy(() -> outcome.flow("x")).hasMessage("no flow is called x");
        assertThatThrownBy(() -> outcome.group("x")).hasMessage("no group is called x");
        assertThatThrownBy(() -> outcome.hop("x")).hasMessage("no hop is called x");
        assertThatThrownBy(() -> recorder.hop("x")).hasMessage("no hop is called x");
    }
}
