// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SizingTest {
    @Test
    void tokenBucketFilterOfHalfAMbitBurst5120AndLatency70MillisHolds9495Bytes() {
        assertThat(Sizing.tbfLimitBytes(500_000, 5_120, 70_000)).isEqualTo(9_495);
    }

    @Test
    void ciscoDefaultsAt20And10Mbit() {
        assertThat(CiscoDefaults.policeBurstBytes(20_000_000)).isEqualTo(625_000);
        assertThat(CiscoDefaults.shapeBurstBits(20_000_000)).isEqualTo(80_000);
        assertThat(CiscoDefaults.queueLimitPackets(20_000_000)).isEqualTo(83);
        assertThat(CiscoDefaults.policeBurstBytes(10_000_000)).isEqualTo(312_500);
        assertThat(CiscoDefaults.shapeBurstBits(10_000_000)).isEqualTo(40_000);
        assertThat(CiscoDefaults.queueLimitPackets(10_000_000)).isEqualTo(64);
    }

    @Test
    void policeBurstIsNeverBelow1500Bytes() {
        assertThat(CiscoDefaults.policeBurstBytes(47_999)).isEqualTo(1_500);
        assertThat(CiscoDefaults.policeBurstBytes(48_032)).isEqualTo(1_501);
    }

    @Test
    void fourWindowsOf64512BytesNeed176PacketsAnd168WhenThePathHoldsEight() {
        assertThat(Sizing.lossFreeQueuePackets(4, 64_512, 1_460, 0, 1_514)).isEqualTo(176);
        long path = Sizing.bandwidthDelayBytes(20_000_000, 5_000);
        assertThat(Sizing.lossFreeQueuePackets(4, 64_512, 1_460, path, 1_514)).isEqualTo(168);
    }

    @Test
    void fourWindowsAt19300KbitTake106Point96Millis() {
        assertThat(Sizing.windowLimitedRttNanos(4, 64_512, 19_300_000)).isEqualTo(106_962_902);
    }

    @Test
    void hundredFlowsAcross100MillisNeedSeventeenPacketsOfTheWholeProducts165() {
        long product = Sizing.bandwidthDelayBytes(20_000_000, 100_000);
        assertThat(product).isEqualTo(250_000);
        assertThat(product / 1_514).isEqualTo(165);
        assertThat(Sizing.manyFlowsQueuePackets(product, 100, 1_514)).isEqualTo(17);
    }

    @Test
    void twentyMbitCarryDifferentPayloadByWhatIsCounted() {
        assertThat(20e6 * 1_460 / LengthRule.ETHERNET.length(1_500)).isBetween(19_286_000.0, 19_287_000.0);
        assertThat(20e6 * 1_460 / LengthRule.IP.length(1_500)).isBetween(19_466_000.0, 19_467_000.0);
        assertThat(LengthRule.ON_WIRE.length(1_500)).isEqualTo(1_538);
    }
}
