// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** InfluxDB through InfluxQL over {@code /query}: 1.x as it is, 2.x through its 1.x endpoint and a DBRP mapping. */
final class InfluxStore implements Store {
    private final HistoryConfig config;
    private final Http http;

    InfluxStore(HistoryConfig config, Http http) {
        this.config = config;
        this.http = http;
    }

    /** In 2.x a bucket belongs to an organization and is the administrator's to create. */
    @Override
    public void prepare() {
        if (config.kind() == HistoryConfig.Kind.INFLUXDB2) {
            return;
        }
        String database = quotedName(config.database());
        String policy = quotedName(config.retentionPolicy());
        String duration =
                config.retention().isZero() ? "INF" : config.retention().toHours() + "h";
        ask("CREATE DATABASE " + database);
        // Creating fails when there is one of another duration, and altering when there is none.
        String created = error(answer("CREATE RETENTION POLICY " + policy + " ON " + database + " DURATION " + duration
                + " REPLICATION 1 DEFAULT"));
        if (!created.isEmpty()) {
            ask("ALTER RETENTION POLICY " + policy + " ON " + database + " DURATION " + duration);
        }
    }

    @Override
    public List<String> rows(Select select) {
        JsonNode answer = answer(influxQl(select));
        String error = error(answer);
        if (error.startsWith("database not found") || error.startsWith("retention policy not found")) {
            return List.of();
        }
        failOn(error);
        List<String> rows = new ArrayList<>();
        for (JsonNode series : answer.path("results").path(0).path("series")) {
            series.path("values").forEach(row -> rows.add(row.path(1).asText()));
        }
        return rows.size() > select.limit() ? rows.subList(0, select.limit()) : rows;
    }

    String influxQl(Select select) {
        boolean newest = !select.newestPer().isEmpty();
        return "SELECT \"json\" FROM " + quotedName(config.database()) + "." + quotedName(config.retentionPolicy())
                + "." + Select.identifier(select.measurement())
                + select.conditions("time", InfluxStore::quoted, select.fromMillis() + "ms", select.toMillis() + "ms")
                + (newest ? " GROUP BY " + Select.identifiers(select.newestPer()) : "")
                + " ORDER BY time DESC LIMIT " + (newest ? 1 : select.limit()) + " OFFSET " + select.offset();
    }

    /** A text as InfluxQL writes it: in single quotes, backslash and quote after a backslash. */
    static String quoted(String value) {
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
    }

    /** The configuration allows no character in it that would need more. */
    private static String quotedName(String name) {
        return '"' + name + '"';
    }

    @Override
    public void check() {
        JsonNode answer = ask("SHOW DATABASES");
        for (JsonNode row :
                answer.path("results").path(0).path("series").path(0).path("values")) {
            if (row.path(0).asText().equals(config.database())) {
                return;
            }
        }
        throw new HistoryException(
                config.url() + ": no database " + config.database()
                        + "; start the history writer, or map the bucket to it (InfluxDB 2: a DBRP mapping)",
                null);
    }

    @Override
    public boolean isCaughtUp() {
        return true;
    }

    private JsonNode ask(String influxQl) {
        JsonNode answer = answer(influxQl);
        failOn(error(answer));
        return answer;
    }

    private JsonNode answer(String influxQl) {
        return http.post("/query?" + Http.parameter("db", config.database()), Http.parameter("q", influxQl));
    }

    /** 1.x puts an error of one statement into its result, every other beside the results; 2.x answers a message. */
    private static String error(JsonNode answer) {
        String statement = answer.path("results").path(0).path("error").asText("");
        if (!statement.isEmpty()) {
            return statement;
        }
        return answer.path("error").asText(answer.path("message").asText(""));
    }

    private void failOn(String error) {
        if (!error.isEmpty()) {
            throw new HistoryException(config.url() + ": " + error, null);
        }
    }
}
