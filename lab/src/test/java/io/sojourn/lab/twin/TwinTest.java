// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TwinTest {
    private static final BoxSettings POLICER = new BoxSettings.Policing(20_000_000, 625_000);

    private static BoxSettings shaper(long limitPackets) {
        return new BoxSettings.Shaping(20_000_000, 10_000, limitPackets);
    }

    private static TwinInput input(BoxSettings box, @Nullable Long rttMicros, long flows, @Nullable Double share) {
        return new TwinInput(box, 14, rttMicros, flows, 64_512L, null, share, 1);
    }

    private static TwinForecast.Predicted predicted(TwinInput input) {
        TwinForecast forecast = Twin.predict(input);
        assertThat(forecast).isInstanceOf(TwinForecast.Predicted.class);
        return (TwinForecast.Predicted) forecast;
    }

    private static String refused(TwinInput input) {
        TwinForecast forecast = Twin.predict(input);
        assertThat(forecast).isInstanceOf(TwinForecast.Refused.class);
        return ((TwinForecast.Refused) forecast).reason();
    }

    @Test
    void shaperOf200PacketsInPlaceOfThePolicerEndsTheLossAtTheCostOfDelay() {
        TwinForecast.Predicted policed = predicted(input(POLICER, 5_000L, 4, null));
        TwinForecast.Predicted shaped = predicted(input(shaper(200), 5_000L, 4, null));
        assertThat(policed.lossRatio().low()).isGreaterThan(0.045);
        assertThat(policed.delayP50Millis().low()).isGreaterThanOrEqualTo(5);
        assertThat(policed.delayP50Millis().high()).isLessThan(8);
        assertThat(shaped.lossRatio().low()).isZero();
        assertThat(shaped.lossRatio().high()).isLessThanOrEqualTo(0.001);
        assertThat(shaped.delayP50Millis().low()).isLessThan(107);
        assertThat(shaped.delayP50Millis().high()).isGreaterThan(105);
        assertThat(shaped.goodputBitsPerSecond().high()).isBetween(19.2e6, 19.3e6);
    }

    @Test
    void sameInputGivesTheSameForecast() {
        TwinInput input = input(shaper(83), 20_000L, 3, 0.1);
        assertThat(Twin.predict(input)).isEqualTo(Twin.predict(input));
    }

    @Test
    void forecastAtTwentyMbitCostsLessThanOneAndAHalfSecondsOfCpu() {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        predicted(input(POLICER, 5_000L, 4, null));
        assertThat(threads.getCurrentThreadCpuTime() - before).isLessThan(1_500_000_000L);
    }

    @Test
    void offeredLoadBelowTheRatePassesUntouched() {
        TwinForecast.Predicted light = predicted(new TwinInput(shaper(200), 14, 10_000L, 4, null, 5_000_000L, null, 1));
        assertThat(light.goodputBitsPerSecond().low()).isBetween(4.8e6, 5e6);
        assertThat(light.goodputBitsPerSecond().high()).isEqualTo(5e6);
        assertThat(light.lossRatio().low()).isZero();
        assertThat(light.lossRatio().high()).isLessThanOrEqualTo(0.001);
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
    void refusesWhatItCannotKnowNamingTheBound() {
        assertThat(refused(input(POLICER, null, 4, null))).contains("baseRttMicros is not known");
        assertThat(refused(input(POLICER, 1_000_001L, 4, null))).contains("baseRttMicros=1000001 > 1000000");
        assertThat(refused(input(POLICER, 5_000L, 0, null))).isEqualTo("flows=0 is not from 1 to 64");
        assertThat(refused(input(POLICER, 5_000L, 65, null))).isEqualTo("flows=65 is not from 1 to 64");
        assertThat(refused(input(POLICER, 5_000L, 4, 0.51))).contains("unresponsiveRatio=0.51 > 0.5");
        assertThat(refused(input(new BoxSettings.Policing(1_000_000_001, 625_000), 5_000L, 4, null)))
                .contains("rateBitsPerSecond=1000000001 > 1000000000");
        assertThat(refused(input(new BoxSettings.Policing(63_999, 625_000), 5_000L, 4, null)))
                .contains("rateBitsPerSecond=63999 < 64000");
        assertThat(refused(input(new BoxSettings.Policing(20_000_000, 1_513), 5_000L, 4, null)))
                .contains("depthBytes=1513 < 1514");
    }
}
