// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A Grafana board: its panels, and every query in it. */
record Board(JsonNode json) {
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");
    private static final Pattern ALIAS = Pattern.compile("AS \"([^\"]+)\"");
    private static final Pattern FROM = Pattern.compile("FROM \"([^\"]+)\"\\.\"([^\"]+)\"");
    private static final Pattern PINNED = Pattern.compile("\"([^\"]+)\" = '");
    private static final Pattern TO_ESCAPE = Pattern.compile("[\\\\^$*+?.()|\\[\\]{}/]");

    /** Who asks. */
    enum Asker {
        PANEL,
        VARIABLE,
        MARK
    }

    /** @param title of the panel, variable or mark */
    record Query(Asker asker, String title, String influxQl) {
        /** Retention policy and measurement; fails where either is not written out. */
        List<String> source() {
            Matcher from = FROM.matcher(influxQl);
            if (!from.find()) {
                throw new AssertionError(title + ": no FROM \"policy\".\"measurement\" in " + influxQl);
            }
            return List.of(from.group(1), from.group(2));
        }

        /** Tags and fields that it names: all in double quotes but its own aliases and its source. */
        Set<String> names() {
            Set<String> names = found(QUOTED);
            names.removeAll(found(ALIAS));
            names.removeAll(source());
            return names;
        }

        /** Tags that one value is asked of. */
        Set<String> pinned() {
            return found(PINNED);
        }

        Set<String> groups() {
            int at = influxQl.indexOf("GROUP BY");
            return at < 0
                    ? Set.of()
                    : QUOTED.matcher(influxQl.substring(at))
                            .results()
                            .map(match -> match.group(1))
                            .collect(Collectors.toSet());
        }

        private Set<String> found(Pattern pattern) {
            return pattern.matcher(influxQl)
                    .results()
                    .map(match -> match.group(1))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }

        /**
         * What Grafana sends: its macros and the variables put in, in the order in which Grafana does it.
         *
         * @param variables name of a variable to the regular expression for it
         */
        String expanded(long fromMillis, long toMillis, Duration interval, Map<String, String> variables) {
            String text = influxQl;
            for (Map.Entry<String, String> variable : variables.entrySet()) {
                text = text.replace("^$" + variable.getKey() + "$", "^" + variable.getValue() + "$");
            }
            return text.replace("$timeFilter", "time >= " + fromMillis + "ms and time <= " + toMillis + "ms")
                    .replace("$__interval_ms", Long.toString(interval.toMillis()))
                    .replace("$__interval", interval.toSeconds() + "s");
        }
    }

    /** How Grafana writes chosen values into a regular expression. */
    static String chosen(String... values) {
        return List.of(values).stream()
                .map(value -> TO_ESCAPE.matcher(value).replaceAll(Board::escaped))
                .collect(Collectors.joining("|", "(", ")"));
    }

    private static String escaped(MatchResult match) {
        return Matcher.quoteReplacement("\\" + match.group());
    }

    List<JsonNode> panels() {
        return list(json.path("panels"));
    }

    List<JsonNode> variables() {
        return list(json.path("templating").path("list"));
    }

    /** Every query of it, of panels, variables and marks. */
    List<Query> queries() {
        List<Query> queries = new ArrayList<>();
        for (JsonNode panel : panels()) {
            for (JsonNode target : panel.path("targets")) {
                queries.add(new Query(
                        Asker.PANEL,
                        panel.path("title").asText(),
                        target.path("query").asText()));
            }
        }
        for (JsonNode variable : variables()) {
            if (variable.path("type").asText().equals("query")) {
                queries.add(new Query(
                        Asker.VARIABLE,
                        variable.path("name").asText(),
                        variable.path("query").asText()));
            }
        }
        for (JsonNode mark : json.path("annotations").path("list")) {
            queries.add(new Query(
                    Asker.MARK, mark.path("name").asText(), mark.path("query").asText()));
        }
        return queries;
    }

    Query query(String title) {
        return queries().stream()
                .filter(query -> query.title().equals(title))
                .findFirst()
                .orElseThrow();
    }

    static List<JsonNode> list(JsonNode array) {
        List<JsonNode> nodes = new ArrayList<>();
        array.forEach(nodes::add);
        return nodes;
    }
}
