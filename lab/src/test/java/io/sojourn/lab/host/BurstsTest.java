// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LengthRule;
import io.sojourn.lab.Lab;
import io.sojourn.lab.measure.HopOutcome;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.lab.twin.BoxSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class BurstsTest {
    private static final long MILLI = 1_000_000L;
    private static final Traffic.ConstantRate EVERY_MILLI = new Traffic.ConstantRate(8_000_000, 1_000, 0);

    private static OneFlow sent(Traffic.OnOff traffic, long startNanos, long stopNanos, long endNanos) {
        return new OneFlow(traffic, 0, startNanos, stopNanos).until(endNanos);
    }

    @Test
    void burstsOfThreeMillisComeEveryTenFromTheStartUntilTheStop() {
        Traffic.OnOff traffic = new Traffic.OnOff(EVERY_MILLI, 3 * MILLI, 7 * MILLI, false);
        OneFlow flow = sent(traffic, 5 * MILLI, 27 * MILLI, 100 * MILLI);
        assertThat(flow.sentNanos)
                .containsExactly(
                        5 * MILLI, 6 * MILLI, 7 * MILLI, 15 * MILLI, 16 * MILLI, 17 * MILLI, 25 * MILLI, 26 * MILLI);
        assertThat(flow.deliveredBytes).isEqualTo(8 * 972);
    }

    @Test
    void silenceShorterThanAGapStartsTheBeatAnew() {
        Traffic.OnOff traffic = new Traffic.OnOff(EVERY_MILLI, MILLI + 1, MILLI / 4, false);
        OneFlow flow = sent(traffic, 0, Long.MAX_VALUE, 3 * MILLI);
        long period = MILLI + 1 + MILLI / 4;
        assertThat(flow.sentNanos).containsExactly(0L, MILLI, period, period + MILLI, 2 * period);
    }

    @Test
    void randomBurstsAndSilencesHaveTheirMeansAndExponentialSpread() {
        Traffic.ConstantRate fine = new Traffic.ConstantRate(800_000_000, 1_000, 0);
        OneFlow flow = sent(new Traffic.OnOff(fine, MILLI, 3 * MILLI, true), 0, Long.MAX_VALUE, 20_000 * MILLI);
        List<Long> sent = flow.sentNanos;
        double shareOn = sent.size() * 1e-5 / 20;
        assertThat(shareOn).isCloseTo(0.25, within(0.01));
        double sum = 0;
        double squares = 0;
        int silences = 0;
        for (int i = 1; i < sent.size(); i++) {
            double gap = sent.get(i) - sent.get(i - 1);
            if (gap > 20_000) {
                silences++;
                sum += gap;
                squares += gap * gap;
            }
        }
        double mean = sum / silences;
        assertThat(mean).isCloseTo(3e6, within(0.15e6));
        // An exponential distribution's deviation is its mean.
        assertThat(Math.sqrt(squares / silences - mean * mean)).isCloseTo(3e6, within(0.3e6));
    }

    @Test
    void silenceThatNeverEndsIsAllowed() {
        Traffic.OnOff once = new Traffic.OnOff(EVERY_MILLI, 2 * MILLI, Long.MAX_VALUE, false);
        assertThat(sent(once, 0, Long.MAX_VALUE, 1_000 * MILLI).sentNanos).containsExactly(0L, MILLI);
    }

    /** Worked: bucket of 100 000 bytes at 2 Mbit/s, 40 bursts of 200 times 1250 bytes in 100 ms, one every 500 ms. */
    @Test
    void fortyBurstsIntoAPolicerLose4040Packets() {
        Traffic.OnOff traffic =
                new Traffic.OnOff(new Traffic.ConstantRate(20_000_000, 1_250, 0), 100 * MILLI, 400 * MILLI, false);
        BoxSettings.Policing policer = new BoxSettings.Policing(2_000_000, 100_000);
        HopPlan.Box box = new HopPlan.Box("box", policer.part(), ClassChooser.only(policer.className()), LengthRule.IP);
        FlowPlan flow =
                new FlowPlan("bursts", "bursts", traffic, List.of("box"), List.of(), Headers.udp(0), 0, Long.MAX_VALUE);
        HopOutcome outcome = Lab.run(new Plan(1, 20_000 * MILLI, 0, List.of(box), List.of(flow)))
                .hop("box");
        assertThat(outcome.offeredPackets()).isEqualTo(8_000);
        assertThat(outcome.droppedPackets(DropCause.POLICED)).isEqualTo(4_040);
    }
}
