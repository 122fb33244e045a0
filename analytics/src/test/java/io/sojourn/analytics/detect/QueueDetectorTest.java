// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.analytics.Recording;
import io.sojourn.analytics.Recording.Second;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.testkit.Windows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueueDetectorTest {
    private static List<Finding> findings(List<Second> seconds) {
        QueueDetector detector = new QueueDetector(new QueueState());
        List<Finding> findings = new ArrayList<>();
        seconds.forEach(second -> second.trails().forEach(detector::trail));
        for (QueueWindow window : withTellings(seconds)) {
            detector.window(window);
            findings.addAll(detector.advance(window.endMillis()));
        }
        findings.addAll(detector.finish());
        return findings;
    }

    /** The windows of 1 s, and after the last of each ten seconds that of 10 s. */
    private static List<QueueWindow> withTellings(List<Second> seconds) {
        List<QueueWindow> windows = new ArrayList<>();
        for (Second second : seconds) {
            windows.add(second.window());
            long endMillis = second.window().endMillis();
            if (endMillis % 10_000 == 0) {
                windows.add(Windows.queue("n", "q")
                        .size(10_000)
                        .start(endMillis - 10_000)
                        .build());
            }
        }
        return windows;
    }

    private static Recording recording() {
        return new Recording(Clocking.LIVE, 1_000);
    }

    private static List<Cause> opened(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.state() == FindingState.OPENED)
                .map(Finding::cause)
                .toList();
    }

    @Test
    void firstWindowOpensInsufficientAndThreeSecondsMoreTellHealthy() {
        List<Finding> findings = findings(recording().healthy(4).seconds());

        assertThat(opened(findings)).containsExactly(Cause.INSUFFICIENT, Cause.HEALTHY);
        assertThat(findings.get(0).id()).isEqualTo("n/q@1000000");
        assertThat(findings.get(0).version()).isEqualTo(1);
    }

    @Test
    void aQueueHasOneOpenFindingAtATimeAndVersionsAscend() {
        List<Finding> findings = findings(
                recording().healthy(12).policed(12).bloated(15).healthy(15).seconds());
        String open = "";
        long version = 0;
        for (Finding finding : findings) {
            if (finding.state() == FindingState.OPENED) {
                assertThat(open).isEmpty();
                open = finding.id();
                version = 0;
            }
            assertThat(finding.id()).isEqualTo(open);
            assertThat(finding.version()).isEqualTo(++version);
            open = finding.state() == FindingState.CLOSED ? "" : open;
        }
        assertThat(opened(findings))
                .containsExactly(Cause.INSUFFICIENT, Cause.HEALTHY, Cause.POLICED, Cause.BUFFERBLOAT, Cause.HEALTHY);
    }

    @Test
    void policerElsewhereIsInferredWithItsRateAndNeverCalledUnknownWhenItGoesAway() {
        List<Finding> findings = findings(recording().policed(12).healthy(15).seconds());
        Finding policed = findings.stream()
                .filter(finding -> finding.cause() == Cause.POLICED)
                .reduce((a, b) -> b)
                .orElseThrow();

        assertThat(opened(findings)).containsExactly(Cause.INSUFFICIENT, Cause.POLICED, Cause.HEALTHY);
        assertThat(policed.policer()).isNotNull();
        assertThat((double) policed.policer().rateBitsPerSecond()).isCloseTo(20e6, within(1e6));
        assertThat(Evidence.value(policed.evidence(), Evidence.PD_CODE)).isZero();
        assertThat(Evidence.value(policed.evidence(), Evidence.RHO)).isLessThan(0.25);
    }

    @Test
    void policedPacketsCountedByTheNodeOutrankInferenceAndGiveItsSettings() {
        List<Finding> findings = new ArrayList<>();
        QueueDetector detector = new QueueDetector(new QueueState());
        for (int i = 0; i < 6; i++) {
            detector.window(Windows.queue("n", "wan0")
                    .policer(20_000_000, 625_000)
                    .start(i * 1_000L)
                    .sent(1_600)
                    .policed(200)
                    .build());
            findings.addAll(detector.advance(i * 1_000L + 1_000));
        }
        Finding last = findings.get(findings.size() - 1);

        assertThat(last.cause()).isEqualTo(Cause.POLICED);
        assertThat(last.policer().rateBitsPerSecond()).isEqualTo(20_000_000);
        assertThat(last.policer().bucketBytes()).isEqualTo(625_000);
        assertThat(last.policer().refilled()).isTrue();
        assertThat(Evidence.value(last.evidence(), Evidence.POLICED_RATIO)).isCloseTo(200 / 1_800.0, within(1e-9));
    }

    @Test
    void onePercentOfPolicedPacketsRaisesAndOnePacketLessDoesNot() {
        assertThat(afterTenSeconds(99_000, 1_000)).isEqualTo(Cause.POLICED);
        assertThat(afterTenSeconds(99_001, 999)).isEqualTo(Cause.HEALTHY);
    }

    private static Cause afterTenSeconds(long sent, long policed) {
        QueueDetector detector = new QueueDetector(new QueueState());
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            detector.window(Windows.queue("n", "q")
                    .start(i * 1_000L)
                    .sent(sent)
                    .policed(policed)
                    .build());
            findings.addAll(detector.advance(i * 1_000L + 1_000));
        }
        return findings.get(findings.size() - 1).cause();
    }

    @Test
    void halfOfTheBucketsStandingRaisesAndAFifthClears() {
        assertThat(standing(5)).contains(Cause.BUFFERBLOAT);
        assertThat(standing(4)).doesNotContain(Cause.BUFFERBLOAT);
        assertThat(standing(10, 2)).containsExactly(Cause.INSUFFICIENT, Cause.BUFFERBLOAT);
        assertThat(standing(10, 1)).containsExactly(Cause.INSUFFICIENT, Cause.BUFFERBLOAT, Cause.HEALTHY);
    }

    /** Phases of 20 s in which so many of the ten floors of each second are 6 ms, the rest 1 ms. */
    private static List<Cause> standing(int... standingOfTen) {
        QueueDetector detector = new QueueDetector(new QueueState());
        List<Finding> findings = new ArrayList<>();
        long start = 0;
        for (int high : standingOfTen) {
            for (int i = 0; i < 20; i++, start += 1_000) {
                long[] floors = new long[10];
                for (int j = 0; j < 10; j++) {
                    floors[j] = j < high ? 6_000 : 1_000;
                }
                detector.window(Windows.queue("n", "q")
                        .shaper(20_000_000, 10_000, 200L)
                        .start(start)
                        .sent(1_600)
                        .sojournMicros(floors)
                        .sojournFloorMicros(floors)
                        .build());
                findings.addAll(detector.advance(start + 1_000));
            }
        }
        return opened(findings);
    }

    @Test
    void baseOfThePathIsToldOfAQueueThatMeasuresItsOwnDelayToo() {
        QueueDetector detector = new QueueDetector(new QueueState());
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            detector.window(Windows.queue("n", "q")
                    .shaper(20_000_000, 10_000, 200L)
                    .start(i * 1_000L)
                    .sent(1_600)
                    .sojournMicros(6_000)
                    .sojournFloorMicros(6_000)
                    .rttMicros(i == 0 ? 40_000 : 46_000)
                    .build());
            findings.addAll(detector.advance((i + 1) * 1_000L));
        }

        Finding bloat = findings.get(findings.size() - 1);
        assertThat(Evidence.value(bloat.evidence(), Evidence.BASE_RTT)).isBetween(39.6, 40.4);
    }

    @Test
    void silenceOfSixtySecondsClosesAndFiftyNineDoesNot() {
        List<Finding> late = findings(recording().bloated(6).idle(60).seconds());
        List<Finding> early = findings(recording().bloated(6).idle(59).seconds());

        assertThat(opened(late)).endsWith(Cause.BUFFERBLOAT, Cause.INSUFFICIENT);
        assertThat(late.get(late.size() - 1).sinceMillis()).isEqualTo(1_006_000 + 60_000);
        assertThat(opened(early)).endsWith(Cause.BUFFERBLOAT);
    }

    @Test
    void aChangeOfSettingsStartsTheHorizonAnew() {
        QueueState state = new QueueState();
        QueueDetector detector = new QueueDetector(state);
        for (int i = 0; i < 8; i++) {
            long burst = i < 6 ? 625_000 : 312_500;
            detector.window(Windows.queue("n", "q")
                    .policer(20_000_000, burst)
                    .start(i * 1_000L)
                    .sent(1_600)
                    .build());
        }
        detector.advance(8_000);

        assertThat(state.horizon).hasSize(2);
        assertThat(state.changedMillis).isEqualTo(6_000);
    }

    @Test
    void lateWindowIsCountedAndLeftOut() {
        QueueState state = new QueueState();
        QueueDetector detector = new QueueDetector(state);
        QueueWindow window = Windows.queue("n", "q").start(5_000).sent(10).build();
        detector.window(window);
        detector.window(window);

        assertThat(state.lateWindows).isEqualTo(1);
        assertThat(state.pending).hasSize(1);
    }

    @Test
    void trailsWhoseWindowsNeverComeAreGivenUpOldestFirst() {
        QueueState state = new QueueState();
        QueueDetector detector = new QueueDetector(state);
        List<Second> seconds = recording().policed(5_100).seconds();
        seconds.forEach(second -> second.trails().forEach(detector::trail));

        assertThat(state.trailCells).isEqualTo(QueueDetector.CELL_LIMIT);
        assertThat(state.trailsGivenUp).isEqualTo(100);
        assertThat(state.trails.get(0).startMicros()).isEqualTo(1_100_000_000L);
    }

    @Test
    void endOfAShortRecordingRaisesWhatItsLastSecondsSaidAtHalfTheConfidence() {
        List<Finding> recorded =
                findings(new Recording(Clocking.RECORDED, 0).healthy(2).seconds());
        List<Finding> live = findings(recording().healthy(2).seconds());

        assertThat(opened(recorded)).containsExactly(Cause.INSUFFICIENT, Cause.HEALTHY);
        assertThat(recorded.get(recorded.size() - 1).confidence()).isEqualTo(0.45);
        assertThat(opened(live)).containsExactly(Cause.INSUFFICIENT);
    }

    @Test
    void tenSecondWindowTellsTheOpenFindingAsOfItsNewestSecondOnceAllItsSecondsWereEvaluated() {
        List<Second> seconds = recording().healthy(8).seconds();
        QueueDetector detector = new QueueDetector(new QueueState());
        seconds.forEach(second -> detector.window(second.window()));
        detector.window(Windows.queue("n", "q").size(10_000).start(1_000_000).build());

        assertThat(detector.advance(1_007_999)).noneMatch(finding -> finding.observedMillis() >= 1_008_000);
        assertThat(detector.advance(1_009_999)).noneMatch(finding -> finding.state() == FindingState.UPDATED);
        assertThat(detector.advance(1_010_000)).singleElement().satisfies(told -> {
            assertThat(told.cause()).isEqualTo(Cause.HEALTHY);
            assertThat(told.observedMillis()).isEqualTo(1_008_000);
        });
        assertThat(detector.finish()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void howWindowsAndTrailsInterleaveChangesNothing(long seed) {
        Random random = new Random(seed);
        Recording recording = recording();
        for (int i = 0; i < 6; i++) {
            int seconds = 3 + random.nextInt(12);
            switch (random.nextInt(4)) {
                case 0 -> recording.healthy(seconds);
                case 1 -> recording.policed(seconds);
                case 2 -> recording.bloated(seconds);
                default -> recording.idle(seconds);
            }
        }
        List<Second> seconds = recording.seconds();
        QueueDetector all = new QueueDetector(new QueueState());
        List<Second> shuffled = new ArrayList<>(seconds);
        Collections.shuffle(shuffled, random);
        shuffled.forEach(second -> second.trails().forEach(all::trail));
        withTellings(seconds).forEach(all::window);

        assertThat(all.finish()).isEqualTo(findings(seconds));
    }
}
