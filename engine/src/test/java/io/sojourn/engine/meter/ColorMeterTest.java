// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import static io.sojourn.engine.meter.Color.GREEN;
import static io.sojourn.engine.meter.Color.RED;
import static io.sojourn.engine.meter.Color.YELLOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.Rig;
import io.sojourn.engine.Settings;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates of 1000 bytes a second are 8000 bit/s. */
class ColorMeterTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long[][] TWO_RATE_PACKETS = {{0, 1000}, {0, 1000}, {0, 1000}, {500, 1000}, {1000, 1000}};

    private final Rig rig = new Rig();

    private SrTcm srTcm(long rate, long burst, long excessBurst) {
        Map<String, Long> given = Map.of("rate", rate, "burst", burst, "excessBurst", excessBurst);
        return new SrTcm(Rig.settings(SrTcm.TYPE, given), rig.around);
    }

    private TrTcm trTcm() {
        Map<String, Long> given = Map.of("rate", 8000L, "burst", 1500L, "peakRate", 16_000L, "peakBurst", 2000L);
        return new TrTcm(Rig.settings(TrTcm.TYPE, given), rig.around);
    }

    private Rfc4115 rfc4115() {
        Map<String, Long> given = Map.of("rate", 8000L, "burst", 1500L, "excessRate", 8000L, "excessBurst", 1000L);
        return new Rfc4115(Rig.settings(Rfc4115.TYPE, given), rig.around);
    }

    /** @param millisAndBytes one packet each */
    private static List<Color> colors(ColorMeter meter, long[][] millisAndBytes) {
        List<Color> colors = new ArrayList<>();
        for (long[] packet : millisAndBytes) {
            colors.add(meter.meter((int) packet[1], GREEN, packet[0] * MILLISECOND));
        }
        return colors;
    }

    @Test
    void singleRateFillsTheExcessOnlyFromWhatTheCommittedCannotHold() {
        SrTcm meter = srTcm(8000, 1500, 1000);
        long[][] packets = {{0, 1000}, {100, 1000}, {200, 1000}, {1000, 1000}, {3000, 1500}, {3000, 1000}};
        assertThat(colors(meter, packets)).containsExactly(GREEN, YELLOW, RED, GREEN, GREEN, YELLOW);
        assertThat(meter.committedBytes(3000 * MILLISECOND)).isZero();
        assertThat(meter.levelBytes(3000 * MILLISECOND)).isZero();
    }

    @Test
    void twoRatesTakeAYellowPacketFromThePeakAndAGreenOneFromBoth() {
        TrTcm meter = trTcm();
        assertThat(colors(meter, TWO_RATE_PACKETS)).containsExactly(GREEN, YELLOW, RED, GREEN, YELLOW);
        assertThat(meter.committedBytes(1000 * MILLISECOND)).isEqualTo(500);
        assertThat(meter.levelBytes(1000 * MILLISECOND)).isZero();
    }

    @Test
    void excessRateOnTopOfTheCommittedOneIsApartFromIt() {
        Rfc4115 meter = rfc4115();
        assertThat(colors(meter, TWO_RATE_PACKETS)).containsExactly(GREEN, YELLOW, RED, GREEN, YELLOW);
        assertThat(meter.committedBytes(1000 * MILLISECOND)).isEqualTo(500);
        assertThat(meter.levelBytes(1000 * MILLISECOND)).isZero();
    }

    @Test
    void awareSingleRateKeepsTheCommittedCreditFromYellowAndAllCreditFromRed() {
        SrTcm meter = srTcm(8000, 1500, 1000);
        assertThat(meter.meter(1000, RED, 0)).isEqualTo(RED);
        assertThat(meter.meter(1000, YELLOW, 0)).isEqualTo(YELLOW);
        assertThat(meter.meter(1, YELLOW, 0)).isEqualTo(RED);
        assertThat(meter.meter(1500, GREEN, 0)).isEqualTo(GREEN);
    }

    @Test
    void awareTwoRatesTakeYellowFromThePeakOnlyAndNothingForRed() {
        TrTcm meter = trTcm();
        assertThat(meter.meter(1000, RED, 0)).isEqualTo(RED);
        assertThat(meter.meter(500, YELLOW, 0)).isEqualTo(YELLOW);
        assertThat(meter.committedBytes(0)).isEqualTo(1500);
        assertThat(meter.meter(1500, GREEN, 0)).isEqualTo(GREEN);
        assertThat(meter.meter(1, GREEN, 0)).isEqualTo(RED);
    }

    @Test
    void yellowPacketsNeverCostGreenOnesTheirCreditInRfc4115() {
        Rfc4115 meter = rfc4115();
        assertThat(meter.meter(1000, RED, 0)).isEqualTo(RED);
        assertThat(meter.meter(1000, YELLOW, 0)).isEqualTo(YELLOW);
        assertThat(meter.meter(1, YELLOW, 0)).isEqualTo(RED);
        assertThat(meter.meter(1500, GREEN, 0)).isEqualTo(GREEN);
        assertThat(meter.meter(1, GREEN, 0)).isEqualTo(RED);
    }

    @Test
    void singleRateIsExactToTheNanosecondInBothBuckets() {
        SrTcm meter = srTcm(8000, 2000, 2000);
        assertThat(colors(meter, new long[][] {{0, 2000}, {0, 2000}})).containsExactly(GREEN, YELLOW);
        assertThat(meter.meter(1514, GREEN, 1_513_999_999)).isEqualTo(RED);
        assertThat(meter.meter(1514, GREEN, 1_514_000_000)).isEqualTo(GREEN);
        // 2000 bytes more fill the committed bucket; then the excess needs 1514.
        long fullNanos = 1_514_000_000L + 2_000_000_000L;
        assertThat(meter.meter(1514, YELLOW, fullNanos + 1_513_999_999L)).isEqualTo(RED);
        assertThat(meter.meter(1514, YELLOW, fullNanos + 1_514_000_000L)).isEqualTo(YELLOW);
    }

    @Test
    void packetLongerThanAnyDepthIsRed() {
        for (ColorMeter meter : List.of(srTcm(8000, 1500, 1000), trTcm(), rfc4115())) {
            assertThat(meter.meter(Integer.MAX_VALUE, GREEN, 0)).isEqualTo(RED);
            assertThat(meter.meter(1501, GREEN, 0)).isNotEqualTo(GREEN);
        }
    }

    /** Credit by the definition, in integers of any size, at depths whose sum does not fit a long. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void singleRateCreditIsThatOfTheDefinitionAtAnyRateDepthAndGap(long seed) {
        var random = new Random(seed);
        for (int run = 0; run < 100; run++) {
            long rate = 1 + random.nextLong(1_000_000_000_000L >> random.nextInt(40));
            long burst = run == 0 ? 1 << 30 : 1 + random.nextInt(1 << (1 + random.nextInt(30)));
            long excess = run == 0 ? 1 << 30 : random.nextInt(1 << (1 + random.nextInt(30)));
            SrTcm meter = srTcm(rate, burst, excess);
            BigInteger[] depths = {nanobits(burst), nanobits(excess)};
            BigInteger[] credit = depths.clone();
            long fillNanos =
                    depths[0].add(depths[1]).divide(BigInteger.valueOf(rate)).longValueExact();
            long now = random.nextLong() >> 4;
            assertThat(meter.committedBytes(now)).isEqualTo(burst);
            for (int step = 0; step < 30; step++) {
                long gap = random.nextInt(4) == 0 ? fillNanos + random.nextInt(3) : random.nextLong(fillNanos / 8 + 2);
                now += gap;
                earn(credit, depths, BigInteger.valueOf(gap).multiply(BigInteger.valueOf(rate)));
                int length = 1 + random.nextInt((int) burst);
                Color color = take(credit, nanobits(length));
                assertThat(meter.meter(length, GREEN, now)).isEqualTo(color);
                assertThat(meter.committedBytes(now)).isEqualTo(bytes(credit[0]));
                assertThat(meter.levelBytes(now)).isEqualTo(bytes(credit[excess == 0 ? 0 : 1]));
            }
        }
    }

    private static void earn(BigInteger[] credit, BigInteger[] depths, BigInteger earned) {
        BigInteger both = credit[0].add(earned);
        credit[0] = both.min(depths[0]);
        credit[1] = credit[1].add(both.subtract(credit[0])).min(depths[1]);
    }

    private static Color take(BigInteger[] credit, BigInteger need) {
        for (int i = 0; i < 2; i++) {
            if (credit[i].compareTo(need) >= 0) {
                credit[i] = credit[i].subtract(need);
                return i == 0 ? GREEN : YELLOW;
            }
        }
        return RED;
    }

    private static BigInteger nanobits(long bytes) {
        return BigInteger.valueOf(bytes).multiply(BigInteger.valueOf(8_000_000_000L));
    }

    private static long bytes(BigInteger nanobits) {
        return nanobits.divide(BigInteger.valueOf(8_000_000_000L)).longValueExact();
    }

    @Test
    void changeKeepsCreditUpToTheNewDepthAndGivesNoBurstAway() {
        SrTcm meter = srTcm(8000, 1500, 1500);
        assertThat(colors(meter, new long[][] {{0, 1500}, {0, 1000}})).containsExactly(GREEN, YELLOW);
        Settings larger = Rig.settings(SrTcm.TYPE, Map.of("rate", 80_000L, "burst", 100_000L, "excessBurst", 100_000L));
        meter.configure(larger, 0);
        assertThat(meter.committedBytes(0)).isZero();
        assertThat(meter.levelBytes(0)).isEqualTo(500);
        assertThat(meter.committedBytes(100 * MILLISECOND)).isEqualTo(1000);
    }
}
