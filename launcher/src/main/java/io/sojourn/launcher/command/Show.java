// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Units;
import io.sojourn.telemetry.Wire;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How values are written for people: with units, zone, and "no data" where there is none. */
final class Show {
    static final String NO_DATA = "no data";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss xxx", Locale.ROOT).withZone(ZoneId.systemDefault());

    private Show() {}

    static String time(long epochMillis) {
        return TIME.format(Instant.ofEpochMilli(epochMillis));
    }

    /** A queue's settings in one phrase: "SHAPER 20 Mbit/s, burst 10 kB, limit 200 packets". */
    static String settings(QueueSettings settings) {
        List<String> parts = new ArrayList<>();
        add(parts, "", settings.rateBitsPerSecond() == null ? null : Units.rate(settings.rateBitsPerSecond()));
        add(parts, "burst ", settings.burstBytes() == null ? null : Units.size(settings.burstBytes()));
        add(parts, "limit ", settings.limitPackets() == null ? null : settings.limitPackets() + " packets");
        add(parts, "limit ", settings.limitBytes() == null ? null : Units.size(settings.limitBytes()));
        add(parts, "target ", settings.targetMicros() == null ? null : settings.targetMicros() / 1e3 + " ms");
        add(parts, "interval ", settings.intervalMicros() == null ? null : settings.intervalMicros() / 1e3 + " ms");
        if (settings.lengthAccounting() != LengthAccounting.ETHERNET) {
            parts.add("counts " + settings.lengthAccounting());
        }
        return (settings.discipline() + " " + String.join(", ", parts)).strip();
    }

    /** As many digits as mean something: 0.012, 5.400, 17.26, 104.3, 1820. */
    static String number(double value) {
        double size = Math.abs(value);
        String format = size >= 1_000 ? "%.0f" : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    static String json(JsonNode tree) {
        try {
            return Wire.json().writerWithDefaultPrettyPrinter().writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A record out of a JSON answer. */
    static <T extends Record> T record(JsonNode tree, Class<T> type) {
        try {
            return Wire.json().treeToValue(tree, type);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("the console's answer is not a " + type.getSimpleName(), e);
        }
    }

    static <T extends Record> List<T> records(JsonNode array, Class<T> type) {
        List<T> records = new ArrayList<>();
        array.forEach(tree -> records.add(record(tree, type)));
        return records;
    }

    private static void add(List<String> parts, String name, @Nullable String value) {
        if (value != null) {
            parts.add(name + value);
        }
    }
}
