// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SketchTest {
    @Test
    void hundredFallsIntoBin231WhichStandsFor100Point4946() {
        assertThat(Sketch.GAMMA).isCloseTo(1.020202, within(1e-6));
        assertThat(Sketch.of(100).bins()).containsExactly(new SketchBin(231, 1));
        assertThat(Sketch.valueOf(231)).isCloseTo(100.4946, within(1e-4));
    }

    @Test
    void emptySketchHasNoQuantileInsteadOfZero() {
        assertThat(Sketch.empty().quantile(0.5)).isEmpty();
        assertThat(Sketch.empty().mean()).isEmpty();
        assertThat(Sketch.empty().shareAbove(0)).isEmpty();
    }

    @Test
    void zerosHaveARankOfTheirOwn() {
        Sketch sketch = Sketch.of(0, 0, 0, 50);

        assertThat(sketch.quantile(0.5)).hasValue(0);
        assertThat(sketch.quantile(1)).hasValueCloseTo(50.0, within(0.5));
        assertThat(sketch.shareAbove(0)).hasValue(0.25);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyQuantileIsWithinOnePercentOfTheExactOne(long seed) {
        long[] values = new Random(seed).longs(5_000, 1, 1L << (8 + 5 * seed)).toArray();
        Sketch sketch = Sketch.of(values);
        Arrays.sort(values);

        for (double q : new double[] {0, 0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 1}) {
            double exact = values[(int) Math.floor(q * (values.length - 1))];
            assertThat(sketch.quantile(q).orElseThrow()).isCloseTo(exact, within(exact * 0.0100001));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void mergingInAnyOrderAndAnySplitGivesTheSketchOfAllValues(long seed) {
        Random random = new Random(seed);
        long[] values = random.longs(300, 0, 10_000_000).toArray();
        int cut = random.nextInt(values.length);
        Sketch left = Sketch.of(Arrays.copyOfRange(values, 0, cut));
        Sketch right = Sketch.of(Arrays.copyOfRange(values, cut, values.length));

        assertThat(left.merge(right)).isEqualTo(Sketch.of(values));
        assertThat(right.merge(left)).isEqualTo(Sketch.of(values));
    }

    @Test
    void largestLongHasABin() {
        assertThat(Sketch.of(Long.MAX_VALUE).bins()).singleElement().satisfies(bin -> assertThat(bin.index())
                .isLessThan(Sketch.BIN_LIMIT));
    }

    @Test
    void drainLeavesTheBuilderEmpty() {
        SketchBuilder builder = new SketchBuilder().add(7).add(0);

        assertThat(builder.drain()).isEqualTo(Sketch.of(7, 0));
        assertThat(builder.drain()).isEqualTo(Sketch.empty());
        assertThat(builder.add(9).build()).isEqualTo(Sketch.of(9));
    }

    @Test
    void countsThatDoNotAddUpAreRefused() {
        assertThatThrownBy(() -> Sketch.of(2, 5, 5, 5, 0, List.of(new SketchBin(81, 1))))
                .hasMessageContaining("count=2; must be the sum of zeros and bins, 0 + 1");
        assertThatThrownBy(() -> Sketch.of(2, 5, 5, 5, 0, List.of(new SketchBin(81, 1), new SketchBin(81, 1))))
                .hasMessageContaining("bins.index=81");
        assertThatThrownBy(() -> Sketch.of(-1)).hasMessageContaining("value=-1; must be at least 0");
    }
}
