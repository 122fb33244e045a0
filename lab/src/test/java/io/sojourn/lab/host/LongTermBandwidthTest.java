// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LongTermBandwidthTest {
    /** 10 000 bits: 200 segments a second are 2 Mbit/s. */
    private static final int PAYLOAD_BYTES = 1_250;

    private static final long SECOND = 1_000_000_000L;

    private final LongTermBandwidth bandwidth = new LongTermBandwidth(PAYLOAD_BYTES);
    private long delivered = 1_000;
    private long lost = 100;
    private long nowNanos = SECOND;

    @Test
    void intervalsOf2And2Point2MbitWithAQuarterLostToDeliveredGive2Point1() {
        begin();
        interval(200, 50, 4);
        assertThat(bandwidth.isUsed()).isFalse();
        interval(220, 55, 4);

        assertThat(bandwidth.isUsed()).isTrue();
        assertThat(bandwidth.bitsPerSecond()).isCloseTo(2.1e6, within(1e-3));
    }

    @Test
    void intervalsOf2And2Point3MbitAreNotThoseOfOnePolicer() {
        begin();
        interval(200, 50, 4);
        interval(230, 58, 4);
        assertThat(bandwidth.isUsed()).isFalse();

        // The later one is compared with what follows.
        interval(230, 58, 4);
        assertThat(bandwidth.isUsed()).isTrue();
        assertThat(bandwidth.bitsPerSecond()).isCloseTo(2.3e6, within(1e-3));
    }

    @Test
    void slowRatesWithin4000BitsPerSecondAreTheSame() {
        begin();
        interval(2, 1, 4);
        nowNanos -= SECOND / 6;
        interval(2, 1, 4);

        // 20 000 and 24 000 bit/s.
        assertThat(bandwidth.isUsed()).isTrue();
        assertThat(bandwidth.bitsPerSecond()).isCloseTo(22_000, within(1e-3));
    }

    @Test
    void lossOf50In256DeliveredIsNeeded() {
        begin();
        interval(256, 49, 4);
        assertThat(bandwidth.bitsPerSecond()).isZero();

        nowNanos -= SECOND;
        interval(0, 1, 0);
        assertThat(bandwidth.bitsPerSecond()).isCloseTo(2.56e6, within(1e-3));
    }

    @Test
    void lossOf19PercentOfDeliveredIsNotAPolicers() {
        begin();
        interval(200, 38, 4);
        interval(200, 38, 4);

        assertThat(bandwidth.isUsed()).isFalse();
    }

    @Test
    void intervalLastsFourRoundsAtLeastAndEndsWithALoss() {
        begin();
        interval(200, 50, 3);
        assertThat(bandwidth.bitsPerSecond()).isZero();

        bandwidth.sample(totals(), true, false);
        assertThat(bandwidth.bitsPerSecond()).isZero();
        bandwidth.sample(totals(), false, true);
        assertThat(bandwidth.bitsPerSecond()).isCloseTo(2e6, within(1e-3));
    }

    @Test
    void intervalIsGivenUpAfterSixteenRounds() {
        begin();
        interval(200, 50, 4);
        for (int i = 0; i < 16; i++) {
            bandwidth.sample(totals(), true, false);
        }
        assertThat(bandwidth.bitsPerSecond()).isCloseTo(2e6, within(1e-3));
        bandwidth.sample(totals(), true, false);

        assertThat(bandwidth.bitsPerSecond()).isZero();
    }

    @Test
    void nothingIsMeasuredBeforeTheFirstLoss() {
        for (int i = 0; i < 8; i++) {
            bandwidth.sample(totals(), true, false);
        }
        interval(200, 50, 0);

        assertThat(bandwidth.bitsPerSecond()).isZero();
    }

    @Test
    void estimateIsUsedFor48Rounds() {
        begin();
        interval(200, 50, 4);
        interval(200, 50, 4);
        for (int i = 0; i < 47; i++) {
            assertThat(bandwidth.isWornOut()).isFalse();
        }

        assertThat(bandwidth.isWornOut()).isTrue();
    }

    private void begin() {
        bandwidth.sample(totals(), false, true);
    }

    /** A second that ends with a loss. */
    private void interval(int newlyDelivered, int newlyLost, int rounds) {
        for (int i = 0; i < rounds; i++) {
            bandwidth.sample(totals(), true, false);
        }
        delivered += newlyDelivered;
        lost += newlyLost;
        nowNanos += SECOND;
        bandwidth.sample(totals(), false, true);
    }

    private LongTermBandwidth.Totals totals() {
        return new LongTermBandwidth.Totals(delivered, lost, nowNanos);
    }
}
