// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rates, sizes and times as people write them: {@code 20Mbit}, {@code 625000B}, {@code 200p}, {@code 100ms}.
 *
 * <p>Rates are bits a second and decimal. A bare {@code bps} is refused: tc reads it as bytes a second, IOS as bits.
 */
public final class Units {
    private static final Pattern QUANTITY = Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-z/]+)\\s*");

    private static final Map<String, BigDecimal> RATES = units("bit", 1L, "kbit", 1_000L, "Mbit", 1_000_000L)
            .and("Gbit", 1_000_000_000L)
            .map();
    private static final Map<String, BigDecimal> SIZES = units("B", 1L, "kB", 1_000L, "MB", 1_000_000L)
            .and("KiB", 1L << 10)
            .and("MiB", 1L << 20)
            .map();
    private static final Map<String, BigDecimal> PACKETS =
            units("p", 1L, "packet", 1L, "packets", 1L).map();
    private static final Map<String, BigDecimal> TIMES = units("us", 1L, "ms", 1_000L, "s", 1_000_000L)
            .and("min", 60_000_000L)
            .map();

    private Units() {}

    /** @return bits a second; {@code 20Mbit} and {@code 20Mbit/s} are 20 000 000 */
    public static long rateBitsPerSecond(String field, String text) {
        return parse(field, text.endsWith("/s") ? text.substring(0, text.length() - 2) : text, RATES);
    }

    /** @return bytes; {@code 625000B}, {@code 32KiB} */
    public static long sizeBytes(String field, String text) {
        return parse(field, text, SIZES);
    }

    /** @return packets; {@code 200p} */
    public static long packets(String field, String text) {
        return parse(field, text, PACKETS);
    }

    /** @return microseconds; {@code 5ms} */
    public static long timeMicros(String field, String text) {
        return parse(field, text, TIMES);
    }

    /** 20 000 000 as "20 Mbit/s", at most three decimals. */
    public static String rate(double bitsPerSecond) {
        return scaled(bitsPerSecond, 1e9, "Gbit/s", 1e6, "Mbit/s", 1e3, "kbit/s", "bit/s");
    }

    /** 625 000 as "625 kB", at most three decimals. */
    public static String size(double bytes) {
        return scaled(bytes, 1e9, "GB", 1e6, "MB", 1e3, "kB", "B");
    }

    private static String scaled(
            double value, double a, String unitA, double b, String unitB, double c, String unitC, String unit) {
        if (value >= a) {
            return trimmed(value / a) + " " + unitA;
        }
        if (value >= b) {
            return trimmed(value / b) + " " + unitB;
        }
        return value >= c ? trimmed(value / c) + " " + unitC : trimmed(value) + " " + unit;
    }

    private static String trimmed(double value) {
        return String.format(Locale.ROOT, "%.3f", value).replaceAll("\\.?0+$", "");
    }

    private static long parse(String field, String text, Map<String, BigDecimal> units) {
        Matcher matcher = QUANTITY.matcher(text);
        BigDecimal unit = matcher.matches() ? units.get(matcher.group(2)) : null;
        if (unit == null) {
            throw new OutOfRange(field, text, "a number and one of " + String.join(", ", units.keySet()));
        }
        BigDecimal value = new BigDecimal(matcher.group(1)).multiply(unit).stripTrailingZeros();
        if (value.scale() > 0 || value.precision() - value.scale() > 18) {
            throw new OutOfRange(field, text, "a whole number of the smallest unit, below 10^18");
        }
        return value.longValueExact();
    }

    private static UnitTable units(String a, long aValue, String b, long bValue, String c, long cValue) {
        return new UnitTable().and(a, aValue).and(b, bValue).and(c, cValue);
    }

    private static final class UnitTable {
        private final Map<String, BigDecimal> units = new LinkedHashMap<>();

        UnitTable and(String name, long value) {
            units.put(name, BigDecimal.valueOf(value));
            return this;
        }

        Map<String, BigDecimal> map() {
            return units;
        }
    }
}
