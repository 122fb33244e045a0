// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.yaml;

import io.sojourn.engine.Unit;
import io.sojourn.telemetry.OutOfRange;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a quantity was most likely meant whose unit is missing, or is written as another program has it. */
public final class UnitHint {
    private static final Pattern QUANTITY = Pattern.compile("\\s*([0-9]{1,18}(?:\\.[0-9]{1,9})?)\\s*([A-Za-z/]*)\\s*");
    private static final String TYPED = "did you mean %s?";

    private static final Map<String, String> RATES =
            Map.of("b", "bit", "k", "kbit", "m", "Mbit", "g", "Gbit", "kb", "kbit", "mb", "Mbit", "gb", "Gbit");
    private static final Map<String, String> TIMES =
            Map.of("sec", "s", "secs", "s", "msec", "ms", "msecs", "ms", "usec", "us", "usecs", "us", "m", "min");

    private UnitHint() {}

    /** The same reader, which knows a mend for a text that it refuses. */
    public static <T> BiFunction<String, String, T> with(Unit unit, BiFunction<String, String, T> reader) {
        return (field, text) -> {
            try {
                return reader.apply(field, text);
            } catch (OutOfRange e) {
                String mend = of(unit, text).orElse("");
                if (mend.isEmpty()) {
                    throw e;
                }
                throw new Mended(e.value(), e.bound(), mend);
            }
        };
    }

    /** A mend; empty when nothing is known of the text. */
    static Optional<String> of(Unit unit, String text) {
        Matcher matcher = QUANTITY.matcher(text);
        List<String> units = units(unit);
        if (units.isEmpty() || !matcher.matches()) {
            return Optional.empty();
        }
        String number = matcher.group(1);
        String written = matcher.group(2);
        if (written.isEmpty()) {
            return Optional.of("write its unit: " + eachUnit(units, number));
        }
        String lower = written.toLowerCase(Locale.ROOT);
        if (units.contains(written)) {
            return Optional.empty();
        }
        for (String known : units) {
            if (known.toLowerCase(Locale.ROOT).equals(lower)) {
                return Optional.of(TYPED.formatted(number + known));
            }
        }
        if (unit == Unit.BITS_PER_SECOND && lower.endsWith("bps")) {
            return bitsOrBytes(number, lower.substring(0, lower.length() - 3));
        }
        String here = elsewhere(unit).get(lower);
        return here == null ? Optional.empty() : Optional.of(TYPED.formatted(number + here));
    }

    /** tc(8): "bps: Bytes per second"; elsewhere bps is bits. */
    private static Optional<String> bitsOrBytes(String number, String scale) {
        String unit = RATES.get(scale.isEmpty() ? "b" : scale);
        if (unit == null) {
            return Optional.empty();
        }
        String eightfold =
                new BigDecimal(number).multiply(BigDecimal.valueOf(8)).toPlainString();
        return Optional.of("did you mean " + number + unit + ", or bytes as tc does: " + eightfold + unit + "?");
    }

    private static List<String> units(Unit unit) {
        return switch (unit) {
            case BITS_PER_SECOND -> List.of("bit", "kbit", "Mbit", "Gbit");
            case BYTES -> List.of("B", "kB", "MB", "KiB", "MiB");
            case NANOSECONDS -> List.of("ns", "us", "ms", "s", "min");
            case PACKETS -> List.of("p");
            case PACKETS_PER_SECOND -> List.of("pps");
            case COUNT, RATIO, SWITCH, WORD -> List.of();
        };
    }

    /** Units that other programs or people write, in small letters, and what they are here. */
    private static Map<String, String> elsewhere(Unit unit) {
        return switch (unit) {
            case BITS_PER_SECOND -> RATES;
            case BYTES -> Map.of("byte", "B", "bytes", "B", "k", "kB", "m", "MB");
            case NANOSECONDS -> TIMES;
            case PACKETS -> Map.of("pkt", "p", "pkts", "p");
            case PACKETS_PER_SECOND -> Map.of("pkts/s", "pps", "p", "pps");
            case COUNT, RATIO, SWITCH, WORD -> Map.of();
        };
    }

    private static String eachUnit(List<String> units, String number) {
        List<String> written = units.stream().map(unit -> number + unit).toList();
        int last = written.size() - 1;
        return last == 0 ? written.get(0) : String.join(", ", written.subList(0, last)) + " or " + written.get(last);
    }
}
