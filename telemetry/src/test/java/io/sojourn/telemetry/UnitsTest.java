// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource({"20Mbit,20000000", "20Mbit/s,20000000", "1.5 Mbit,1500000", "64kbit,64000", "10Gbit,10000000000"})
    void ratesAreDecimalBitsASecond(String text, long expected) {
        assertThat(Units.rateBitsPerSecond("rate", text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"20", "20bps", "20kbps", "20MB", "-1Mbit", "", "Mbit", "1e6bit", "0.5bit"})
    void rateWithoutAClearUnitIsRefused(String text) {
        assertThatThrownBy(() -> Units.rateBitsPerSecond("wan0.rate", text))
                .isInstanceOf(OutOfRange.class)
                .hasMessageContaining("wan0.rate=");
    }

    @Test
    void sizesPacketsAndTimesHaveUnitsToo() {
        assertThat(Units.sizeBytes("burst", "625000B")).isEqualTo(625_000);
        assertThat(Units.sizeBytes("burst", "625kB")).isEqualTo(625_000);
        assertThat(Units.sizeBytes("burst", "32KiB")).isEqualTo(32_768);
        assertThat(Units.packets("limit", "200p")).isEqualTo(200);
        assertThat(Units.timeMicros("target", "5ms")).isEqualTo(5_000);
        assertThat(Units.timeMicros("interval", "0.1s")).isEqualTo(100_000);
    }

    @Test
    void numberBeyondALongIsRefusedInsteadOfWrapped() {
        assertThatThrownBy(() -> Units.rateBitsPerSecond("rate", "99999999999999999999Gbit"))
                .isInstanceOf(OutOfRange.class);
    }

    @Test
    void numbersAreShownAsPeopleWriteThem() {
        assertThat(Units.rate(20_000_000)).isEqualTo("20 Mbit/s");
        assertThat(Units.rate(19_340_500)).isEqualTo("19.341 Mbit/s");
        assertThat(Units.rate(12)).isEqualTo("12 bit/s");
        assertThat(Units.size(625_000)).isEqualTo("625 kB");
    }
}
