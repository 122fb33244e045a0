// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TwinTest {
    private static final BoxSettings POLICER = new BoxSettings.Policing(20_000_000, 625_000);

    private static BoxSettings shaper(long limitPackets) {
        return new BoxSettings.Shaping(20_000_000, 10_000, limitPackets);
    }

    private static TwinInput input(BoxSettings box, @Nullable Long rttMicros, long flows, @Nullable Double share) {
        return new TwinInput(box, 14, new TwinInput.Load(rttMicros, flows, 64_512L, null, share, 0, null), null, 1);
    }

    private static TwinForecast.Predicted predicted(TwinInput input) {
        TwinForecast forecast = Twin.predict(input);
        assertThat(forecast).isInstanceOf(TwinForecast.Predicted.class);
        return (TwinForecast.Predicted) forecast;
    }

    @Test
    void shaperOf200PacketsInPlaceOfThePolicerEndsTheLossAtTheCostOfDelay() {
        TwinForecast.Predicted policed = predicted(input(POLICER, 5_000L, 4, null));
        TwinForecast.Predicted shaped = predicted(input(shaper(200), 5_000L, 4, null));
        assertThat(policed.lossRatio().low()).isGreaterThan(0.045);
        assertThat(policed.delayP50Millis().low()).isGreaterThanOrEqualTo(5);
        assertThat(policed.delayP50Millis().high()).isLessThan(8);
        assertThat(shaped.lossRatio().low()).isZero();
        assertThat(shaped.lossRatio().high()).isLessThanOrEqualTo(0.002);
        assertThat(shaped.delayP50Millis().low()).isLessThan(107);
        assertThat(shaped.delayP50Millis().high()).isGreaterThan(105);
        assertThat(shaped.goodputBitsPerSecond().high()).isBetween(19.2e6, 19.3e6);
    }

    @Test
    void bucketThatWasFullAsMeasuringBeganIsNoReasonToRefuseAndLiftsNothingAboveTheRate() {
        for (long rttMicros : List.of(200L, 450L)) {
            TwinForecast.Between goodput =
                    predicted(input(POLICER, rttMicros, 4, null)).goodputBitsPerSecond();
            assertThat(goodput.median()).isBetween(goodput.low(), goodput.high());
            assertThat(goodput.high()).isLessThanOrEqualTo(20e6 * 1_460 / 1_514);
        }
    }

    @Test
    void sameInputGivesTheSameForecast() {
        TwinInput input = input(shaper(83), 20_000L, 3, 0.1);
        assertThat(Twin.predict(input)).isEqualTo(Twin.predict(input));
    }

    @Test
    void offeredLoadBelowTheRatePassesUntouched() {
        TwinForecast.Predicted light = predicted(new TwinInput(
                shaper(200), 14, new TwinInput.Load(10_000L, 4, null, 5_000_000L, null, 0, null), null, 1));
        assertThat(light.goodputBitsPerSecond().low()).isBetween(4.8e6, 5e6);
        assertThat(light.goodputBitsPerSecond().high()).isEqualTo(5e6);
        assertThat(light.lossRatio().low()).isZero();
        assertThat(light.lossRatio().high()).isLessThanOrEqualTo(0.002);
        assertThat(light.delayP95Millis().high()).isLessThan(60);
    }

    @Test
    void unresponsiveTrafficTakesItsShareFromTheRest() {
        TwinForecast.Predicted alone = predicted(input(shaper(200), 10_000L, 4, null));
        TwinForecast.Predicted shared = predicted(input(shaper(200), 10_000L, 4, 0.4));
        assertThat(shared.goodputBitsPerSecond().high())
                .isLessThan(alone.goodputBitsPerSecond().low() * 0.7);
    }

    @Test
    void fqCodelAndCodelKeepTheDelayShortWhereTailDropDoesNot() {
        TwinForecast.Predicted tail = predicted(input(shaper(200), 5_000L, 4, null));
        TwinForecast.Predicted codel =
                predicted(input(managed(BoxSettings.Waiting.codel(null, null, null, null)), 5_000L, 4, null));
        TwinForecast.Predicted fair =
                predicted(input(managed(BoxSettings.Waiting.fqCodel(null, null, null, null)), 5_000L, 4, null));
        for (TwinForecast.Predicted managed : List.of(codel, fair)) {
            assertThat(managed.delayP95Millis().high())
                    .isLessThan(tail.delayP50Millis().low() / 2);
            assertThat(managed.goodputBitsPerSecond().median()).isGreaterThan(19e6);
            assertThat(managed.lossRatio().median()).isBetween(0.005, 0.05);
        }
    }

    @Test
    void targetAndIntervalOfCodelAreHeeded() {
        TwinForecast.Predicted short5 = predicted(
                input(managed(BoxSettings.Waiting.fqCodel(1_000L, null, 5_000_000L, 100_000_000L)), 5_000L, 4, null));
        TwinForecast.Predicted long40 = predicted(
                input(managed(BoxSettings.Waiting.fqCodel(1_000L, null, 40_000_000L, 100_000_000L)), 5_000L, 4, null));
        assertThat(long40.delayP50Millis().median())
                .isGreaterThan(short5.delayP50Millis().median() + 20);
    }

    @Test
    void lossElsewhereTakesGoodputAndIsNotCountedInTheBox() {
        TwinInput.Load lossy = new TwinInput.Load(40_000L, 4, 64_512L, null, null, 0.03, null);
        TwinForecast.Predicted clean = predicted(input(shaper(200), 40_000L, 4, null));
        TwinForecast.Predicted lost = predicted(new TwinInput(shaper(200), 14, lossy, null, 1));
        assertThat(lost.goodputBitsPerSecond().high())
                .isLessThan(clean.goodputBitsPerSecond().low() * 0.8);
        assertThat(lost.lossRatio().median()).isZero();
    }

    /** Reno in a queue of 1000 packets goes up and down once in two minutes: which part of that a run sees is chance. */
    @Test
    void rangeOfRunsTooShortToSettleIsFromAnEmptyQueueToAFullOne() {
        BoxSettings deep = new BoxSettings.Shaping(100_000_000, 50_000, 1_000);
        TwinInput input = new TwinInput(deep, 14, TwinInput.Load.bulk(40_000, 1, null), null, 1);
        assertThat(Runs.settle(input)).isFalse();
        TwinForecast.Predicted open = predicted(input);
        assertThat(open.delayP50Millis().low()).isEqualTo(40);
        assertThat(open.delayP50Millis().high()).isGreaterThanOrEqualTo(40 + 1_000 * 0.12112);
        assertThat(open.lossRatio().low()).isZero();
        assertThat(open.goodputBitsPerSecond().low()).isGreaterThan(90e6);
    }

    @Test
    void runsThatDoNotSettleMayLeaveAQuarterOfALinkUnusedThatHasNoQueueToSpeakOf() {
        TwinInput input = new TwinInput(
                new BoxSettings.Shaping(100_000_000, 50_000, 100), 14, TwinInput.Load.bulk(200_000, 1, null), null, 1);
        assertThat(predicted(input).goodputBitsPerSecond().low()).isLessThanOrEqualTo(0.75 * 100e6 * 1_460 / 1_514);
    }

    @Test
    void medianLiesInItsRange() {
        TwinForecast.Predicted policed = predicted(input(POLICER, 5_000L, 4, null));
        for (TwinForecast.Between between :
                List.of(policed.goodputBitsPerSecond(), policed.delayP95Millis(), policed.lossRatio())) {
            assertThat(between.median()).isGreaterThan(between.low()).isLessThan(between.high());
        }
    }

    @Test
    void burstThatIsNotGivenIsTheEngines() {
        assertThat(BoxSettings.Shaping.defaultDepthBytes(20_000_000)).isEqualTo(10_000);
        assertThat(BoxSettings.Policing.defaultDepthBytes(20_000_000)).isEqualTo(625_000);
    }

    private static BoxSettings managed(BoxSettings.Waiting waiting) {
        return new BoxSettings.Shaping(20_000_000, 10_000, waiting);
    }
}
