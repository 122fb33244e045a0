// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SizingTest {
    @Test
    void fourWindowsOf64512BytesAre176PacketsAnd107Milliseconds() {
        assertThat(Sizing.noLossLimitPackets(4, 64_512)).isEqualTo(176);
        assertThat(Sizing.windowFilledRttMillis(4 * 64_512, 19.3e6)).isCloseTo(106.96, within(0.01));
    }

    @Test
    void twentyMbitOver100MillisecondsHold165PacketsAndNeed17ForAHundredFlows() {
        assertThat(Sizing.bdpBytes(20e6, 100)).isEqualTo(250_000);
        assertThat(Sizing.bdpPackets(20e6, 100)).isEqualTo(165);
        assertThat(Sizing.throughputLimitPackets(20e6, 100, 100)).isEqualTo(17);
        assertThat(Sizing.throughputLimitPackets(20e6, 100, 49)).isEqualTo(166);
    }

    @Test
    void defaultsOfIosXeAt20Mbit() {
        assertThat(Sizing.defaultLimitPackets(20e6)).isEqualTo(83);
        assertThat(Sizing.shaperBurstBytes(20e6)).isEqualTo(10_000);
        assertThat(Sizing.shaperBurstBytes(1e6)).isEqualTo(1_514);
    }

    @Test
    void codelOfSlowLinksFollowsThePacketTime() {
        assertThat(Sizing.targetMicros(1e6)).isEqualTo(18_168);
        assertThat(Sizing.intervalMicros(1e6, 0)).isEqualTo(113_168);
        assertThat(Sizing.targetMicros(20e6)).isEqualTo(5_000);
        assertThat(Sizing.intervalMicros(20e6, 0)).isEqualTo(100_000);
        assertThat(Sizing.targetMicros(220e3)).isEqualTo(82_582);
        assertThat(Sizing.intervalMicros(220e3, 0)).isEqualTo(177_582);
    }

    @Test
    void bucketLiesBetween32KilobytesAndAQuarterSecond() {
        assertThat(Sizing.policerBucketBytes(20e6, 5)).isEqualTo(32_000);
        assertThat(Sizing.policerBucketBytes(20e6, 100)).isEqualTo(250_000);
        assertThat(Sizing.policerBucketBytes(20e6, 300)).isEqualTo(625_000);
    }
}
