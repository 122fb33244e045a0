// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueWindow;
import org.junit.jupiter.api.Test;

class RecordsTest {
    @Test
    void windowWorksItsRatiosOutFromTheirBases() {
        QueueWindow window = Windows.queue("n", "q")
                .size(10_000)
                .start(20_000)
                .policer(20_000_000, 625_000)
                .sentAt(19_000_000, 10_000)
                .policed(2_000)
                .segments(17_000, 1_700)
                .build();
        assertThat(window.utilisationRatio()).isCloseTo(0.95, within(0.001));
        assertThat(window.dropRatio()).isCloseTo(2_000.0 / (window.sentPackets() + 2_000), within(1e-12));
        assertThat(window.retransmitRatio()).isEqualTo(0.1);
        assertThat(window.endMillis()).isEqualTo(30_000);
    }

    @Test
    void windowOfNothingHasNoRatiosInsteadOfZeroes() {
        QueueWindow window = Windows.queue("n", "q").samples(0, 0).build();
        assertThat(window.utilisationRatio()).isNull();
        assertThat(window.throughputMeanBitsPerSecond()).isNull();
        assertThat(window.dropRatio()).isNull();
        assertThat(window.retransmitRatio()).isNull();
    }

    @Test
    void offeredIsSentDroppedOrWaiting() {
        QueueSample sample = Samples.queue("q")
                .sent(10)
                .tailDropped(2)
                .waiting(3)
                .backlogPeak(5)
                .build();
        assertThat(sample.offeredPackets()).isEqualTo(15);
        assertThat(sample.offeredBytes()).isEqualTo(15 * 1_514);
        assertThat(sample.backlogPackets()).isEqualTo(3);
        assertThat(Samples.queue("q").sent(1).build().backlogPackets()).isNull();
    }

    @Test
    void clockStandsUntilItIsMoved() {
        VirtualClock clock = VirtualClock.atMillis(1_000);
        clock.advanceNanos(999_999);
        assertThat(clock.millis()).isEqualTo(1_000);
        clock.advanceNanos(1);
        assertThat(clock.millis()).isEqualTo(1_001);
        assertThat(clock.advanceMillis(9).instant()).hasToString("1970-01-01T00:00:01.010Z");
    }
}
