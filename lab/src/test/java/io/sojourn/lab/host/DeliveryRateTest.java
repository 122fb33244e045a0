// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.plan.TcpSettings;
import org.junit.jupiter.api.Test;

class DeliveryRateTest {
    private static final long MS = 1_000_000L;
    private static final long LEAST_RTT = 20 * MS;

    private final DeliveryRate rate = new DeliveryRate(TcpSettings.WINDOW_LIMIT_SEGMENTS);

    @Test
    void segmentsThatLeaveEveryMillisecondAndArriveEverySecondOneAreTenInTwentyMillis() {
        for (int i = 0; i < 20; i++) {
            rate.sent(i, i == 0, i * MS);
        }
        assertThat(arrive(0, 20)).isEqualTo(new DeliveryRate.Sample(1, 0, 20 * MS, false));
        rate.sent(20, false, 20 * MS);
        for (int i = 1; i < 10; i++) {
            arrive(i, 20 + 2 * i);
        }

        assertThat(arrive(20, 40)).isEqualTo(new DeliveryRate.Sample(10, 1, 20 * MS, false));
    }

    @Test
    void acknowledgmentsInABunchCountAtTheRateOfTheSending() {
        for (int i = 0; i < 30; i++) {
            rate.sent(i, i == 0, i * MS);
        }
        for (int i = 0; i < 29; i++) {
            rate.arrived(i);
        }

        // 29 acknowledged within 25 ms, but sent within 28.
        assertThat(rate.sample(LEAST_RTT, 25 * MS)).isEqualTo(new DeliveryRate.Sample(29, 0, 28 * MS, false));
    }

    @Test
    void newestOfTheSegmentsOfOneAcknowledgmentIsMeasured() {
        rate.sent(0, true, 0);
        rate.sent(1, false, MS);
        rate.arrived(0);
        rate.sample(LEAST_RTT, 20 * MS);
        rate.sent(2, false, 20 * MS);
        rate.arrived(2);
        rate.arrived(1);

        assertThat(rate.sample(LEAST_RTT, 40 * MS).priorDelivered()).isEqualTo(1);
    }

    @Test
    void segmentThatIsAcknowledgedSoonerThanAnyRoundTripGivesNoRate() {
        rate.sent(0, true, 0);
        assertThat(arrive(0, 19).hasRate()).isFalse();

        rate.sent(1, true, 30 * MS);
        assertThat(arrive(1, 50).hasRate()).isTrue();
    }

    @Test
    void acknowledgmentOfNothingGivesNoRate() {
        rate.sent(0, true, 0);

        assertThat(rate.sample(LEAST_RTT, 40 * MS).hasRate()).isFalse();
    }

    @Test
    void idleTimeIsNoPartOfASample() {
        rate.sent(0, true, 0);
        arrive(0, 20);
        rate.sent(1, true, 500 * MS);

        assertThat(arrive(1, 520).intervalNanos()).isEqualTo(20 * MS);
    }

    @Test
    void retransmissionIsMeasuredFromItsOwnSending() {
        rate.sent(0, true, 0);
        rate.sent(1, false, 0);
        arrive(1, 20);
        rate.sent(0, false, 25 * MS);

        assertThat(arrive(0, 45)).isEqualTo(new DeliveryRate.Sample(1, 1, 25 * MS, false));
    }

    @Test
    void samplesAreLimitedByTheApplicationUntilWhatWasInFlightThenHasArrived() {
        rate.sent(0, true, 0);
        rate.limit(1);
        rate.sent(1, false, MS);
        assertThat(arrive(0, 20).applicationLimited()).isFalse();
        assertThat(arrive(1, 21).applicationLimited()).isTrue();

        rate.sent(2, true, 22 * MS);
        assertThat(arrive(2, 42).applicationLimited()).isFalse();
    }

    private DeliveryRate.Sample arrive(long segment, long atMillis) {
        rate.arrived(segment);
        return rate.sample(LEAST_RTT, atMillis * MS);
    }
}
