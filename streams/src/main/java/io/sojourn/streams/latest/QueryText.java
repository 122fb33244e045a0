// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import io.sojourn.telemetry.OutOfRange;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A query as it stands in an address. */
final class QueryText {
    static final String WINDOWS = "/windows";
    static final String NODES = "/nodes";

    /** Set by an instance that asks another: it is to answer with what it has itself. */
    static final String ONLY_HERE = "here";

    private static final List<String> NAMES =
            List.of("node", "queue", "size", "afterNode", "afterQueue", "limit", ONLY_HERE);

    private static final Map<String, Long> SIZES_MILLIS =
            Map.of("1s", 1_000L, "10s", 10_000L, "1m", 60_000L, "5m", 300_000L, "1h", 3_600_000L);

    private QueryText() {}

    static String of(WindowsQuery query, boolean onlyHere) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("node", query.node());
        values.put("queue", query.queue());
        values.put("size", query.sizeMillis());
        values.put("afterNode", query.afterNode());
        values.put("afterQueue", query.afterQueue());
        values.put("limit", query.limit());
        values.put(ONLY_HERE, onlyHere ? true : null);
        return values.entrySet().stream()
                .filter(entry -> entry.getValue() != null)
                .map(entry -> entry.getKey() + "="
                        + URLEncoder.encode(String.valueOf(entry.getValue()), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&", (query.withWindows() ? WINDOWS : NODES) + "?", ""));
    }

    /** @throws OutOfRange when a parameter is unknown, comes twice or has a wrong value */
    static Map<String, String> values(@Nullable String rawQuery) {
        Map<String, String> values = new HashMap<>();
        for (String pair : rawQuery == null || rawQuery.isEmpty() ? new String[0] : rawQuery.split("&", -1)) {
            String[] sides = pair.split("=", 2);
            if (!NAMES.contains(sides[0])) {
                throw new OutOfRange("parameter", sides[0], "one of " + String.join(", ", NAMES));
            }
            if (values.put(sides[0], sides.length == 2 ? decoded(sides[1]) : "") != null) {
                throw new OutOfRange(sides[0], "twice", "given once");
            }
        }
        return values;
    }

    static WindowsQuery query(Map<String, String> values, boolean withWindows) {
        return new WindowsQuery(
                values.get("node"),
                values.get("queue"),
                sizeMillis(values.get("size")),
                withWindows,
                values.get("afterNode"),
                values.get("afterQueue"),
                (int) number("limit", values.getOrDefault("limit", String.valueOf(WindowsQuery.USUAL))));
    }

    private static @Nullable Long sizeMillis(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Long named = SIZES_MILLIS.get(text);
        return named != null ? named : Long.valueOf(number("size", text));
    }

    private static long number(String field, String text) {
        if (!text.matches("[0-9]{1,9}")) {
            throw new OutOfRange(
                    field, text, field.equals("size") ? "1s, 10s, 1m, 5m, 1h or milliseconds" : "a number");
        }
        return Long.parseLong(text);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new OutOfRange("query", text, "percent-encoded UTF-8");
        }
    }
}
