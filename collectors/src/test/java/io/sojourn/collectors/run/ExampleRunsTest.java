// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.testkit.TestData;
import org.junit.jupiter.api.Test;

/** The project's own recorded runs show what was measured when they were made. */
final class ExampleRunsTest {
    @Test
    void policerLosesEightPercentAtAnEmptyQueue() throws Exception {
        RunSummary run = read("A-policer-bpf.cubic");

        assertThat(run.drops().policed()).isEqualTo(2953);
        assertThat(run.dropRatio()).isBetween(0.078, 0.082);
        assertThat(run.trailLossRatio()).isBetween(0.078, 0.084);
        assertThat(run.rttP50Millis()).isBetween(5.0, 7.0);
        assertThat(run.standingRatio()).isLessThan(0.05);
    }

    @Test
    void shaperWith200PacketsStandsAt107MillisAndLosesNothing() throws Exception {
        RunSummary run = read("B-shaper-htb-200.reno");

        assertThat(run.drops().total()).isZero();
        assertThat(run.rttP50Millis()).isBetween(104.0, 112.0);
        assertThat(run.standingRatio()).isGreaterThan(0.95);
        assertThat(run.windowLimitedFlows()).isBetween(3.5, 4.0);
        assertThat(run.utilizationRatio()).isBetween(0.99, 1.01);
    }

    @Test
    void thousandPacketsOfFifoDelayByHundredsOfMillis() throws Exception {
        RunSummary run = read("E-bufferbloat-1000.cubic");

        assertThat(run.drops().tail()).isEqualTo(216);
        assertThat(run.rttP50Millis()).isBetween(380.0, 520.0);
        assertThat(run.windowLimitedFlows()).isLessThan(0.5);
    }

    @Test
    void unshapedPathIsFastAndLosesNothing() throws Exception {
        RunSummary run = read("F-unshaped.reno");

        assertThat(run.drops().total()).isZero();
        assertThat(run.rttP50Millis()).isLessThan(10);
        assertThat(run.sentMbit()).isGreaterThan(200);
    }

    @Test
    void shapedUplinkIsReadAtItsBulkClass() throws Exception {
        RunSummary run = read("H-adsl-up-shaped.cubic");

        assertThat(run.flowQueue()).isEqualTo("rk_c0:1:20");
        assertThat(run.drops().total()).isZero();
        assertThat(run.utilizationRatio()).isBetween(0.85, 1.0);
        assertThat(run.rttP50Millis()).isBetween(30.0, 65.0);
    }

    private static RunSummary read(String name) throws Exception {
        RunSummary summary = RunSummary.of(TestData.examples().resolve(name));
        assertThat(summary.rejects()).isZero();
        return summary;
    }
}
