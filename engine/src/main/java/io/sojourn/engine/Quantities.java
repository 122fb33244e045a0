// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import java.math.BigDecimal;
import java.util.List;

/** Numbers with their units, as an operator writes them: the shortest text that is read back as the same value. */
final class Quantities {
    private static final Scale RATES = new Scale("bit", "kbit", "Mbit", "Gbit");
    private static final Scale TIMES = new Scale("ns", "us", "ms", "s");

    private Quantities() {}

    /** Thousands of a unit; a larger one is used where three decimals say the value exactly. */
    private record Scale(String unit, String thousand, String million, String milliard) {
        String text(long value) {
            List<String> units = List.of(milliard, million, thousand);
            long scale = 1_000_000_000;
            for (String larger : units) {
                if (value >= scale && value % (scale / 1_000) == 0) {
                    return BigDecimal.valueOf(value)
                                    .divide(BigDecimal.valueOf(scale))
                                    .stripTrailingZeros()
                                    .toPlainString()
                            + larger;
                }
                scale /= 1_000;
            }
            return value + unit;
        }
    }

    static String text(Parameter parameter, long value) {
        return switch (parameter.unit()) {
            case BITS_PER_SECOND -> RATES.text(value);
            case BYTES -> bytes(value);
            case NANOSECONDS -> TIMES.text(value);
            case PACKETS -> value + "p";
            case PACKETS_PER_SECOND -> value + "pps";
            case COUNT -> Long.toString(value);
            case RATIO -> BigDecimal.valueOf(value, 7).stripTrailingZeros().toPlainString() + "%";
            case SWITCH -> value == 0 ? "off" : "on";
            case WORD -> parameter.words().get((int) value);
        };
    }

    private static String bytes(long value) {
        if (value <= 0) {
            return value + "B";
        }
        if (value % (1 << 20) == 0) {
            return (value >> 20) + "MiB";
        }
        if (value % 1_000_000 == 0) {
            return value / 1_000_000 + "MB";
        }
        if (value % 1_000 == 0) {
            return value / 1_000 + "kB";
        }
        return value % 1_024 == 0 ? (value >> 10) + "KiB" : value + "B";
    }
}
