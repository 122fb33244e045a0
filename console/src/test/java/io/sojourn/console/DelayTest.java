// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.Sketch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayTest {
    @ParameterizedTest
    @CsvSource({
        "1, mean, false, false, false",
        "19, mean, false, false, false",
        "20, p50, true, false, false",
        "199, p50, true, false, false",
        "200, p95, true, true, false",
        "1000, p95, true, true, true"
    })
    void percentileOfTooFewValuesIsNullAndAnotherIsShown(int count, String as, boolean p50, boolean p95, boolean p99) {
        Delay delay = Delay.of(values(count), Sketch.of(90));
        assertThat(delay.count()).isEqualTo(count);
        assertThat(delay.shownAs()).isEqualTo(as);
        assertThat(delay.p50Micros() != null).isEqualTo(p50);
        assertThat(delay.p95Micros() != null).isEqualTo(p95);
        assertThat(delay.p99Micros() != null).isEqualTo(p99);
        assertThat(delay.baseMicros()).isEqualTo(90);
    }

    @Test
    void shownIsWhatItIsSaidToBe() {
        assertThat(Delay.of(Sketch.of(100, 103), Sketch.empty()).shownMicros()).isEqualTo(102);
        Delay many = Delay.of(values(400), Sketch.empty());
        assertThat(many.shownMicros()).isEqualTo(many.p95Micros()).isGreaterThan(many.p50Micros());
        assertThat(many.minMicros()).isEqualTo(100);
        assertThat(many.baseMicros()).isNull();
    }

    @Test
    void noValuesAreNoDelay() {
        assertThat(Delay.of(Sketch.empty(), Sketch.of(90))).isNull();
    }

    private static Sketch values(int count) {
        return Sketch.of(LongStream.range(0, count).map(i -> 100 + i).toArray());
    }
}
