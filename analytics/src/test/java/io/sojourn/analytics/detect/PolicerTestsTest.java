// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicerTestsTest {
    private static final double RATE_BYTES = 250_000;
    private static final double DEPTH_BYTES = 100_000;
    private static final long ACK_MICROS = 50_000;

    private static final Cells CONSTANT = Traffic.policed(Traffic.constant(4_000, 2_500), RATE_BYTES, DEPTH_BYTES);

    @Test
    void fourMbitThroughATwoMbitBucketFirstLosesPacket159() {
        assertThat(CONSTANT.lossCells()[0]).isEqualTo(159);
        assertThat(CONSTANT.get(159).startMicros()).isEqualTo(397_500);
        assertThat(CONSTANT.lostPackets()).isEqualTo(1_921);
        assertThat(CONSTANT.passedPackets()).isEqualTo(2_079);
    }

    @Test
    void pdFindsRateBurstAndFillOfTheConstantStream() {
        PdResult result = Pd.test(CONSTANT, ACK_MICROS, 0);

        assertThat(result.code()).isEqualTo(PdCode.POLICED);
        assertThat(result.rateBitsPerSecond()).isCloseTo(2_000_000, within(600.0));
        assertThat(result.burstBytes()).isEqualTo(198_750);
        assertThat(result.bucketBytes()).isCloseTo(99_375, within(30.0));
        assertThat(Pd.test(CONSTANT, ACK_MICROS, 2).burstBytes()).isEqualTo(203_750);
    }

    @Test
    void cappedPdFindsBothOfAnOnOffStream() {
        Cells cells = Traffic.policed(Traffic.bursts(40, 200, 500, 500_000), RATE_BYTES, DEPTH_BYTES);
        PdResult plain = Pd.test(cells, ACK_MICROS, 0);
        PdResult capped = PdCapped.test(cells, true);

        assertThat(cells.lostPackets()).isEqualTo(4_040);
        assertThat(cells.lossCells()[0]).isEqualTo(88);
        assertThat(plain.code()).isEqualTo(PdCode.POLICED);
        assertThat(plain.rateBitsPerSecond()).isCloseTo(1_980_000, within(1_000.0));
        assertThat(plain.burstBytes()).isEqualTo(110_000);
        assertThat(capped.code()).isEqualTo(PdCode.POLICED);
        assertThat(capped.rateBitsPerSecond()).isCloseTo(1_982_000, within(1_000.0));
        assertThat(capped.bucketBytes()).isCloseTo(99_099, within(10.0));
    }

    @Test
    void overflowingBucketHalvesTheRateOfPlainPdButNotOfTheCappedOne() {
        Cells cells = Traffic.policed(Traffic.bursts(40, 200, 500, 1_000_000), RATE_BYTES, DEPTH_BYTES);
        PdResult capped = PdCapped.test(cells, false);

        assertThat(cells.lostPackets()).isEqualTo(4_040);
        assertThat(Pd.test(cells, ACK_MICROS, 0).rateBitsPerSecond()).isCloseTo(991_000, within(1_000.0));
        assertThat(capped.rateBitsPerSecond()).isCloseTo(1_982_000, within(1_000.0));
        assertThat(capped.bucketBytes()).isCloseTo(99_099, within(10.0));
        assertThat(capped.refilled()).isTrue();
    }

    @Test
    void sixLossesAreTooFew() {
        Cells few = new Cells(1, CONSTANT.list().subList(0, 170));

        assertThat(few.lostPackets()).isEqualTo(6);
        assertThat(Pd.test(few, ACK_MICROS, 0).code()).isEqualTo(PdCode.TOO_FEW_LOSSES);
        assertThat(PdCapped.test(few, true).code()).isEqualTo(PdCode.TOO_FEW_LOSSES);
    }

    @Test
    void everyFiftiethPacketLostFoolsPlainPdOnly() {
        Cells cells = Traffic.cells(Traffic.constant(4_000, 2_500), i -> i % 50 == 49);
        PdResult plain = Pd.test(cells, ACK_MICROS, 0);

        assertThat(plain.code()).isEqualTo(PdCode.POLICED);
        assertThat(plain.rateBitsPerSecond()).isCloseTo(3_920_000, within(5_000.0));
        assertThat(PdCapped.test(cells, true).code()).isEqualTo(PdCode.INDETERMINATE);
    }

    @Test
    void randomLossOfTwoPercentFoolsPlainPdOnly() {
        long[] seed = {12_345};
        Cells cells = Traffic.cells(Traffic.constant(4_000, 2_500), i -> {
            seed[0] = (1_103_515_245L * seed[0] + 12_345) % (1L << 31);
            return seed[0] / (double) (1L << 31) < 0.02;
        });

        assertThat(cells.lostPackets()).isEqualTo(84);
        assertThat(Pd.test(cells, ACK_MICROS, 0).code()).isEqualTo(PdCode.POLICED);
        assertThat(PdCapped.test(cells, true).code()).isEqualTo(PdCode.LOSS_AT_HIGHER_FILL);
    }

    @ParameterizedTest
    @CsvSource({"1000, 0.05, 0.05", "10000, 0.05, 0.10", "100000, 0.05, 0.15"})
    void widerCellsKeepRateAndDepth(long widthMicros, double rateError, double depthError) {
        Cells cells = Traffic.coarse(Traffic.policed(Traffic.constant(20_000, 500), 1_250_000, 1_500_000), widthMicros);
        PdResult result = PdCapped.test(cells, true);

        assertThat(result.code()).isEqualTo(PdCode.POLICED);
        assertThat(result.rateBitsPerSecond()).isCloseTo(10e6, within(10e6 * rateError));
        assertThat(result.bucketBytes()).isCloseTo(1_500_000, within(1_500_000 * depthError));
        assertThat(result.refilled()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyBurstyTrafficThroughAnyBucketGivesItsRateAndDepth(long seed) {
        Random random = new Random(seed);
        double rate = 1e5 * (1 + random.nextInt(20));
        double depth = 50_000 + random.nextInt(200_000);
        long[] micros = new long[8_000];
        double at = 0;
        for (int i = 0; i < micros.length; i++) {
            boolean pause = random.nextInt(400) == 0;
            at += pause
                    ? 2e6 * random.nextDouble() * depth / rate
                    : 1e6 * Traffic.PACKET_BYTES / rate * random.nextDouble();
            micros[i] = Math.round(at) + i;
        }
        PdResult result = PdCapped.test(Traffic.policed(micros, rate, depth), true);

        assertThat(result.code()).isEqualTo(PdCode.POLICED);
        assertThat(result.rateBitsPerSecond()).isCloseTo(8 * rate, within(0.05 * 8 * rate));
        assertThat(result.bucketBytes()).isCloseTo(depth, within(0.15 * depth));
    }

    @Test
    void bucketIsOnlyALowerBoundWhenTheRowBeginsWithAnEmptyOne() {
        Cells late = new Cells(1, CONSTANT.list().subList(1_000, 4_000));

        assertThat(PdCapped.test(late, false).refilled()).isFalse();
    }
}
