// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.Outcome;
import io.sojourn.telemetry.Prediction;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.testkit.Windows;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the story says when a step of it does not come about. */
class DemoStoryTest {
    private static final String QUEUE = "customer-a";
    private static final QueueSettings SHAPER =
            QueueSettings.shaper(20_000_000, 10_000, 83L, LengthAccounting.ETHERNET);

    private final Told ends = new Told();
    private final StringWriter screen = new StringWriter();

    @Test
    void stepThatDoesNotComeIsNamedWithItsBound() {
        assertThatThrownBy(this::tell)
                .isInstanceOf(DemoStory.Missed.class)
                .hasMessage("finding customer-a POLICED did not come within 90 s");
        assertThat(ends.nanos).isBetween(90_000_000_000L, 91_000_000_000L);
    }

    @Test
    void nodeThatEndedIsNotWaitedFor() {
        ends.nodeProblem = Optional.of("out of packets");

        assertThatThrownBy(this::tell).hasMessage("finding customer-a POLICED: the node ended: out of packets");
    }

    @Test
    void settingThatTheNodeRefusesEndsTheStoryWithItsReason() {
        ends.told(finding(FindingState.OPENED), advice(RecommendationState.PROPOSED), answer(Outcome.REFUSED));

        assertThatThrownBy(this::tell).hasMessageContaining("applied: the node REFUSED: too fast");
        assertThat(ends.approved).containsExactly("n/customer-a@0#1");
    }

    @Test
    void whatIsNoBetterIsNotCalledBetter() {
        ends.told(finding(FindingState.OPENED), advice(RecommendationState.PROPOSED), answer(Outcome.APPLIED));
        for (int second = 0; second < 40; second++) {
            ends.told(window(second, 80));
        }

        assertThatThrownBy(this::tell).hasMessageContaining("customer-a was not better afterwards");
        assertThat(screen.toString()).doesNotContain("better");
    }

    @Test
    void aHalfOfTheLossIsBetterAndTellsBothSides() {
        ends.told(finding(FindingState.OPENED), advice(RecommendationState.PROPOSED), answer(Outcome.APPLIED));
        for (int second = 0; second < 40; second++) {
            ends.told(window(second, second < 20 ? 80 : 40));
        }
        ends.told(finding(FindingState.CLOSED));

        assertThatThrownBy(this::tell).hasMessageStartingWith("finding customer-b BUFFERBLOAT did not come");
        assertThat(screen.toString().replaceAll(" +", " "))
                .contains("lost 5.0 % 2.5 %", "customer-a is no longer POLICED", "Part 2");
    }

    @Test
    void whatIsOfOtherNodesOrQueuesOrCannotBeAppliedIsNoPartOfIt() {
        Finding mine = finding(FindingState.OPENED);
        ends.told(finding("m", QUEUE, FindingState.OPENED), finding("n", "customer-c", FindingState.OPENED));
        assertThatThrownBy(this::tell).hasMessageStartingWith("finding customer-a POLICED did not come");

        ends.told(mine, advice(RecommendationState.PROPOSED, false));
        assertThatThrownBy(this::tell).hasMessageStartingWith("recommendation for customer-a POLICED did not come");
    }

    @Test
    void windowsOfAnotherLengthAreNotMeasured() {
        ends.told(finding(FindingState.OPENED), advice(RecommendationState.PROPOSED), answer(Outcome.APPLIED));
        for (int second = 0; second < 40; second++) {
            ends.told(windows(second, second < 20 ? 80 : 0).size(10_000).build());
        }

        assertThatThrownBy(this::tell).hasMessageStartingWith("windows of customer-a after the change did not come");
    }

    @Test
    void whatTheOperatorRejectsIsNotWaitedFor() {
        ends.asks = true;
        ends.told(finding(FindingState.OPENED), advice(RecommendationState.PROPOSED));
        ends.told(advice(RecommendationState.REJECTED));

        assertThatThrownBy(this::tell).hasMessageStartingWith("finding customer-b BUFFERBLOAT did not come");
        assertThat(ends.approved).isEmpty();
        assertThat(screen.toString()).contains("your turn");
    }

    @Test
    void operatorHasAnHourToDecide() {
        ends.asks = true;
        ends.told(finding(FindingState.OPENED), advice(RecommendationState.PROPOSED));

        assertThatThrownBy(this::tell).hasMessage("the node's answer to n/customer-a@0#1 did not come within 3600 s");
    }

    @Test
    void slowNodeHasLongerForEachStep() {
        assertThatThrownBy(() -> story(0.1).tell()).hasMessage("finding customer-a POLICED did not come within 900 s");
        assertThatThrownBy(() -> story(8).tell()).hasMessage("finding customer-a POLICED did not come within 90 s");
    }

    private void tell() throws Exception {
        story(1).tell();
    }

    private DemoStory story(double speed) {
        return new DemoStory("n", ends, new DemoScreen(new PrintWriter(screen, true), ends::nanoTime), speed);
    }

    private static WindowBatch window(int second, long dropped) {
        return Windows.batch(windows(second, dropped).build());
    }

    private static Windows.QueueWindowBuilder windows(int second, long dropped) {
        return Windows.queue("n", QUEUE)
                .policer(20_000_000, 625_000)
                .start(second * 1_000L)
                .sent(1_600 - dropped)
                .policed(dropped)
                .rttMicros(5_000);
    }

    private static Finding finding(FindingState state) {
        return finding("n", QUEUE, state);
    }

    private static Finding finding(String node, String queue, FindingState state) {
        return new Finding(
                Schema.CURRENT,
                node + "/" + queue + "@0",
                node,
                queue,
                state,
                1,
                Cause.POLICED,
                null,
                0.9,
                0,
                9_000,
                null,
                List.of(),
                "a policer drops");
    }

    private static Recommendation advice(RecommendationState state) {
        return advice(state, true);
    }

    private static Recommendation advice(RecommendationState state, boolean applicable) {
        return new Recommendation(
                Schema.CURRENT,
                "n/customer-a@0#1",
                "n/customer-a@0",
                "n",
                QUEUE,
                Cause.POLICED,
                state,
                1,
                QueueSettings.policer(20_000_000, 625_000, LengthAccounting.ETHERNET),
                SHAPER,
                applicable,
                "shape",
                "rule",
                new Prediction("twin", null, null, null, null, null),
                List.of(),
                0,
                3_600_000,
                null);
    }

    private static AppliedSetting answer(Outcome outcome) {
        return new AppliedSetting(
                Schema.CURRENT,
                "n",
                QUEUE,
                1,
                outcome,
                outcome == Outcome.APPLIED ? "" : "too fast",
                1,
                SHAPER,
                "n/customer-a@0#1",
                15_000);
    }

    /** Tells record after record; each look takes a tenth of a second. */
    private static final class Told implements DemoStory.Ends {
        private final Deque<Record> untold = new ArrayDeque<>();
        private final List<String> approved = new ArrayList<>();
        private Optional<String> nodeProblem = Optional.empty();
        private boolean asks;
        private long nanos;

        void told(Record... records) {
            untold.addAll(List.of(records));
        }

        @Override
        public List<Record> next(Duration wait) {
            nanos += wait.toNanos();
            Record record = untold.poll();
            return record == null ? List.of() : List.of(record);
        }

        @Override
        public Optional<String> approve(String recommendationId) {
            approved.add(recommendationId);
            return Optional.empty();
        }

        @Override
        public boolean asks() {
            return asks;
        }

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public Optional<String> nodeProblem() {
            return nodeProblem;
        }
    }
}
