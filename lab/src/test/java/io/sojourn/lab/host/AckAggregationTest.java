// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AckAggregationTest {
    private static final long MS = 1_000_000L;
    private static final double SEGMENTS_PER_SECOND = 1_000;

    private final AckAggregation aggregation = new AckAggregation();

    @Test
    void excessIsWhatCameBeyondTheBandwidthSinceItLastKeptUp() {
        acknowledge(6, 0);
        assertThat(segments()).isEqualTo(6);
        // 12 segments by 4 ms: 8 more than the bandwidth carries.
        acknowledge(6, 4);
        assertThat(segments()).isEqualTo(8);

        // By 12 ms it has carried them.
        acknowledge(7, 12);
        assertThat(segments()).isEqualTo(8);
    }

    @Test
    void excessIsForgottenAfterTenRoundsAtTheLatest() {
        acknowledge(8, 0);
        rounds(9);
        assertThat(segments()).isEqualTo(8);
        rounds(1);
        assertThat(segments()).isZero();
    }

    @Test
    void excessIsTheWindowAtMostAndWhatTheBandwidthCarriesIn100Millis() {
        aggregation.acknowledged(80, SEGMENTS_PER_SECOND, 30, 0);
        assertThat(segments()).isEqualTo(30);
        assertThat(aggregation.segments(200)).isEqualTo(20);
    }

    private void acknowledge(int acked, long atMillis) {
        aggregation.acknowledged(acked, SEGMENTS_PER_SECOND, 1_000, atMillis * MS);
    }

    private int segments() {
        return aggregation.segments(SEGMENTS_PER_SECOND);
    }

    private void rounds(int count) {
        for (int i = 0; i < count; i++) {
            aggregation.roundStarts();
        }
    }
}
