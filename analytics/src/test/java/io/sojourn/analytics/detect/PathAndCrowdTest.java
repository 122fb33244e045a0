// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.testkit.Windows;
import io.sojourn.testkit.Windows.QueueWindowBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathAndCrowdTest {
    private final QueueState state = new QueueState();
    private final QueueDetector detector = new QueueDetector(state);
    private final List<Finding> findings = new ArrayList<>();
    private long nowMillis;

    private void seconds(int count, QueueWindowBuilder window) {
        for (int i = 0; i < count; i++) {
            detector.window(window.start(nowMillis).build());
            nowMillis += 1_000;
            findings.addAll(detector.advance(nowMillis));
        }
    }

    private List<Cause> opened() {
        return findings.stream()
                .filter(finding -> finding.state() == FindingState.OPENED)
                .map(Finding::cause)
                .toList();
    }

    /** At 2 of 20 Mbit/s. */
    private static QueueWindowBuilder light(long rttMicros) {
        return light(rttMicros, 165);
    }

    private static QueueWindowBuilder light(long rttMicros, long packets) {
        return Windows.queue("n", "q")
                .shaper(20_000_000, 10_000, 200L)
                .sent(packets)
                .segments(packets, 0)
                .rttMicros(rttMicros, rttMicros + 300)
                .rttFloorMicros(rttMicros);
    }

    @Test
    void floorThatStepsFrom20To32MillisecondsAtLowLoadForHalfAMinuteIsAChangeOfPathAndTheNewBase() {
        seconds(30, light(20_000));
        seconds(29, light(32_000));
        assertThat(opened()).doesNotContain(Cause.PATH_CHANGE);
        seconds(5, light(32_000));

        assertThat(opened()).containsExactly(Cause.INSUFFICIENT, Cause.HEALTHY, Cause.PATH_CHANGE);
        assertThat(state.baseRtt.baseMicros(nowMillis)).isBetween(31_000.0, 33_000.0);
        seconds(70, light(32_000));
        assertThat(opened()).endsWith(Cause.PATH_CHANGE, Cause.HEALTHY);
    }

    @Test
    void floorThatStepsLessOrUnderLoadIsNoChangeOfPath() {
        seconds(30, light(20_000));
        seconds(40, light(24_900));
        seconds(40, light(36_000, 1_500));

        assertThat(opened()).doesNotContain(Cause.PATH_CHANGE);
    }

    @Test
    void floorsAtAnUnknownLoadAreNoScore() {
        seconds(80, Windows.queue("n", "q").sent(165).rttMicros(20_000).rttFloorMicros(20_000));

        Finding last = findings.get(findings.size() - 1);
        assertThat(Evidence.find(last.evidence(), "pathChangeScore")).isEmpty();
    }

    @Test
    void unresponsiveTrafficThatFillsAQueueOfOthersIsUnfairAndLessOfItIsNot() {
        seconds(12, crowd(2, 900_000));
        assertThat(opened()).endsWith(Cause.UNFAIR);
    }

    @Test
    void lessOfItOrNobodyElseIsNotUnfair() {
        seconds(12, crowd(2, 300_000));
        seconds(12, crowd(1, 900_000));

        assertThat(opened()).doesNotContain(Cause.UNFAIR);
    }

    @Test
    void queueThatSharesByFlowHasNoScore() {
        QueueSettings fair = new QueueSettings(
                Discipline.FQ_CODEL, 20_000_000L, 10_000L, 1_000L, null, null, null, LengthAccounting.ETHERNET);
        seconds(12, crowd(2, 900_000).settings(fair));

        Finding last = findings.get(findings.size() - 1);
        assertThat(Evidence.find(last.evidence(), "unfairScore")).isEmpty();
        assertThat(opened()).doesNotContain(Cause.UNFAIR);
    }

    private static QueueWindowBuilder crowd(long flows, long unresponsiveBytes) {
        return Windows.queue("n", "q")
                .shaper(20_000_000, 10_000, 200L)
                .sent(1_400)
                .tailDropped(60)
                .segments(800, 30)
                .activeFlows(flows)
                .unresponsive(unresponsiveBytes);
    }
}
