// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a query. Each must be known, given once, and inside its bound. */
final class Parameters {
    private final Map<String, String> values;

    private Parameters(Map<String, String> values) {
        this.values = values;
    }

    static Parameters of(@Nullable String rawQuery, String... known) throws Problem {
        Map<String, String> values = new HashMap<>();
        for (String pair : rawQuery == null || rawQuery.isEmpty() ? new String[0] : rawQuery.split("&", -1)) {
            String[] sides = pair.split("=", 2);
            String name = decoded(sides[0]);
            if (!Arrays.asList(known).contains(name)) {
                String bound = known.length == 0 ? "no parameter" : "one of " + String.join(", ", known);
                throw Problem.field(400, "parameter", name, bound, "leave it out or correct its name");
            }
            if (values.put(name, sides.length == 2 ? decoded(sides[1]) : "") != null) {
                throw Problem.field(400, name, "twice", "given once", "leave one out");
            }
        }
        return new Parameters(values);
    }

    @Nullable
    String text(String name) {
        @Nullable String value = values.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    String required(String name) throws Problem {
        @Nullable String value = text(name);
        if (value == null) {
            throw Problem.field(400, name, null, "1 to 256 characters", "add " + name + "=, see GET /api/queues");
        }
        return value;
    }

    int limit(int otherwise, int most) throws Problem {
        @Nullable String text = text("limit");
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > most) {
            throw Problem.field(400, "limit", text, "from 1 to " + most, "ask for less; page with from and to");
        }
        return Integer.parseInt(text);
    }

    /** Unix milliseconds, given so or as an ISO 8601 instant. */
    long instantMillis(String name, long otherwise) throws Problem {
        @Nullable String text = text(name);
        if (text == null) {
            return otherwise;
        }
        try {
            return text.matches("[0-9]{1,15}")
                    ? Long.parseLong(text)
                    : Instant.parse(text).toEpochMilli();
        } catch (DateTimeParseException | ArithmeticException e) {
            throw Problem.field(
                    400, name, text, "Unix milliseconds or an ISO 8601 instant", "write it like 2026-01-31T12:00:00Z");
        }
    }

    @Nullable
    Boolean flag(String name) throws Problem {
        @Nullable String text = choice(name, List.of("true", "false"));
        return text == null ? null : Boolean.valueOf(text);
    }

    <E extends Enum<E>> @Nullable E constant(String name, Class<E> type) throws Problem {
        List<String> names =
                Arrays.stream(type.getEnumConstants()).map(Enum::name).toList();
        @Nullable String text = text(name);
        if (text != null && !names.contains(text.toUpperCase(Locale.ROOT))) {
            throw Problem.field(400, name, text, "one of " + String.join(", ", names), "correct it or leave it out");
        }
        return text == null ? null : Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
    }

    @Nullable
    String choice(String name, List<String> choices) throws Problem {
        @Nullable String text = text(name);
        if (text != null && !choices.contains(text)) {
            throw Problem.field(400, name, text, "one of " + String.join(", ", choices), "correct it or leave it out");
        }
        return text;
    }

    private static String decoded(String text) throws Problem {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Problem.field(400, "query", text, "percent-encoded UTF-8", "encode it with encodeURIComponent");
        }
    }
}
