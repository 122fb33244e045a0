// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.analytics.detect.Evidence;
import io.sojourn.lab.twin.BoxSettings;
import io.sojourn.lab.twin.BoxSettings.Waiting;
import io.sojourn.lab.twin.Twin;
import io.sojourn.lab.twin.TwinForecast;
import io.sojourn.lab.twin.TwinForecast.Between;
import io.sojourn.lab.twin.TwinInput;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.Measure;
import io.sojourn.telemetry.PolicerEstimate;
import io.sojourn.telemetry.Prediction;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TwinForecasterTest {
    private static final QueueSettings POLICER = QueueSettings.policer(20_000_000, 625_000, LengthAccounting.ETHERNET);
    private static final QueueSettings SHAPER =
            QueueSettings.shaper(20_000_000, 10_000, 200L, LengthAccounting.ETHERNET);
    private static final PolicerEstimate ESTIMATE = new PolicerEstimate(20_000_000, 625_000, true);

    private static final Map<String, Double> BULK = Map.of(
            Evidence.OFFERED_PACKETS,
            33_000.0,
            Evidence.BASE_RTT,
            5.0,
            Evidence.THROUGHPUT,
            20e6,
            Evidence.ACTIVE_FLOWS,
            4.0,
            Evidence.WINDOW_BYTES,
            4 * 64_240.0);

    private static final Map<String, Double> POLICED =
            Map.of(Evidence.RTT_P50, 5.4, Evidence.RTT_P95, 7.6, Evidence.DROP_RATIO, 0.12, Evidence.LOSS_RATIO, 0.11);

    private static Finding finding(Cause cause, @Nullable PolicerEstimate policer, Map<String, Double> more) {
        List<Measure> evidence = new ArrayList<>();
        BULK.forEach((name, value) -> evidence.add(new Measure(name, value, "")));
        more.forEach((name, value) -> evidence.add(new Measure(name, value, "")));
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

    private static TwinInput asked(Finding finding, QueueSettings current, QueueSettings proposed) {
        List<TwinInput> asked = new ArrayList<>();
        new TwinForecaster(input -> {
                    asked.add(input);
                    return new TwinForecast.Refused("only asked");
                })
                .predict(finding, current, proposed);
        assertThat(asked).hasSize(1);
        return asked.get(0);
    }

    private static Prediction refused(QueueSettings proposed) {
        return new TwinForecaster(input -> new TwinForecast.Refused("mostly UDP"))
                .predict(finding(Cause.POLICED, ESTIMATE, POLICED), POLICER, proposed);
    }

    @Test
    void lossThatNobodySawIsNotTakenForNone() {
        TwinInput.Present present = asked(
                        finding(Cause.POLICED, ESTIMATE, Map.of(Evidence.RTT_P50, 5.4)), POLICER, SHAPER)
                .present();
        assertThat(present).isNotNull();
        assertThat(present.lossRatio()).isNull();
    }

    @Test
    void forecastIsWhatTheTwinSays() {
        Between delay = new Between(100, 105, 110);
        TwinForecaster forecaster = new TwinForecaster(input -> new TwinForecast.Predicted(
                new Between(19e6, 19.1e6, 19.3e6),
                delay,
                delay,
                new Between(105, 110, 115),
                new Between(0, 0, 0.1),
                6));

        Prediction prediction = forecaster.predict(finding(Cause.POLICED, ESTIMATE, POLICED), POLICER, SHAPER);

        assertThat(prediction)
                .isEqualTo(new Prediction(
                        "twin",
                        new Span(19e6, 19.3e6),
                        new Span(100, 110),
                        new Span(105, 115),
                        new Span(0, 0.1),
                        null));
    }

    @Test
    void twinIsAskedWithTheTrafficAndThePolicerOfTheFinding() {
        TwinInput input = asked(finding(Cause.POLICED, ESTIMATE, POLICED), POLICER, SHAPER);

        assertThat(input.box()).isEqualTo(new BoxSettings.Shaping(20_000_000, 10_000, 200));
        assertThat(input.overheadBytes()).isEqualTo(14);
        assertThat(input.load()).isEqualTo(new TwinInput.Load(5_000L, 4, 64_240L, null, 0.0, 0, 33_000L));
        TwinInput.Present present = input.present();
        assertThat(present.box()).isEqualTo(new BoxSettings.Policing(20_000_000, 625_000));
        assertThat(present.goodputBitsPerSecond()).isCloseTo(19.287e6, within(1e3));
        assertThat(present.delayP50Millis()).isEqualTo(5.4);
        assertThat(present.delayP95Millis()).isEqualTo(7.6);
        assertThat(present.lossRatio()).isEqualTo(0.12);
    }

    @Test
    void idleSecondsDoNotCountAgainstTheGoodput() {
        Map<String, Double> begun = Map.of(Evidence.THROUGHPUT_P50, 19.9e6);
        TwinInput input = asked(finding(Cause.BUFFERBLOAT, null, begun), SHAPER, SHAPER);

        assertThat(input.present().goodputBitsPerSecond()).isCloseTo(19.9e6 * 1_460 / 1_514, within(1.0));
    }

    @Test
    void policerOfAnotherIsTriedByTrailsAlsoBehindAQueueOfOurs() {
        Map<String, Double> behind = Map.of(Evidence.DROP_RATIO, 0.0, Evidence.LOSS_RATIO, 0.11);
        TwinInput input = asked(
                finding(Cause.POLICED, ESTIMATE, behind),
                QueueSettings.shaper(38_000_000, 10_000, 200L, LengthAccounting.ETHERNET),
                SHAPER);

        assertThat(input.present().box()).isEqualTo(new BoxSettings.Policing(20_000_000, 625_000));
        assertThat(input.present().lossRatio()).isEqualTo(0.11);
        assertThat(input.present().goodputBitsPerSecond()).isCloseTo(0.89 * 19.287e6, within(1e3));
        assertThat(input.load().elsewhereLossRatio()).isZero();
    }

    @Test
    void policerWhoseBucketWasNotSeenIsNotTried() {
        PolicerEstimate unseen = new PolicerEstimate(20_000_000, 15_139, false);
        assertThat(asked(finding(Cause.POLICED, unseen, POLICED), QueueSettings.unknown(), SHAPER)
                        .present())
                .isNull();
    }

    @Test
    void lossThatTheQueueDidNotCountIsElsewhere() {
        Map<String, Double> lossy = Map.of(Evidence.DROP_RATIO, 0.01, Evidence.LOSS_RATIO, 0.04);
        TwinInput input = asked(finding(Cause.BUFFERBLOAT, null, lossy), SHAPER, SHAPER);

        assertThat(input.load().elsewhereLossRatio()).isCloseTo(0.03, within(1e-9));
        assertThat(input.present().lossRatio()).isEqualTo(0.01);

        Map<String, Double> same = Map.of(Evidence.DROP_RATIO, 0.01, Evidence.LOSS_RATIO, 0.0115);
        assertThat(asked(finding(Cause.BUFFERBLOAT, null, same), SHAPER, SHAPER)
                        .load()
                        .elsewhereLossRatio())
                .isZero();
    }

    @Test
    void delayOfAQueueThatMeasuresItIsItsOwnAndTheBase() {
        Map<String, Double> sojourn =
                Map.of(Evidence.SOJOURN_P50, 100.0, Evidence.SOJOURN_P95, 104.0, Evidence.RTT_P50, 6.0);
        TwinInput input = asked(finding(Cause.BUFFERBLOAT, null, sojourn), SHAPER, SHAPER);

        assertThat(input.present().delayP50Millis()).isEqualTo(105);
        assertThat(input.present().delayP95Millis()).isEqualTo(109);
    }

    @ParameterizedTest
    @EnumSource(Discipline.class)
    void whatCanBeSetHasAModelAndNothingElse(Discipline discipline) {
        QueueSettings settings =
                new QueueSettings(discipline, 20_000_000L, null, 90L, null, null, null, LengthAccounting.ETHERNET);
        assertThat(Boxes.of(settings).isPresent()).isEqualTo(discipline.isSettable());
    }

    @Test
    void managedQueueIsAskedWithItsTargetIntervalAndLimits() {
        QueueSettings codel = new QueueSettings(
                Discipline.CODEL, 20_000_000L, null, 90L, null, 6_000L, 90_000L, LengthAccounting.ETHERNET);
        QueueSettings fair = new QueueSettings(
                Discipline.FQ_CODEL, 20_000_000L, 9_000L, null, 50_000L, 6_000L, 90_000L, LengthAccounting.ETHERNET);

        assertThat(Boxes.of(codel))
                .hasValue(
                        new BoxSettings.Shaping(20_000_000, 10_000, Waiting.codel(90L, null, 6_000_000L, 90_000_000L)));
        assertThat(Boxes.of(fair))
                .hasValue(new BoxSettings.Shaping(
                        20_000_000, 9_000, Waiting.fqCodel(null, 50_000L, 6_000_000L, 90_000_000L)));
    }

    @Test
    void fqCodelForAFullTailDropQueueIsForecastByTheTwin() {
        Map<String, Double> full = Map.of(Evidence.RTT_P50, 107.0, Evidence.RTT_P95, 109.0, Evidence.DROP_RATIO, 0.0);
        QueueSettings fair = new QueueSettings(
                Discipline.FQ_CODEL, 20_000_000L, 10_000L, 1_000L, null, 5_000L, 100_000L, LengthAccounting.ETHERNET);

        Prediction prediction =
                new TwinForecaster(Twin::predict).predict(finding(Cause.BUFFERBLOAT, null, full), SHAPER, fair);

        assertThat(prediction.model()).isEqualTo("twin");
        assertThat(prediction.delayP95Millis().high()).isLessThan(50);
        assertThat(prediction.lossRatio().high()).isLessThan(0.1);
    }

    @Test
    void whatTheTwinRefusesIsWhatTheSettingPromisesOrRefusedWithTheReason() {
        QueueSettings codel = new QueueSettings(
                Discipline.FQ_CODEL, 1_000_000L, 1_514L, 1_000L, null, 5_000L, 100_000L, LengthAccounting.ETHERNET);

        assertThat(refused(POLICER).refused()).isEqualTo("mostly UDP");
        Prediction promised = refused(codel);
        assertThat(promised.model()).isEqualTo("bound; no twin: mostly UDP");
        assertThat(promised.delayP50Millis()).isEqualTo(new Span(5, 15));
        assertThat(promised.lossRatio()).isNull();
    }

    @Test
    void withoutTheTwinAShaperPromisesWhatItsLimitHolds() {
        Prediction promised = refused(QueueSettings.shaper(20_000_000, 10_000, 83L, LengthAccounting.ETHERNET));

        assertThat(promised.delayP95Millis().low()).isEqualTo(5);
        assertThat(promised.delayP95Millis().high()).isCloseTo(5 + 50.26, within(0.01));
        assertThat(promised.goodputBitsPerSecond().high()).isCloseTo(19.287e6, within(1e3));
    }

    @Test
    void settingsWithoutARateOrOfADisciplineWithoutAModelAreRefusedSo() {
        QueueSettings noRate =
                new QueueSettings(Discipline.CODEL, null, null, null, null, null, null, LengthAccounting.ETHERNET);
        QueueSettings cake = new QueueSettings(
                Discipline.CAKE, 20_000_000L, null, null, null, null, null, LengthAccounting.ETHERNET);

        assertThat(refused(noRate).refused()).isEqualTo("the rate is not known");
        assertThat(refused(cake).refused()).isEqualTo("it has no model of CAKE");
    }
}
