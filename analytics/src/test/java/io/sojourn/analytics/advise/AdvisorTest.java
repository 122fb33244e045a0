// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.analytics.detect.Evidence;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.Measure;
import io.sojourn.telemetry.PolicerEstimate;
import io.sojourn.telemetry.Prediction;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdvisorTest {
    private static final QueueSettings POLICER = QueueSettings.policer(20_000_000, 625_000, LengthAccounting.ETHERNET);
    private static final PolicerEstimate ESTIMATE = new PolicerEstimate(20_000_000, 625_000, true);
    private static final Prediction REFUSED = new Prediction("none", null, null, null, null, "not asked");

    private static Optional<Recommendation> advice(Finding finding, QueueSettings current) {
        return new Advisor((about, now, proposed) -> REFUSED).recommend(finding, current, 1);
    }

    private static final QueueSettings FQ_CODEL = new QueueSettings(
            Discipline.FQ_CODEL, 20_000_000L, 10_000L, 1_000L, null, 5_000L, 100_000L, LengthAccounting.ETHERNET);

    private static Finding finding(Cause cause, PolicerEstimate policer, boolean conditioned, Measure... more) {
        List<Measure> evidence = new ArrayList<>(List.of(
                new Measure(Evidence.CONDITIONED, conditioned ? 1 : 0, ""),
                new Measure(Evidence.BASE_RTT, 5, ""),
                new Measure(Evidence.THROUGHPUT, 20e6, ""),
                new Measure(Evidence.ACTIVE_FLOWS, 4, ""),
                new Measure(Evidence.WINDOW_BYTES, 4 * 64_240, "")));
        evidence.addAll(List.of(more));
        return new Finding(
                Schema.CURRENT,
                "n/q@5",
                "n",
                "q",
                FindingState.OPENED,
                1,
                cause,
                null,
                0.9,
                5,
                9,
                policer,
                evidence,
                "");
    }

    @Test
    void ownPolicerBecomesAShaperOfTheSameRateWithRoomForFiftyMillisecondsAtMost() {
        Recommendation advice =
                advice(finding(Cause.POLICED, ESTIMATE, true), POLICER).orElseThrow();

        assertThat(advice.proposed())
                .isEqualTo(QueueSettings.shaper(20_000_000, 10_000, 83L, LengthAccounting.ETHERNET));
        assertThat(advice.applicable()).isTrue();
        assertThat(advice.current()).isEqualTo(POLICER);
        assertThat(advice.state()).isEqualTo(RecommendationState.PROPOSED);
        assertThat(advice.id()).isEqualTo("n/q@5#1");
        assertThat(advice.expiresMillis() - advice.createdMillis()).isEqualTo(3_600_000);
    }

    @Test
    void policerOfAnotherDeviceIsShapedInFrontOfAt95PercentWithHalfItsBucketAtMost() {
        PolicerEstimate small = new PolicerEstimate(20_000_000, 16_000, true);
        Recommendation advice = advice(finding(Cause.POLICED, small, false), QueueSettings.unknown())
                .orElseThrow();

        assertThat(advice.proposed().discipline()).isEqualTo(Discipline.SHAPER);
        assertThat(advice.proposed().rateBitsPerSecond()).isEqualTo(19_000_000);
        assertThat(advice.proposed().burstBytes()).isEqualTo(8_000);
        assertThat(advice.reason())
                .startsWith(
                        "shape in front of the policer at 19 Mbit/s, 95 % of its rate as estimated then, 20 Mbit/s,");
        assertThat(advice.applicable()).isFalse();
    }

    @Test
    void ownShaperInFrontOfAPolicerTakesItsRateOnlyWithinThePlan() {
        QueueSettings plan40 = QueueSettings.shaper(38_000_000, 10_000, 200L, LengthAccounting.ETHERNET);
        QueueSettings plan50 = QueueSettings.shaper(50_000_000, 10_000, 200L, LengthAccounting.ETHERNET);

        assertThat(advice(finding(Cause.POLICED, ESTIMATE, true), plan40))
                .map(Recommendation::applicable)
                .hasValue(true);
        assertThat(advice(finding(Cause.POLICED, ESTIMATE, true), plan50))
                .map(Recommendation::applicable)
                .hasValue(false);
    }

    @Test
    void floodIsNotShapedButItsBucketIsSized() {
        Finding flood = finding(Cause.POLICED, ESTIMATE, true, new Measure(Evidence.UNRESPONSIVE_RATIO, 0.6, ""));

        assertThat(advice(flood, POLICER).orElseThrow().proposed())
                .isEqualTo(QueueSettings.policer(20_000_000, 32_000, LengthAccounting.ETHERNET));
        assertThat(advice(flood, QueueSettings.unknown())).isEmpty();
    }

    @Test
    void rateBehindABucketOfAFewPacketsIsNotAdvisedOn() {
        PolicerEstimate tiny = new PolicerEstimate(1_000_000, 12_000, false);

        assertThat(advice(finding(Cause.POLICED, tiny, false), QueueSettings.unknown()))
                .isEmpty();
    }

    @Test
    void standingQueueOfOursIsGivenToFqCodelAtItsRateHoweverLongItIs() {
        for (long limit : new long[] {83, 1_000}) {
            QueueSettings tailDrop = QueueSettings.shaper(20_000_000, 10_000, limit, LengthAccounting.ETHERNET);
            Recommendation advice =
                    advice(finding(Cause.BUFFERBLOAT, null, true), tailDrop).orElseThrow();

            assertThat(advice.proposed()).isEqualTo(FQ_CODEL);
            assertThat(advice.applicable()).isTrue();
        }
    }

    @Test
    void whatIsInForceIsNotProposed() {
        assertThat(advice(finding(Cause.BUFFERBLOAT, null, true), FQ_CODEL)).isEmpty();
    }

    @Test
    void rateOfAQueueOfOursThatHasNoneIsOnlyAdvised() {
        QueueSettings fifo =
                new QueueSettings(Discipline.FIFO, null, null, 100L, null, null, null, LengthAccounting.ETHERNET);

        assertThat(advice(finding(Cause.BUFFERBLOAT, null, true), fifo))
                .map(Recommendation::applicable)
                .hasValue(false);
    }

    @Test
    void queueOfAnotherDeviceIsAdvisedCodelBelowItsThroughput() {
        Recommendation advice = advice(finding(Cause.RECEIVE_WINDOW_LIMITED, null, false), QueueSettings.unknown())
                .orElseThrow();

        assertThat(advice.proposed().discipline()).isEqualTo(Discipline.FQ_CODEL);
        assertThat(advice.proposed().rateBitsPerSecond()).isEqualTo(19_000_000);
        assertThat(advice.proposed().targetMicros()).isEqualTo(5_000);
        assertThat(advice.applicable()).isFalse();
        assertThat(advice.reason()).contains("12.5 kB");
    }

    @ParameterizedTest
    @EnumSource(
            value = Discipline.class,
            names = {"RED", "WRED", "PIE", "DUALPI2", "SFQ", "WFQ", "CAKE", "CODEL"})
    void managedQueueIsNeitherAPolicerNorTailDrop(Discipline discipline) {
        QueueSettings managed = new QueueSettings(
                discipline, 20_000_000L, 10_000L, 1_000L, null, null, null, LengthAccounting.ETHERNET);
        Recommendation bloat =
                advice(finding(Cause.BUFFERBLOAT, null, true), managed).orElseThrow();
        Recommendation window = advice(finding(Cause.RECEIVE_WINDOW_LIMITED, null, true), managed)
                .orElseThrow();

        assertThat(bloat.proposed().discipline()).isEqualTo(Discipline.FQ_CODEL);
        assertThat(bloat.reason()).startsWith("its " + discipline + " lets the queue stand");
        assertThat(window.reason()).startsWith("the receivers' windows fill this " + discipline + " queue");
        // What drops behind such a queue is a policer of somebody else: shaped below its rate, not instead of it.
        assertThat(advice(finding(Cause.POLICED, ESTIMATE, true), managed)
                        .orElseThrow()
                        .proposed()
                        .rateBitsPerSecond())
                .isEqualTo(19_000_000);
    }

    @Test
    void healthyAndUnknownAskForNothing() {
        assertThat(advice(finding(Cause.HEALTHY, null, true), POLICER)).isEmpty();
        assertThat(advice(finding(Cause.UNKNOWN, null, true), POLICER)).isEmpty();
    }
}
