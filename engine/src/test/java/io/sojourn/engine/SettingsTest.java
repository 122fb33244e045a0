// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private static final LinkFacts LINK = new LinkFacts(1_000_000, 1_514);
    private static final Parameter RATE = Parameter.required("rate", Unit.BITS_PER_SECOND, 1, 1_000, "rate");
    private static final Parameter CEIL = Parameter.computed(
            "ceil",
            Unit.BITS_PER_SECOND,
            1,
            1_000,
            (before, link) -> before.has(RATE) ? before.value(RATE) : 7,
            "ceil");
    private static final Parameter BURST = Parameter.computed(
            "burst", Unit.BYTES, 1, 1_000, (before, link) -> before.has(CEIL) ? before.value(CEIL) : 9, "burst");
    private static final Parameter LIMIT = Parameter.of("limit", Unit.PACKETS, 1, 1_000, 5, "limit");

    @Test
    void whatIsComputedFromAWrongValueIsAbsentAndTheRestIsNot() {
        List<Problem> problems = new ArrayList<>();
        Settings settings = Settings.of(List.of(RATE, CEIL, BURST, LIMIT), Map.of(), Set.of("rate"), LINK, problems);

        assertThat(settings.values()).isEqualTo(Map.of("limit", 5L));
        assertThat(problems).isEmpty();
    }

    @Test
    void valueThatIsWrittenIsKeptWhateverIsWrongBeforeIt() {
        Settings settings =
                Settings.of(List.of(RATE, CEIL, BURST), Map.of("ceil", 3L), Set.of("rate"), LINK, new ArrayList<>());

        assertThat(settings.values()).isEqualTo(Map.of("ceil", 3L, "burst", 3L));
    }

    @ParameterizedTest
    @CsvSource({
        "BITS_PER_SECOND, 20000000, 20Mbit",
        "BITS_PER_SECOND, 10001000, 10.001Mbit",
        "BITS_PER_SECOND, 999, 999bit",
        "NANOSECONDS, 19999999, 19.999999ms",
        "NANOSECONDS, 70968750, 70.96875ms",
        "NANOSECONDS, 5000000, 5ms",
        "BYTES, 1514, 1514B",
        "BYTES, 1048576, 1MiB",
        "BYTES, -64, -64B",
        "RATIO, 20000000, 0.02",
        "PACKETS, 5, 5p",
    })
    void valueHasATextWithItsUnitThatIsExact(Unit unit, long value, String text) {
        assertThat(Parameter.optional("p", unit, Long.MIN_VALUE, Long.MAX_VALUE, "p")
                        .text(value))
                .isEqualTo(text);
    }
}
