// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
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

    private static boolean settles(long limitPackets, long flows, @Nullable Long windowBytes) {
        BoxSettings box = new BoxSettings.Shaping(20_000_000, 10_000, limitPackets);
        return Runs.settle(new TwinInput(box, 14, TwinInput.Load.bulk(5_000, flows, windowBytes), null, 1));
    }

    /** 8 packets of path and 200 of queue are 104 a flow of two: 52 round trips of 126 ms, 6.6 s of the 8 that are measured. */
    @Test
    void renoSettlesWhereItGoesUpAndDownInWhatIsMeasuredAndWhereItsReceiversHoldItBack() {
        assertThat(settles(200, 2, null)).isTrue();
        assertThat(settles(200, 1, null)).isFalse();
        assertThat(settles(1_000, 4, null)).isFalse();
        assertThat(settles(1_000, 4, 64_512L)).isTrue();
    }

    @Test
    void queueLimitedInBytesStandsAsDeepAsThose() {
        assertThat(shaping(BoxSettings.Waiting.fifo(null, 151_400L)).standingPackets())
                .isEqualTo(100);
        assertThat(shaping(BoxSettings.Waiting.fifo(83L, 151_400L)).standingPackets())
                .isEqualTo(83);
        assertThat(shaping(BoxSettings.Waiting.codel(83L, null, null, null)).standingPackets())
                .isZero();
    }

    private static BoxSettings shaping(BoxSettings.Waiting waiting) {
        return new BoxSettings.Shaping(20_000_000, 10_000, waiting);
    }

    @Test
    void slowLinkIsMeasuredFor2000PacketsButNeverLongerThanTwoMinutes() {
        assertThat(Runs.Length.of(0, 0, 12_112_000).measuredNanos()).isEqualTo(2_000 * 12_112_000L);
        assertThat(Runs.Length.of(0, 0, 189_250_000).measuredNanos()).isEqualTo(120 * SECOND_NANOS);
    }
}
