// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.yaml;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Unit;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Units;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values of the engine's parameters as people write them: {@code 20Mbit}, {@code 5ms}, {@code 200p}, {@code 2%}, {@code on}. */
public final class Quantity {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,9})?) ?(ns|us|ms|s|min)");
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");
    private static final Pattern PACKET_RATE = Pattern.compile("([0-9]{1,18}) ?(?:pps|p/s)");
    private static final Pattern RATIO = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(%?)");
    private static final Pattern ZERO = Pattern.compile("0+(?:\\.0+)?");
    private static final Pattern ENDLESS = Pattern.compile("[1-9][0-9]{18,}(?:\\.[0-9]+)? ?[A-Za-z/%]*");
    private static final BigDecimal RATIO_PARTS = BigDecimal.valueOf(1_000_000_000L);
    private static final List<String> ON = List.of("on", "true", "yes");
    private static final List<String> OFF = List.of("off", "false", "no");

    private Quantity() {}

    /** How a value of this parameter is written, for help and mends: "a rate, as 20Mbit". */
    public static String example(Parameter parameter) {
        return switch (parameter.unit()) {
            case BITS_PER_SECOND -> "a rate, as 20Mbit";
            case BYTES -> "a size, as 625000B";
            case NANOSECONDS -> "a time, as " + time(parameter);
            case PACKETS -> "packets, as 200p";
            case PACKETS_PER_SECOND -> "packets a second, as 5000pps";
            case COUNT -> "a whole number";
            case RATIO -> "a share, as 0.02 or 2%";
            case SWITCH -> "on or off";
            case WORD -> String.join(", ", parameter.words());
        };
    }

    /**
     * A value in the parameter's unit.
     *
     * @throws Mended when the text is none, or outside the parameter's range
     */
    public static long parse(Parameter parameter, String field, String text) {
        long value;
        if (isBeyond(parameter, text.strip())) {
            throw new Mended(text, range(parameter), "choose one in between");
        }
        try {
            value = read(parameter, field, text.strip());
        } catch (OutOfRange e) {
            throw new Mended(
                    text, e.bound(), UnitHint.of(parameter.unit(), text).orElse("write " + example(parameter)));
        }
        if (value < parameter.least() || value > parameter.most()) {
            throw new Mended(text, range(parameter), "choose one in between");
        }
        return value;
    }

    /** Whether a text needs no unit to be outside the range: 0 where that is too little, or more than any unit can have. */
    private static boolean isBeyond(Parameter parameter, String text) {
        return parameter.unit() != Unit.WORD
                && parameter.unit() != Unit.SWITCH
                && ((parameter.least() > 0 && ZERO.matcher(text).matches())
                        || ENDLESS.matcher(text).matches());
    }

    /** From the least to the most, as people write it. */
    public static String range(Parameter parameter) {
        return parameter.unit() == Unit.WORD || parameter.unit() == Unit.SWITCH
                ? example(parameter)
                : parameter.rangeText();
    }

    /** A text that is read back as this value. */
    public static String text(Parameter parameter, long value) {
        return parameter.text(value);
    }

    /** 5 ms where the parameter can have it, else the nearest of 5 s and its bounds. */
    private static String time(Parameter parameter) {
        long[] usual = {5_000_000, 5_000_000_000L};
        for (long nanos : usual) {
            if (nanos >= parameter.least() && nanos <= parameter.most()) {
                return parameter.text(nanos);
            }
        }
        return parameter.text(parameter.most());
    }

    private static long read(Parameter parameter, String field, String text) {
        return switch (parameter.unit()) {
            case BITS_PER_SECOND -> Units.rateBitsPerSecond(field, text);
            case BYTES ->
                text.startsWith("-") && parameter.least() < 0
                        ? -Units.sizeBytes(field, text.substring(1))
                        : Units.sizeBytes(field, text);
            case NANOSECONDS -> nanos(field, text);
            case PACKETS -> Units.packets(field, text);
            case PACKETS_PER_SECOND -> packetRate(field, text);
            case COUNT -> whole(field, text);
            case RATIO -> ratio(field, text);
            case SWITCH -> isOn(field, text);
            case WORD -> word(parameter, text);
        };
    }

    private static long nanos(String field, String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            throw new OutOfRange(field, text, "a number and one of ns, us, ms, s, min");
        }
        long unitNanos =
                switch (matcher.group(2)) {
                    case "ns" -> 1L;
                    case "us" -> 1_000L;
                    case "ms" -> 1_000_000L;
                    case "s" -> 1_000_000_000L;
                    default -> 60_000_000_000L;
                };
        return exact(field, text, new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unitNanos)));
    }

    private static long packetRate(String field, String text) {
        Matcher matcher = PACKET_RATE.matcher(text);
        if (!matcher.matches()) {
            throw new OutOfRange(field, text, "a whole number and pps");
        }
        return Long.parseLong(matcher.group(1));
    }

    private static long whole(String field, String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw new OutOfRange(field, text, "a whole number");
        }
        return Long.parseLong(text);
    }

    private static long ratio(String field, String text) {
        Matcher matcher = RATIO.matcher(text);
        if (!matcher.matches()) {
            throw new OutOfRange(field, text, "a share, as 0.02 or 2%");
        }
        BigDecimal share = new BigDecimal(matcher.group(1));
        BigDecimal parts =
                share.multiply(RATIO_PARTS).movePointLeft(matcher.group(2).isEmpty() ? 0 : 2);
        return exact(field, text, parts);
    }

    private static long isOn(String field, String text) {
        String word = text.toLowerCase(Locale.ROOT);
        if (!ON.contains(word) && !OFF.contains(word)) {
            throw new OutOfRange(field, text, "on or off");
        }
        return ON.contains(word) ? 1 : 0;
    }

    private static long word(Parameter parameter, String text) {
        int index = parameter.words().indexOf(text);
        if (index < 0) {
            throw new Mended(
                    text,
                    "one of " + String.join(", ", parameter.words()),
                    Nearest.hint(text, parameter.words()).orElse("write one of them"));
        }
        return index;
    }

    private static long exact(String field, String text, BigDecimal value) {
        BigDecimal whole = value.stripTrailingZeros();
        if (whole.scale() > 0 || whole.precision() - whole.scale() > 18) {
            throw new OutOfRange(field, text, "a whole number of the smallest unit, below 10^18");
        }
        return whole.longValueExact();
    }
}
