// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.LengthRule;
import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.Dumbbell;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.lab.twin.BoxSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Flows of BBR at 20 Mbit/s, 40 ms away: 66 segments are the bandwidth-delay product. */
class BbrFlowsTest {
    private static final long SECOND = 1_000_000_000L;

    private static Outcome run(int flows, BoxSettings box, TcpSettings settings) {
        Dumbbell one = new Dumbbell(
                1,
                20 * SECOND,
                2 * SECOND,
                flows,
                1_000_000_000,
                40_000_000,
                new Traffic.Bulk(settings, null),
                new HopPlan.Box("box", box.part(), ClassChooser.only(box.className()), LengthRule.ETHERNET),
                0);
        return Lab.run(one.plan());
    }

    private static TcpSettings bbr() {
        return TcpSettings.linux(TcpSettings.Algorithm.BBR).withWindowSegments(TcpSettings.WINDOW_DEFAULT_SEGMENTS);
    }

    @Test
    void flowAloneKeepsAQueueOf1000PacketsNearlyEmptyAndTheLinkFull() {
        Outcome outcome = run(1, new BoxSettings.Shaping(20_000_000, 8_000, 1_000), bbr());
        assertThat(outcome.group("tcp").goodputBitsPerSecond()).isGreaterThan(18.5e6);
        assertThat(outcome.group("tcp").rtt().meanMicros()).isLessThan(48_000);
        assertThat(outcome.hop("box").lossRatio()).isZero();

        Outcome cubic = run(
                1,
                new BoxSettings.Shaping(20_000_000, 8_000, 1_000),
                bbr().withAlgorithm(TcpSettings.Algorithm.LINUX_CUBIC));
        assertThat(cubic.group("tcp").rtt().meanMicros()).isGreaterThan(200_000);
    }

    @Test
    void twoFlowsShare() {
        Outcome outcome = run(2, new BoxSettings.Shaping(20_000_000, 8_000, 1_000), bbr());
        assertThat(outcome.group("tcp").fairness()).isGreaterThan(0.98);
        assertThat(outcome.group("tcp").goodputBitsPerSecond()).isGreaterThan(18.5e6);
    }

    @ParameterizedTest
    @EnumSource(TcpSettings.Recovery.class)
    void worksWithEveryRecovery(TcpSettings.Recovery recovery) {
        Outcome outcome = run(2, new BoxSettings.Policing(20_000_000, 625_000), bbr().withRecovery(recovery));
        assertThat(outcome.group("tcp").goodputBitsPerSecond()).isBetween(1e6, 20e6);
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000, 10_000_000})
    void steadyApplicationGetsWhatItOffers(long offeredBitsPerSecond) {
        Dumbbell one = Dumbbell.linux(
                        TcpSettings.Algorithm.BBR,
                        new HopPlan.Box(
                                "box",
                                new BoxSettings.Shaping(20_000_000, 8_000, 1_000).part(),
                                ClassChooser.only(BoxSettings.ONLY),
                                LengthRule.ETHERNET))
                .withTraffic(new Traffic.Bulk(bbr(), offeredBitsPerSecond / 4))
                .withTime(10 * SECOND, SECOND);
        Outcome outcome = Lab.run(one.plan());
        assertThat(outcome.group("tcp").goodputBitsPerSecond())
                .isBetween(offeredBitsPerSecond * 0.99, offeredBitsPerSecond * 1.01);
        assertThat(outcome.group("tcp").rtt().meanMicros()).isLessThan(48_000);
    }
}
