// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a measurement to read. Names are ours; values may be anything and are quoted by the store's own rules.
 *
 * @param equal column to value, as stored (see {@link Names})
 * @param fromMillis least time of a row
 * @param toMillis time of a row must be less
 * @param newestPer tags: of each combination of them only the newest row is read; empty for all rows
 */
record Select(
        String measurement,
        Map<String, String> equal,
        long fromMillis,
        long toMillis,
        List<String> newestPer,
        int limit,
        int offset) {
    static final long FIRST_MILLIS = 0;
    static final long LAST_MILLIS = Long.MAX_VALUE / 1_000_000;

    static Select from(Measurement<?> measurement) {
        return new Select(measurement.name(), Map.of(), FIRST_MILLIS, LAST_MILLIS, List.of(), QueueFilter.LIMIT, 0);
    }

    /** The same, of those rows only whose column has this value; null is no condition. */
    Select where(String column, @Nullable String value) {
        if (value == null) {
            return this;
        }
        Map<String, String> all = new LinkedHashMap<>(equal);
        all.put(column, Names.encode(value));
        return new Select(measurement, all, fromMillis, toMillis, newestPer, limit, offset);
    }

    Select between(long from, long to) {
        long low = Math.max(from, FIRST_MILLIS);
        long high = Math.min(to, LAST_MILLIS);
        return new Select(measurement, equal, low, high, newestPer, limit, offset);
    }

    Select newestPer(String... tags) {
        return new Select(measurement, equal, fromMillis, toMillis, List.of(tags), limit, offset);
    }

    Select page(int rows, int skip) {
        return new Select(measurement, equal, fromMillis, toMillis, newestPer, rows, skip);
    }

    /** The condition, in what SQL and InfluxQL share; the texts differ only in how they quote and write a time. */
    String conditions(String column, UnaryOperator<String> quoted, String from, String to) {
        List<String> parts = new ArrayList<>();
        equal.forEach((name, value) -> parts.add(identifier(name) + " = " + quoted.apply(value)));
        if (fromMillis > FIRST_MILLIS) {
            parts.add(column + " >= " + from);
        }
        if (toMillis < LAST_MILLIS) {
            parts.add(column + " < " + to);
        }
        return parts.isEmpty() ? "" : " WHERE " + String.join(" AND ", parts);
    }

    /** A name in double quotes: what both languages take. */
    static String identifier(String name) {
        if (!name.matches("[a-z][a-z0-9_]*")) {
            throw new IllegalArgumentException("not a name of ours: " + name);
        }
        return '"' + name + '"';
    }

    static String identifiers(List<String> names) {
        return String.join(", ", names.stream().map(Select::identifier).toList());
    }
}
