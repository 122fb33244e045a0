// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.launcher.lab.Comparison.Row;
import io.sojourn.launcher.lab.Expected.Figure;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Figure FIGURE = new Figure("case", null, "tcp.goodputMbit", null, 2, 3, "source", null);

    @Test
    void medianIsTheMiddleOrTheMeanOfTheTwo() {
        assertThat(row(1, 2, 9).median()).hasValue(2);
        assertThat(row(1, 2, 4, 9).median()).hasValue(3);
    }

    @Test
    void bandHoldsItsEndsAndNothingBeyond() {
        assertThat(row(2).isWithin()).isTrue();
        assertThat(row(3).isWithin()).isTrue();
        assertThat(row(1.999).isWithin()).isFalse();
        assertThat(row(3.001).isWithin()).isFalse();
    }

    @Test
    void seedWithoutASampleLeavesTheFigureWithoutData() {
        Row row = new Row(FIGURE, List.of(2.5, 2.5), 3);

        assertThat(row.median()).isEmpty();
        assertThat(row.isWithin()).isFalse();
    }

    private static Row row(double... ascending) {
        List<Double> values = Arrays.stream(ascending).boxed().toList();
        return new Row(FIGURE, values, values.size());
    }
}
