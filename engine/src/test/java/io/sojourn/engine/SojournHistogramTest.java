// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SojournHistogramTest {
    private static List<Long> values(SojournHistogram histogram) {
        List<Long> values = new ArrayList<>();
        histogram.forEach((value, count) -> {
            for (long i = 0; i < count; i++) {
                values.add(value);
            }
        });
        return values;
    }

    @Test
    void bucketOf123456789StandsForItsMiddle() {
        int index = SojournHistogram.indexOf(123_456_789);
        assertThat(SojournHistogram.indexOf(123_207_680)).isEqualTo(index);
        assertThat(SojournHistogram.indexOf(123_731_967)).isEqualTo(index);
        assertThat(SojournHistogram.indexOf(123_207_679)).isEqualTo(index - 1);
        assertThat(SojournHistogram.indexOf(123_731_968)).isEqualTo(index + 1);
        assertThat(SojournHistogram.middleOf(index)).isEqualTo(123_469_823);
    }

    @Test
    void valuesUpTo255AreExact() {
        for (int value = 0; value < 256; value++) {
            assertThat(SojournHistogram.middleOf(SojournHistogram.indexOf(value)))
                    .isEqualTo(value);
        }
        assertThat(SojournHistogram.indexOf(256)).isEqualTo(256);
        assertThat(SojournHistogram.indexOf(257)).isEqualTo(256);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyValueIsWithinOnePartIn256OfWhatItsBucketStandsFor(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            long value = random.nextLong() >>> (24 + random.nextInt(40));
            long middle = SojournHistogram.middleOf(SojournHistogram.indexOf(value));
            assertThat(Math.abs(middle - value) * 256).isLessThanOrEqualTo(value);
        }
    }

    @Test
    void bucketsAreGivenInOrderAndWithinWhatWasSeen() {
        var histogram = new SojournHistogram();
        histogram.record(1_000_001);
        histogram.record(5);
        histogram.record(5);
        assertThat(values(histogram)).containsExactly(5L, 5L, 1_000_001L);
        assertThat(histogram.sum()).isEqualTo(1_000_011);
        assertThat(histogram.min()).isEqualTo(5);
        assertThat(histogram.max()).isEqualTo(1_000_001);
    }

    @Test
    void drainedHistogramIsEmptyAndCountsAnew() {
        var histogram = new SojournHistogram();
        histogram.record(1L << 39);
        histogram.drain((value, count) -> assertThat(count).isEqualTo(1));
        assertThat(values(histogram)).isEmpty();
        histogram.record(7);
        assertThat(values(histogram)).containsExactly(7L);
        assertThat(histogram.count()).isEqualTo(1);
    }

    @Test
    void onlyBlocksThatHeldAValueAreThere() {
        var histogram = new SojournHistogram();
        assertThat(histogram.blocks()).isZero();
        histogram.reset();
        assertThat(values(histogram)).isEmpty();
        for (long value = 1_000_000; value < 16_000_000; value += 1000) {
            histogram.record(value);
        }
        assertThat(histogram.blocks()).isEqualTo(5);
        histogram.reset();
        histogram.record(2_000_000);
        assertThat(histogram.blocks()).isEqualTo(5);
        assertThat(values(histogram)).containsExactly(2_000_000L);
        for (long value = 1; value <= SojournHistogram.VALUE_LIMIT; value *= 2) {
            histogram.record(value);
        }
        assertThat(histogram.blocks()).isEqualTo(34);
    }

    @Test
    void valuePastTheLimitCountsAsTheLimitAndANegativeOneIsRefused() {
        var histogram = new SojournHistogram();
        histogram.record(Long.MAX_VALUE);
        assertThat(histogram.max()).isEqualTo(SojournHistogram.VALUE_LIMIT);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> histogram.record(-1))
                .withMessageContaining("value=-1");
    }

    @Test
    void floorIsTheLeastOfEachTenthOfASecondInWhichSomethingLeft() {
        var floor = new SojournFloor();
        long[][] sojournAndNow = {{9, 0}, {6, 99_999_999}, {7, 100_000_000}, {8, 150_000_000}, {4, 450_000_000}};
        for (long[] sent : sojournAndNow) {
            floor.record(sent[0], sent[1]);
        }
        assertThat(values(floor.floors())).containsExactly(6L, 7L);
        floor.closeBefore(500_000_000);
        floor.closeBefore(900_000_000);
        assertThat(values(floor.floors())).containsExactly(4L, 6L, 7L);
    }

    @Test
    void floorWorksOnAClockThatBeginsBelowZero() {
        var floor = new SojournFloor();
        floor.record(5, -150_000_000);
        floor.record(6, -50_000_000);
        floor.record(7, 1);
        assertThat(values(floor.floors())).containsExactly(5L, 6L);
    }
}
