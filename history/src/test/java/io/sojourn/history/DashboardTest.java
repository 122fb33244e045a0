// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sojourn.history.Board.Asker;
import io.sojourn.history.Board.Query;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The board and its provisioning keep the rules, without any server. That the queries run: {@link DashboardQueriesTest}. */
class DashboardTest {
    private static final Path FOLDER = TestData.root().resolve("dashboards");
    private static final Pattern AGGREGATE = Pattern.compile("\\b(sum|max|min|mean|last|first|count|percentile)\\(");

    /** Of Grafana's list of units. */
    private static final Set<String> UNITS = Set.of("ms", "percentunit", "pps", "bps", "none");

    static Board board() {
        ObjectMapper mapper = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
        try {
            return new Board(mapper.readTree(FOLDER.resolve("queues.json").toFile()));
        } catch (IOException e) {
            throw new AssertionError("queues.json can't be read: " + e.getMessage(), e);
        }
    }

    static Stream<Query> queries() {
        return board().queries().stream();
    }

    static Stream<JsonNode> panels() {
        return board().panels().stream();
    }

    @Test
    void theBoardIsFixedTaggedAndSharesOneCrosshair() {
        JsonNode json = board().json();
        assertThat(json.path("schemaVersion").asInt()).isEqualTo(42);
        assertThat(json.path("uid").asText()).isEqualTo("sojourn-queues");
        assertThat(json.path("id").isNull()).isTrue();
        assertThat(json.path("editable").asBoolean(true)).isFalse();
        assertThat(json.path("graphTooltip").asInt()).isEqualTo(1);
        assertThat(json.path("refresh").asText()).isEqualTo("10s");
        assertThat(Board.list(json.path("tags"))).extracting(JsonNode::asText).containsExactly("sojourn");
    }

    @Test
    void theVariablesAreTheDataSourceThenTheNodeThenTheQueueOfThatNode() {
        List<JsonNode> variables = board().variables();
        assertThat(variables)
                .extracting(variable -> variable.path("name").asText())
                .containsExactly("datasource", "node", "queue");
        assertThat(variables.get(0).path("type").asText()).isEqualTo("datasource");
        assertThat(variables.subList(1, 3)).allSatisfy(variable -> {
            assertThat(variable.path("refresh").asInt())
                    .as("at each change of the time range")
                    .isEqualTo(2);
            assertThat(variable.path("multi").asBoolean()).isTrue();
            assertThat(variable.path("includeAll").asBoolean()).isTrue();
        });
        assertThat(variables.get(2).path("query").asText()).contains("\"node\" =~ /^$node$/");
    }

    @ParameterizedTest
    @MethodSource("panels")
    void everyPanelSaysWhatItShowsAndInWhichUnit(JsonNode panel) {
        assertThat(panel.path("title").asText()).isNotBlank();
        assertThat(panel.path("description").asText()).hasSizeGreaterThan(30);
        assertThat(panel.path("fieldConfig").path("defaults").path("unit").asText())
                .isIn(UNITS);
        assertThat(panel.path("targets")).isNotEmpty();
    }

    @Test
    void everyDataSourceIsTheVariable() {
        List<JsonNode> sources = board().json().findValues("datasource");
        assertThat(sources).hasSizeGreaterThan(10).allSatisfy(source -> {
            assertThat(source.path("type").asText()).isEqualTo("influxdb");
            assertThat(source.path("uid").asText()).isEqualTo("${datasource}");
        });
    }

    @Test
    void panelsHaveDifferentIdsAndCoverNoCellTwice() {
        Set<Integer> ids = new HashSet<>();
        Set<List<Integer>> cells = new HashSet<>();
        for (JsonNode panel : board().panels()) {
            assertThat(ids.add(panel.path("id").asInt())).isTrue();
            JsonNode at = panel.path("gridPos");
            int right = at.path("x").asInt() + at.path("w").asInt();
            int below = at.path("y").asInt() + at.path("h").asInt();
            assertThat(right).isLessThanOrEqualTo(24);
            for (int x = at.path("x").asInt(); x < right; x++) {
                for (int y = at.path("y").asInt(); y < below; y++) {
                    assertThat(cells.add(List.of(x, y)))
                            .as("%s at %d,%d", panel.path("title"), x, y)
                            .isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("queries")
    void everyQueryReadsWhatHistoryStoresWhereHistoryStoresIt(Query query) {
        assertThat(query.source().get(0)).isEqualTo("raw");
        Measurement<?> measurement = Measurements.ALL.stream()
                .filter(m -> m.name().equals(query.source().get(1)))
                .findFirst()
                .orElseThrow();
        assertThat(names(measurement)).containsAll(query.names());
        assertThat(query.influxQl()).doesNotContain("SELECT *", "fill(0)").doesNotContainPattern("time\\(\\d");
    }

    @ParameterizedTest
    @MethodSource("queries")
    void everyQueryIsOfTheTimeTheNodeAndTheQueueThatWereChosen(Query query) {
        if (query.asker() != Asker.VARIABLE) {
            assertThat(query.influxQl()).contains("$timeFilter", "\"node\" =~ /^$node$/", "\"queue\" =~ /^$queue$/");
        }
    }

    /** Otherwise rows of two queues, or of one second and of ten, would be taken together. */
    @ParameterizedTest
    @MethodSource("queries")
    void whatIsAggregatedIsGroupedByEveryTagThatIsNotPinned(Query query) {
        if (AGGREGATE.matcher(query.influxQl()).find()) {
            Set<String> open = tags(query.source().get(1));
            open.removeAll(query.pinned());
            if (query.source().get(1).equals("finding")) {
                // The newest state is what is asked for.
                open.remove("state");
            }
            assertThat(query.groups()).containsAll(open);
        }
    }

    @Test
    void theProvisioningLoadsTheFolderAndHasNoSecretInIt() throws IOException {
        JsonNode source = yaml("datasources").path("datasources").path(0);
        assertThat(source.path("type").asText()).isEqualTo("influxdb");
        assertThat(source.path("jsonData").path("dbName").asText()).isEqualTo(config().database());
        assertThat(source.path("jsonData").has("version")).as("InfluxQL").isFalse();
        assertThat(source.path("url").asText()).isEqualTo("$SOJOURN_INFLUXDB_URL");
        assertThat(source.path("secureJsonData").path("password").asText()).isEqualTo("$SOJOURN_INFLUXDB_PASSWORD");
        JsonNode provider = yaml("dashboards").path("providers").path(0);
        assertThat(provider.path("type").asText()).isEqualTo("file");
        assertThat(provider.path("allowUiUpdates").asBoolean(true)).isFalse();
        assertThat(Files.readString(FOLDER.resolve("README.md")))
                .contains(provider.path("options").path("path").asText() + "/queues.json");
    }

    private static HistoryConfig config() {
        return HistoryConfig.influxDb1("http://127.0.0.1:8086");
    }

    private static JsonNode yaml(String kind) throws IOException {
        JsonNode yaml = YAMLMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .build()
                .readTree(
                        FOLDER.resolve("provisioning/" + kind + "/sojourn.yaml").toFile());
        assertThat(yaml.path("apiVersion").asInt()).isEqualTo(1);
        return yaml;
    }

    private static Set<String> tags(String measurement) {
        return Measurements.ALL.stream()
                .filter(m -> m.name().equals(measurement))
                .flatMap(m -> m.tags().stream())
                .map(Measurement.Tag::name)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static Set<String> names(Measurement<?> measurement) {
        Set<String> names = tags(measurement.name());
        measurement.fields().forEach(field -> names.add(field.name()));
        return names;
    }
}
