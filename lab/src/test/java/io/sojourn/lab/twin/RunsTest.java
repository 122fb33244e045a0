// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunsTest {
    private static final long MILLISECOND_NANOS = 1_000_000;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long PACKET_NANOS_AT_1_GBIT = 12_112;

    private static long packets(Runs.Length length, long packetNanos) {
        return (length.warmUpNanos() + length.measuredNanos()) / packetNanos;
    }

    @Test
    void atTwentyMbitTwoSecondsSettleAndEightAreMeasured() {
        Runs.Length length = Runs.Length.of(5 * MILLISECOND_NANOS, 100 * MILLISECOND_NANOS, 605_600);
        assertThat(length).isEqualTo(new Runs.Length(2 * SECOND_NANOS, 8 * SECOND_NANOS));
    }

    @Test
    void deepQueueIsGivenTwentyOfItsOwnRoundTripsToSettle() {
        Runs.Length length = Runs.Length.of(5 * MILLISECOND_NANOS, 600 * MILLISECOND_NANOS, 605_600);
        assertThat(length).isEqualTo(new Runs.Length(12 * SECOND_NANOS, 24 * SECOND_NANOS));
    }

    @Test
    void atOneGbitARunIs150000PacketsHoweverDeepTheQueue() {
        Runs.Length length = Runs.Length.of(20 * MILLISECOND_NANOS, SECOND_NANOS, PACKET_NANOS_AT_1_GBIT);
        assertThat(packets(length, PACKET_NANOS_AT_1_GBIT)).isEqualTo(150_000);
    }

    @Test
    void longFastPathIsGivenThirtyRoundTripsThoughTheyAreMorePackets() {
        Runs.Length length = Runs.Length.of(120 * MILLISECOND_NANOS, SECOND_NANOS, PACKET_NANOS_AT_1_GBIT);
        assertThat(length).isEqualTo(new Runs.Length(2_400 * MILLISECOND_NANOS, 1_211_200_000));
        assertThat(packets(length, PACKET_NANOS_AT_1_GBIT)).isLessThan(300_000);
    }

    @Test
    void slowLinkIsMeasuredFor2000PacketsButNeverLongerThanTwoMinutes() {
        assertThat(Runs.Length.of(0, 0, 12_112_000).measuredNanos()).isEqualTo(2_000 * 12_112_000L);
        assertThat(Runs.Length.of(0, 0, 189_250_000).measuredNanos()).isEqualTo(120 * SECOND_NANOS);
    }
}
