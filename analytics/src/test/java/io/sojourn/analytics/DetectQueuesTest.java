// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import static io.sojourn.analytics.OperatorUnderTest.GONE;
import static io.sojourn.analytics.OperatorUnderTest.IDLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.analytics.Recording.Second;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DetectQueuesTest {
    private static List<Second> run(Clocking clocking) {
        return new Recording(clocking, 1_000).healthy(8).policed(14).bloated(14).seconds();
    }

    private static List<Finding> uninterrupted(List<Second> seconds) throws Exception {
        try (OperatorUnderTest operator = OperatorUnderTest.fresh()) {
            for (Second second : seconds) {
                operator.second(second);
            }
            operator.atMillis(IDLE.toMillis());
            return operator.findings();
        }
    }

    @Test
    void findsWhatTheRunHolds() throws Exception {
        assertThat(uninterrupted(run(Clocking.RECORDED)))
                .filteredOn(finding -> finding.state() == FindingState.OPENED)
                .extracting(Finding::cause)
                .containsExactly(Cause.INSUFFICIENT, Cause.HEALTHY, Cause.POLICED, Cause.BUFFERBLOAT);
    }

    @Test
    void whichTopicIsReadAheadChangesNothing() throws Exception {
        List<Second> seconds = run(Clocking.RECORDED);
        try (OperatorUnderTest ticksFirst = OperatorUnderTest.fresh();
                OperatorUnderTest windowsFirst = OperatorUnderTest.fresh()) {
            for (Second second : seconds) {
                ticksFirst.tick(second);
                windowsFirst.window(second);
            }
            for (Second second : seconds) {
                ticksFirst.window(second);
                windowsFirst.tick(second);
            }
            ticksFirst.atMillis(IDLE.toMillis());
            windowsFirst.atMillis(IDLE.toMillis());

            assertThat(ticksFirst.findings()).isEqualTo(uninterrupted(seconds));
            assertThat(windowsFirst.findings()).isEqualTo(uninterrupted(seconds));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 9, 13, 20, 27, 35})
    void interruptedRunFindsTheSameWithTheSameIdsAndVersions(int after) throws Exception {
        List<Second> seconds = run(Clocking.RECORDED);
        List<Finding> found = new ArrayList<>();
        OperatorSubtaskState state;
        try (OperatorUnderTest before = OperatorUnderTest.fresh()) {
            for (Second second : seconds.subList(0, after)) {
                before.second(second);
            }
            state = before.snapshot();
            found.addAll(before.findings());
        }
        try (OperatorUnderTest restored = OperatorUnderTest.restored(state)) {
            for (Second second : seconds.subList(after, seconds.size())) {
                restored.second(second);
            }
            restored.atMillis(IDLE.toMillis());
            found.addAll(restored.findings());
        }
        assertThat(found).isEqualTo(uninterrupted(seconds));
    }

    @Test
    void olderRecordingBesideLiveDataIsNotLate() throws Exception {
        List<Second> old = new Recording(Clocking.RECORDED, 50).bloated(12).seconds();
        try (OperatorUnderTest operator = OperatorUnderTest.fresh()) {
            for (Second second :
                    new Recording(Clocking.LIVE, 2_000_000).healthy(20).seconds()) {
                operator.tick("live", second);
            }
            for (Second second : old) {
                operator.second(second);
            }
            operator.atMillis(IDLE.toMillis());

            assertThat(operator.findings()).isEqualTo(uninterrupted(old));
        }
    }

    @Test
    void secondIsHeldBackUntilNoTrailCanComeForItOrInputIsIdle() throws Exception {
        try (OperatorUnderTest operator = OperatorUnderTest.fresh()) {
            for (Second second :
                    new Recording(Clocking.RECORDED, 1_000).bloated(6).seconds()) {
                operator.second(second);
            }
            assertThat(operator.findings()).hasSize(1);
            operator.atMillis(IDLE.toMillis() - 1);
            assertThat(operator.findings()).hasSize(1);
            operator.atMillis(IDLE.toMillis());
            assertThat(operator.findings()).last().extracting(Finding::cause).isEqualTo(Cause.BUFFERBLOAT);
        }
    }

    @Test
    void liveQueueThatGoesAwayIsClosedAndARecordedOneKeepsItsVerdict() throws Exception {
        assertThat(afterGone(Clocking.LIVE)).isEqualTo(Cause.INSUFFICIENT);
        assertThat(afterGone(Clocking.RECORDED)).isEqualTo(Cause.BUFFERBLOAT);
    }

    private static Cause afterGone(Clocking clocking) throws Exception {
        try (OperatorUnderTest operator = OperatorUnderTest.fresh()) {
            for (Second second : new Recording(clocking, 1_000).bloated(12).seconds()) {
                operator.second(second);
            }
            for (long now = 0; now <= 2 * GONE.toMillis(); now += 1_000) {
                operator.atMillis(now);
            }
            List<Finding> findings = operator.findings();
            assertThat(operator.timers()).isZero();
            return findings.get(findings.size() - 1).cause();
        }
    }

    @Test
    void troubleAsksForAdviceOnce() throws Exception {
        try (OperatorUnderTest operator = OperatorUnderTest.fresh()) {
            for (Second second :
                    new Recording(Clocking.RECORDED, 1_000).bloated(40).seconds()) {
                operator.second(second);
            }
            operator.atMillis(IDLE.toMillis());

            assertThat(operator.diagnoses())
                    .filteredOn(diagnosis -> diagnosis.advice() > 0)
                    .singleElement()
                    .satisfies(diagnosis -> {
                        assertThat(diagnosis.finding().cause()).isEqualTo(Cause.BUFFERBLOAT);
                        assertThat(diagnosis.finding().state()).isEqualTo(FindingState.OPENED);
                    });
        }
    }
}
