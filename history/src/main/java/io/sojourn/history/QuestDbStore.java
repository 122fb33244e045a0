// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * QuestDB through its SQL over HTTP. Tables are created before the first point, so that time and tags are the key of a
 * row (a second write replaces it, which is what InfluxDB does by itself) and no type is left to the first value.
 */
final class QuestDbStore implements Store {
    private final HistoryConfig config;
    private final Http http;

    QuestDbStore(HistoryConfig config, Http http) {
        this.config = config;
        this.http = http;
    }

    @Override
    public void prepare() {
        for (Measurement<?> measurement : Measurements.ALL) {
            ask(createTable(measurement));
            ask("ALTER TABLE " + measurement.name() + " SET TTL " + hours(config.retention()) + " HOURS");
        }
    }

    static String createTable(Measurement<?> measurement) {
        Stream<String> tags = measurement.tags().stream().map(tag -> Select.identifier(tag.name()) + " SYMBOL");
        Stream<String> fields = measurement.fields().stream()
                .map(field ->
                        Select.identifier(field.name()) + " " + field.type().sql());
        List<String> keys = new ArrayList<>(List.of("ts"));
        measurement.tags().forEach(tag -> keys.add(tag.name()));
        keys.addAll(measurement.keyFields());
        return "CREATE TABLE IF NOT EXISTS " + Select.identifier(measurement.name()) + " (\"ts\" TIMESTAMP, "
                + Stream.concat(tags, fields).collect(Collectors.joining(", "))
                + ") TIMESTAMP(\"ts\") PARTITION BY DAY WAL DEDUP UPSERT KEYS(" + Select.identifiers(keys) + ")";
    }

    private static long hours(Duration retention) {
        return retention.toHours();
    }

    @Override
    public List<String> rows(Select select) {
        JsonNode answer = answer(sql(select));
        String error = answer.path("error").asText("");
        if (error.startsWith("table does not exist")) {
            return List.of();
        }
        failOn(error);
        List<String> rows = new ArrayList<>();
        answer.path("dataset").forEach(row -> rows.add(row.path(0).asText()));
        return rows;
    }

    /** Microseconds are whole numbers in the text; everything else that is not ours is quoted. */
    static String sql(Select select) {
        String from = String.valueOf(select.fromMillis() * 1_000);
        String to = String.valueOf(select.toMillis() * 1_000);
        return "SELECT \"json\" FROM " + Select.identifier(select.measurement())
                + select.conditions("\"ts\"", QuestDbStore::quoted, from, to)
                + (select.newestPer().isEmpty()
                        ? ""
                        : " LATEST ON \"ts\" PARTITION BY " + Select.identifiers(select.newestPer()))
                + " ORDER BY \"ts\" DESC LIMIT " + select.offset() + ", " + (select.offset() + select.limit());
    }

    /** A text as SQL writes it: in single quotes, a quote within doubled. A backslash means nothing. */
    static String quoted(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    @Override
    public void check() {
        JsonNode suspended =
                ask("SELECT name FROM wal_tables() WHERE suspended").path("dataset");
        if (!suspended.isEmpty()) {
            String table = suspended.path(0).path(0).asText();
            throw new HistoryException(
                    config.url() + ": table " + table
                            + " is suspended, what is written to it can't be read; free disk space, then ALTER TABLE "
                            + table + " RESUME WAL",
                    null);
        }
    }

    /** Rows are first logged and applied a moment later: the log's counter against the table's. */
    @Override
    public boolean isCaughtUp() {
        String names = Measurements.ALL.stream()
                .map(measurement -> quoted(measurement.name()))
                .collect(Collectors.joining(", "));
        JsonNode answer =
                ask("SELECT count() FROM wal_tables() WHERE name IN (" + names + ") AND writerTxn < sequencerTxn");
        return answer.path("dataset").path(0).path(0).asLong(1) == 0;
    }

    private JsonNode ask(String sql) {
        JsonNode answer = answer(sql);
        failOn(answer.path("error").asText(""));
        return answer;
    }

    private JsonNode answer(String sql) {
        return http.get("/exec?nm=true&" + Http.parameter("query", sql));
    }

    private void failOn(String error) {
        if (!error.isEmpty()) {
            throw new HistoryException(config.url() + ": " + error, null);
        }
    }
}
