// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.LossCell;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.Sketch;
import io.sojourn.testkit.Windows;
import io.sojourn.testkit.Windows.QueueWindowBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of losses that neither a policer nor a standing queue explains. */
class LossCausesTest {
    private static final int SECONDS = 15;
    private static final long PACKETS = 1_600;
    private static final int FRAME_BYTES = 1_514;

    private static Finding last(IntFunction<QueueWindowBuilder> windows, IntFunction<LossTrail> trails) {
        QueueDetector detector = new QueueDetector(new QueueState());
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < SECONDS; i++) {
            if (trails != null) {
                detector.trail(trails.apply(i));
            }
            detector.window(windows.apply(i).start(i * 1_000L).build());
            findings.addAll(detector.advance(i * 1_000L + 1_000));
        }
        findings.addAll(detector.finish());
        return findings.get(findings.size() - 1);
    }

    private static QueueWindowBuilder second(long resent) {
        return Windows.queue("n", "q")
                .sent(PACKETS)
                .segments(PACKETS + resent, resent)
                .rttMicros(20_000, 20_300, 21_000)
                .rttFloorMicros(floors(20_000));
    }

    private static long[] floors(long micros) {
        return new long[] {micros, micros, micros, micros, micros, micros, micros, micros, micros, micros};
    }

    /** A trail of one second in cells of 10 ms, each packet of which is lost with that chance. */
    private static LossTrail random(int second, Random random, double chance) {
        List<LossCell> cells = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            long lost = random.doubles(PACKETS / 100).filter(x -> x < chance).count();
            long passed = PACKETS / 100 - lost;
            cells.add(new LossCell(i, passed, passed * FRAME_BYTES, lost, lost * FRAME_BYTES));
        }
        return trail(second, cells);
    }

    /** A trail of one second in which so many packets are lost in one cell, and none else. */
    private static LossTrail burst(int second, long lost) {
        List<LossCell> cells = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            long gone = i == 50 && second % 3 == 0 ? lost : 0;
            long passed = 4L + (i * 7 + second * 5) % 25;
            cells.add(new LossCell(i, passed, passed * FRAME_BYTES, gone, gone * FRAME_BYTES));
        }
        return trail(second, cells);
    }

    private static LossTrail trail(int second, List<LossCell> cells) {
        return new LossTrail(
                "q", LossTrail.AGGREGATE, second * 1_000_000L, 10_000, cells, Sketch.of(20_200, 20_400), 20_000);
    }

    private static long lost(LossTrail trail) {
        return trail.cells().stream().mapToLong(LossCell::lostPackets).sum();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void losesOneByOneAtAnyShareIsRandomLossAndNeverPoliced(long seed) {
        Random random = new Random(seed);
        double chance = 0.004 + 0.024 * random.nextDouble();
        List<LossTrail> trails = new ArrayList<>();
        for (int i = 0; i < SECONDS; i++) {
            trails.add(random(i, random, chance));
        }
        Finding finding = last(i -> second(lost(trails.get(i))), trails::get);

        assertThat(finding.cause()).isEqualTo(Cause.RANDOM_LOSS);
        assertThat(Evidence.value(finding.evidence(), "policedScore")).isLessThan(Criterion.HELD);
        assertThat(finding.confidence()).isBetween(0.5, 0.9);
    }

    @Test
    void losesManyAtOnceAndNoneBetweenIsNoRandomLoss() {
        Finding finding = last(i -> second(i % 3 == 0 ? 60 : 0), i -> burst(i, 60));

        assertThat(finding.cause()).isNotEqualTo(Cause.RANDOM_LOSS);
        assertThat(Evidence.value(finding.evidence(), "randomLossScore")).isLessThan(Criterion.HELD);
    }

    @Test
    void losesByResendsAloneCountTooAndWithoutAnyDelayNothingIsSaid() {
        long[] resent = {14, 19, 17, 12, 20, 15, 16, 18, 13, 16, 21, 14, 16, 17, 15};
        Finding known = last(i -> second(resent[i]), null);
        Finding unknown =
                last(i -> Windows.queue("n", "q").sent(PACKETS).segments(PACKETS + resent[i], resent[i]), null);

        assertThat(known.cause()).isEqualTo(Cause.RANDOM_LOSS);
        assertThat(Evidence.find(unknown.evidence(), "randomLossScore")).isEmpty();
    }

    @Test
    void queuesOwnDropsAreNoRandomLoss() {
        Finding finding = last(i -> second(16).tailDropped(16), null);

        assertThat(finding.cause()).isNotEqualTo(Cause.RANDOM_LOSS);
    }

    @Test
    void policerThatWasFoundIsStillThoughtOfWhenItsLossesComeOneByOne() {
        Random random = new Random(7);
        QueueState state = new QueueState();
        state.policerMillis = 1;
        QueueDetector detector = new QueueDetector(state);
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < SECONDS; i++) {
            LossTrail trail = random(i, random, 0.02);
            detector.trail(trail);
            detector.window(second(lost(trail)).start(i * 1_000L).build());
            findings.addAll(detector.advance(i * 1_000L + 1_000));
        }

        assertThat(findings).noneMatch(finding -> finding.cause() == Cause.RANDOM_LOSS);
    }

    @Test
    void onePercentThatComesLateIsReorderingWithItsGapAndDepth() {
        Finding finding =
                last(i -> second(100).reordered(17).rttMicros(20_000, 20_000, 20_000, 50_000, 50_000, 50_000), null);
        Finding less = last(i -> second(0).reordered(15), null);

        assertThat(finding.cause()).isEqualTo(Cause.REORDERING);
        assertThat(Evidence.value(finding.evidence(), Evidence.DELAY_GAP)).isCloseTo(30, within(1.0));
        // 1 600 packets a second for 30 ms.
        assertThat(Evidence.value(finding.evidence(), Evidence.REORDER_DEPTH)).isCloseTo(48, within(2.0));
        assertThat(less.cause()).isEqualTo(Cause.HEALTHY);
    }

    @Test
    void nobodyWhoLookedForReorderingIsNoScore() {
        assertThat(Evidence.find(last(i -> second(0), null).evidence(), "reorderingScore"))
                .isEmpty();
        assertThat(Evidence.value(last(i -> second(0).reordered(0), null).evidence(), "reorderingScore"))
                .isZero();
    }

    @Test
    void moreLostThanLateIsNoReordering() {
        Finding finding = last(i -> second(60).reordered(20).tailDropped(60), null);

        assertThat(finding.cause()).isEqualTo(Cause.UNKNOWN);
    }

    @Test
    void tailDropsOfAQueueBelowWhatItsFlowNeedsAreAnUndersizedQueue() {
        assertThat(shaper(10, 1_200, 1).cause()).isEqualTo(Cause.UNDERSIZED_QUEUE);
        // 20 Mbit/s and 100 ms: 165 packets for one flow; a full link; a limit of twice the need.
        assertThat(shaper(400, 1_200, 1).cause()).isNotEqualTo(Cause.UNDERSIZED_QUEUE);
        assertThat(shaper(10, 1_600, 1).cause()).isNotEqualTo(Cause.UNDERSIZED_QUEUE);
    }

    private static Finding shaper(long limit, long packets, long flows) {
        return last(
                i -> Windows.queue("n", "q")
                        .shaper(20_000_000, 10_000, limit)
                        .sent(packets)
                        .tailDropped(2)
                        .segments(packets, 2)
                        .activeFlows(flows)
                        .rttMicros(100_000, 101_000)
                        .sojournMicros(100, 1_000)
                        .sojournFloorMicros(floors(100)),
                null);
    }

    @Test
    void needOfOneFlowIsTheProductOfRateAndDelayAndOfAHundredATenthOfIt() {
        assertThat(Undersized.needBytes(20e6, 100_000, 1)).isEqualTo(250_000);
        assertThat(Undersized.needBytes(20e6, 100_000, 100)).isEqualTo(25_000);
        // Fewer than fifty move together.
        assertThat(Undersized.needBytes(20e6, 100_000, 49)).isEqualTo(250_000);
    }

    @Test
    void dispersionIsOneByChanceNoneAtEvenDistancesAndGreatInBursts() {
        Cells even = Traffic.cells(Traffic.constant(4_000, 2_500), i -> i % 50 == 49);
        Cells bursts = Traffic.cells(Traffic.constant(4_000, 2_500), i -> i % 1_000 < 20);
        Random random = new Random(3);
        Cells chance = Traffic.cells(Traffic.constant(40_000, 2_500), i -> random.nextInt(50) == 0);

        assertThat(Dispersion.of(even).orElseThrow().index()).isLessThan(0.1);
        assertThat(Dispersion.of(bursts).orElseThrow().index()).isGreaterThan(5);
        assertThat(Dispersion.of(chance).orElseThrow().index()).isCloseTo(1, within(0.2));
        assertThat(Dispersion.of(chance).orElseThrow().excess()).isLessThan(1);
        assertThat(Dispersion.of(even).orElseThrow().excess()).isGreaterThan(1);
    }
}
