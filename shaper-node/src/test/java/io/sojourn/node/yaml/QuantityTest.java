// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Unit;
import io.sojourn.engine.link.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class QuantityTest {
    static List<DisciplineType> disciplines() {
        return Registry.types();
    }

    @ParameterizedTest
    @MethodSource("disciplines")
    void everyValueOfEveryParameterIsReadBackFromItsText(DisciplineType type) {
        Random random = new Random(7);
        for (Parameter parameter : parameters(type)) {
            List<Long> values = new ArrayList<>(List.of(parameter.least(), parameter.most()));
            for (int i = 0; i < 50; i++) {
                values.add(random.nextLong(parameter.least(), parameter.most() + 1));
            }
            for (long value : values) {
                String text = Quantity.text(parameter, value);
                assertThat(Quantity.parse(parameter, parameter.name(), text))
                        .as("%s %s", parameter.name(), text)
                        .isEqualTo(value);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "BITS_PER_SECOND, 20000000, 20Mbit",
        "BITS_PER_SECOND, 1500000, 1.5Mbit",
        "BITS_PER_SECOND, 1500001, 1500.001kbit",
        "BYTES, 625000, 625kB",
        "BYTES, 1514, 1514B",
        "BYTES, 120268, 120.268kB",
        "BYTES, 131072, 131.072kB",
        "BYTES, 25000000, 25000kB",
        "BYTES, 33554432, 32MiB",
        "NANOSECONDS, 5000000, 5ms",
        "NANOSECONDS, 18168000, 18.168ms",
        "NANOSECONDS, 70968750, 70.96875ms",
        "NANOSECONDS, 70968, 70.968us",
        "NANOSECONDS, 1500000000, 1.5s",
        "PACKETS, 200, 200p",
        "PACKETS_PER_SECOND, 5000, 5000pps",
        "RATIO, 20000000, 2%",
        "SWITCH, 1, on"
    })
    void valueIsShownInTheUnitOfOthersOfItsSizeExactly(Unit unit, long value, String text) {
        assertThat(Quantity.text(any(unit), value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "BITS_PER_SECOND, 0",
        "BYTES, 0",
        "NANOSECONDS, 0.0",
        "NANOSECONDS, 99999999999999999999s",
        "COUNT, 99999999999999999999",
        "RATIO, 99999999999999999999%"
    })
    void whatNoUnitWouldBringIntoTheRangeIsRefusedByTheRange(Unit unit, String text) {
        Parameter parameter = Parameter.of("x", unit, 1_000, 2_000, 1_500, "");

        assertThatThrownBy(() -> Quantity.parse(parameter, "x", text))
                .isInstanceOf(Mended.class)
                .satisfies(refused -> {
                    assertThat(((Mended) refused).bound()).isEqualTo(Quantity.range(parameter));
                    assertThat(((Mended) refused).mend()).isEqualTo("choose one in between");
                });
    }

    @Test
    void whatMayBeMoreThanAllIsAFactorAndNoShare() {
        Parameter beta = Parameter.required("beta", Unit.RATIO, 0, 10_000_000_000L, "");

        assertThat(Quantity.text(beta, 3_200_000_000L)).isEqualTo("3.2");
        assertThat(Quantity.range(beta)).isEqualTo("from 0 to 10");
    }

    @Test
    void shareMayBeWrittenAsAFractionAndASwitchInAnyOfItsWords() {
        assertThat(Quantity.parse(any(Unit.RATIO), "p", "0.02")).isEqualTo(20_000_000);
        assertThat(Quantity.parse(any(Unit.SWITCH), "p", "true")).isEqualTo(1);
        assertThat(Quantity.parse(any(Unit.SWITCH), "p", "off")).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "BITS_PER_SECOND, 20Mbps",
        "BITS_PER_SECOND, -1Mbit",
        "BYTES, 100",
        "NANOSECONDS, 0.5ns",
        "NANOSECONDS, 5",
        "PACKETS, 5.5p",
        "COUNT, 1.5",
        "COUNT, -1",
        "RATIO, two",
        "SWITCH, maybe"
    })
    void whatIsNoValueIsRefused(Unit unit, String text) {
        assertThatThrownBy(() -> Quantity.parse(any(unit), "p", text)).isInstanceOf(Mended.class);
    }

    @Test
    void valueOutsideTheRangeNamesTheRangeAsItIsWritten() {
        Parameter rate = Parameter.required("rate", Unit.BITS_PER_SECOND, 8, 1_000_000_000, "");

        assertThatThrownBy(() -> Quantity.parse(rate, "rate", "0bit")).hasMessageContaining("from 8bit to 1Gbit");
    }

    private static List<Parameter> parameters(DisciplineType type) {
        Stream<Parameter> ofClasses = type instanceof DisciplineType.SchedulerType scheduler
                ? scheduler.classParameters().stream()
                : Stream.empty();
        return Stream.concat(type.parameters().stream(), ofClasses).toList();
    }

    private static Parameter any(Unit unit) {
        return Parameter.required("p", unit, 0, unit == Unit.RATIO ? 1_000_000_000 : Long.MAX_VALUE / 2, "");
    }
}
