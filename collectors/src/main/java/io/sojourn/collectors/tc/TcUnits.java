// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import io.sojourn.collectors.Fault;
import io.sojourn.collectors.Unreadable;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers as tc prints them: rates in decimal bits a second ("850Kbit", "20Mbit"), or binary ones when it was asked
 * with {@code -iec} ("1Kibit"); sizes in bytes ("1600b") or powers of 1024 of them ("15Kb", "2Mb").
 *
 * <p>Source: tc(8), "Parameters". What tc prints is rounded to what it shows: "1.5Mbit" is exact, a rate of 1 234 567
 * bit/s shows as "1234Kbit".
 */
final class TcUnits {
    private static final Pattern QUANTITY = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,9})?)([A-Za-z]+)");
    private static final Map<String, Double> RATES = Map.of(
            "bit", 1.0, "Kbit", 1e3, "Mbit", 1e6, "Gbit", 1e9, "Tbit", 1e12, "Kibit", 1024.0, "Mibit", 0x1p20, "Gibit",
            0x1p30);
    private static final Map<String, Double> SIZES = Map.of("b", 1.0, "Kb", 1024.0, "Mb", 0x1p20, "Gb", 0x1p30);

    private TcUnits() {}

    static long rateBitsPerSecond(String field, String text) throws Unreadable {
        return parse(field, text, RATES, "a rate as tc prints it: 850Kbit, 20Mbit");
    }

    static long sizeBytes(String field, String text) throws Unreadable {
        return parse(field, text, SIZES, "a size as tc prints it: 1600b, 15Kb");
    }

    private static long parse(String field, String text, Map<String, Double> units, String bound) throws Unreadable {
        Matcher matcher = QUANTITY.matcher(text);
        Double unit = matcher.matches() ? units.get(matcher.group(2)) : null;
        if (unit == null) {
            throw new Unreadable(
                    new Fault(field, text, bound, "take it with tc -s class show dev DEVICE, without -raw"));
        }
        return Math.round(Double.parseDouble(matcher.group(1)) * unit);
    }
}
