// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FractionTest {
    @Test
    void partsAndProductsAreRoundedDownExactly() {
        var random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            long parts = (long) (random.nextDouble() * 100 * Fraction.PARTS);
            BigInteger exact =
                    BigInteger.valueOf(parts).shiftLeft(Fraction.BITS).divide(BigInteger.valueOf(Fraction.PARTS));
            assertThat(Fraction.ofParts(parts)).isEqualTo(exact.longValueExact());
            long a = random.nextLong() >>> 8;
            long b = random.nextLong() >>> 8;
            long product = BigInteger.valueOf(a)
                    .multiply(BigInteger.valueOf(b))
                    .shiftRight(Fraction.BITS)
                    .longValueExact();
            assertThat(Fraction.times(a, b)).isEqualTo(product);
        }
        assertThat(Fraction.times(Fraction.ONE, Fraction.ONE)).isEqualTo(Fraction.ONE);
    }

    @Test
    void powersAreTooLowByAtMostTwoUnitsAnExponent() {
        long base = Fraction.ONE - Fraction.ofParts(2_000_000);
        long byMultiplying = Fraction.ONE;
        for (int exponent = 0; exponent < 5000; exponent++) {
            double exact = Math.pow(0.998, exponent);
            assertThat((double) Fraction.power(base, exponent) / Fraction.ONE).isCloseTo(exact, within(1e-12));
            assertThat(Math.abs(Fraction.power(base, exponent) - byMultiplying)).isLessThanOrEqualTo(2L * exponent);
            byMultiplying = Fraction.times(byMultiplying, base);
        }
        assertThat(Fraction.power(base, Long.MAX_VALUE)).isZero();
        assertThat(Fraction.power(Fraction.ONE, Long.MAX_VALUE)).isEqualTo(Fraction.ONE);
        assertThat(Fraction.power(0, 1)).isZero();
        assertThat(Fraction.power(0, 0)).isEqualTo(Fraction.ONE);
    }

    @Test
    void randomFractionsAreUniformAndRepeatForASeed() {
        var random = new SplitMix(7);
        var again = new SplitMix(7);
        int[] tenths = new int[10];
        for (int i = 0; i < 100_000; i++) {
            long fraction = random.fraction();
            assertThat(again.fraction()).isEqualTo(fraction);
            tenths[(int) (fraction / (Fraction.ONE / 10 + 1))]++;
        }
        // Deviation of one tenth of 100 000: 95.
        assertThat(java.util.Arrays.stream(tenths).boxed()).allMatch(count -> Math.abs(count - 10_000) < 500);
    }
}
