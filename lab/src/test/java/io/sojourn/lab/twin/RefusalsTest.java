// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.twin.TwinInput.Load;
import io.sojourn.lab.twin.TwinInput.Present;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RefusalsTest {
    private static final BoxSettings POLICER = new BoxSettings.Policing(20_000_000, 625_000);
    private static final BoxSettings SHAPER = new BoxSettings.Shaping(20_000_000, 10_000, 200);
    private static final Load USUAL = Load.bulk(5_000, 4, 64_512L);

    private static String refused(TwinInput input) {
        TwinForecast forecast = Twin.predict(input);
        assertThat(forecast).isInstanceOf(TwinForecast.Refused.class);
        return ((TwinForecast.Refused) forecast).reason();
    }

    private static String refused(BoxSettings box) {
        return refused(new TwinInput(box, 14, USUAL, null, 1));
    }

    private static String refused(Load load) {
        return refused(new TwinInput(POLICER, 14, load, null, 1));
    }

    private static String refused(Present present) {
        return refused(new TwinInput(SHAPER, 14, USUAL, present, 1));
    }

    private static Load load(@Nullable Double unresponsive, double elsewhere, @Nullable Long packets) {
        return new Load(5_000L, 4, 64_512L, null, unresponsive, elsewhere, packets);
    }

    @Test
    void unknownBaseRoundTripTime() {
        assertThat(refused(new Load(null, 4, null, null, null, 0, null)))
                .isEqualTo("baseRttMicros is not known; without a queue-free round-trip time there is no model");
    }

    @Test
    void baseRoundTripTimeOfNothingOrAboveASecond() {
        assertThat(refused(Load.bulk(1_000_001, 4, null))).isEqualTo("baseRttMicros=1000001 > 1000000");
        assertThat(refused(Load.bulk(0, 4, null))).isEqualTo("baseRttMicros=0 < 1");
    }

    @Test
    void noFlowsOrMoreThan64() {
        assertThat(refused(Load.bulk(5_000, 0, null))).isEqualTo("flows=0 is not from 1 to 64");
        assertThat(refused(Load.bulk(5_000, 65, null))).isEqualTo("flows=65 is not from 1 to 64");
    }

    @Test
    void tooFewPacketsMeasured() {
        assertThat(refused(load(null, 0, 999L))).isEqualTo("packets=999 < 1000: too few were measured");
        assertThat(Twin.predict(new TwinInput(POLICER, 14, load(null, 0, 1_000L), null, 1)))
                .isInstanceOf(TwinForecast.Predicted.class);
    }

    @Test
    void trafficThatMostlyAnswersToNothing() {
        assertThat(refused(load(0.51, 0, null)))
                .isEqualTo("unresponsiveRatio=0.51 is not from 0 to 0.5: most of the traffic does not answer to the"
                        + " setting");
        assertThat(refused(load(-0.01, 0, null))).startsWith("unresponsiveRatio=-0.01 is not from 0 to 0.5");
        assertThat(refused(load(Double.NaN, 0, null))).startsWith("unresponsiveRatio=NaN is not from 0 to 0.5");
    }

    @Test
    void pathThatLosesAFifthElsewhere() {
        assertThat(refused(load(null, 0.21, null)))
                .isEqualTo("elsewhereLossRatio=0.21 is not from 0 to 0.2: the setting hardly matters");
        assertThat(refused(load(null, -0.01, null))).startsWith("elsewhereLossRatio=-0.01 is not from 0 to 0.2");
        assertThat(refused(load(null, Double.NaN, null))).startsWith("elsewhereLossRatio=NaN");
    }

    @Test
    void rateOutOfRange() {
        assertThat(refused(new BoxSettings.Policing(1_000_000_001, 625_000)))
                .isEqualTo("rateBitsPerSecond=1000000001 > 1000000000: too slow to simulate");
        assertThat(refused(new BoxSettings.Policing(63_999, 625_000)))
                .isEqualTo("rateBitsPerSecond=63999 < 64000: too few packets");
    }

    @Test
    void pathThatHoldsTooManyPackets() {
        BoxSettings fast = new BoxSettings.Policing(1_000_000_000, 625_000);
        assertThat(refused(new TwinInput(fast, 14, Load.bulk(122_000, 4, null), null, 1)))
                .isEqualTo("rateBitsPerSecond=1000000000 x baseRttMicros=122000 is 10072 packets > 10000: too slow to"
                        + " simulate");
    }

    @Test
    void bucketThatHoldsNoPacket() {
        assertThat(refused(new BoxSettings.Policing(20_000_000, 1_513)))
                .isEqualTo("depthBytes=1513 < 1514: no full packet would ever pass");
    }

    @Test
    void boxThatTheEngineDoesNotBuild() {
        BoxSettings.Waiting codel = BoxSettings.Waiting.codel(null, null, 60_000_000L, 100_000_000L);
        assertThat(refused(new BoxSettings.Shaping(20_000_000, 10_000, codel)))
                .startsWith("no such box: interval=100ms is not at least twice the target of 60ms");
        BoxSettings.Waiting slow = BoxSettings.Waiting.fqCodel(null, null, 10_000_000_000L, 20_000_000_000L);
        assertThat(refused(new BoxSettings.Shaping(20_000_000, 10_000, slow))).startsWith("no such box: target=10s");
    }

    @Test
    void runsWithoutASingleRoundTripTime() {
        BoxSettings passesNothing = new BoxSettings.Built(
                20_000_000, 1_600, new BoxSettings.Policing(20_000_000, 1_514).part(), POLICER.classes());
        assertThat(refused(new TwinInput(passesNothing, 100, USUAL, null, 1)))
                .isEqualTo("no acknowledgment came back in a run of 4 flows at rateBitsPerSecond=20000000");
    }

    @Test
    void bucketThatOutlastsARun() {
        assertThat(refused(new BoxSettings.Policing(20_000_000, 150_000_000)))
                .matches("goodputBitsPerSecond=\\d+ of a run is above what rateBitsPerSecond=20000000 carries:"
                        + " depthBytes=150000000 outlasts it, or its queue does not settle");
    }

    @Test
    void lossThatTheSettingInForceDoesNotMake() {
        assertThat(refused(new Present(SHAPER, null, null, null, 0.12)))
                .isEqualTo(
                        "it cannot explain the present: measured loss 12.0 %, model 0.0 to 0.2 % (tolerated 0.0 to 2.3"
                                + " %): something else on the path drops");
    }

    @Test
    void lossThatIsMissing() {
        assertThat(refused(new Present(POLICER, null, null, null, 0.0)))
                .matches("it cannot explain the present: measured loss 0\\.0 %, model .* to .* %"
                        + " \\(tolerated [12]\\.\\d to .* %\\): the senders hold back more than greedy ones");
    }

    @Test
    void delayThatTheSettingInForceDoesNotMake() {
        assertThat(refused(new Present(SHAPER, null, 200.0, null, null)))
                .startsWith("it cannot explain the present: measured median round-trip time 200.0 ms, model")
                .endsWith("packets wait elsewhere");
        assertThat(refused(new Present(SHAPER, null, null, 15.0, null)))
                .startsWith("it cannot explain the present: measured p95 round-trip time 15.0 ms, model")
                .endsWith("something keeps the queue short");
    }

    @Test
    void goodputThatTheSettingInForceDoesNotGive() {
        assertThat(refused(new Present(SHAPER, 14e6, null, null, null)))
                .startsWith("it cannot explain the present: measured goodput 14.0 Mbit/s, model")
                .endsWith("something else limits the senders");
        assertThat(refused(new Present(SHAPER, 25e6, null, null, null))).endsWith("the rate in force is another");
    }

    @Test
    void settingInForceThatCannotBeTried() {
        assertThat(refused(new Present(new BoxSettings.Policing(2_000_000_000, 625_000), null, null, null, 0.1)))
                .isEqualTo("of the setting in force: rateBitsPerSecond=2000000000 > 1000000000: too slow to simulate");
    }

    /** 18.6 Mbit/s at least, and a quarter less is still tolerated. */
    @Test
    void goodputAQuarterBelowTheRangeIsTolerated() {
        TwinInput input = new TwinInput(SHAPER, 14, USUAL, new Present(SHAPER, 15e6, null, null, null), 1);
        assertThat(Twin.predict(input)).isInstanceOf(TwinForecast.Predicted.class);
    }

    @Test
    void presentThatIsExplainedIsNoReason() {
        TwinInput input = new TwinInput(SHAPER, 14, USUAL, new Present(POLICER, 19.1e6, 5.5, 8.0, 0.12), 1);
        assertThat(Twin.predict(input)).isInstanceOf(TwinForecast.Predicted.class);
    }
}
