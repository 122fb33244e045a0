// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.history.Board.Asker;
import io.sojourn.history.Board.Query;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every query of the board, as Grafana would send it, on a real InfluxDB over rows of history's own writer. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardQueriesTest {
    private static final long T0 = Records.T0;
    private static final String NODE = "edge-1";
    private static final String QUEUE = "wan0/bulk (1.5)";
    private static final String OTHER = "dmz";
    private static final Map<String, String> ALL = Map.of("node", ".*", "queue", ".*");
    private static final Map<String, String> ONE = Map.of("node", Board.chosen(NODE), "queue", Board.chosen(QUEUE));

    private final Board board = DashboardTest.board();
    private InfluxServer server;
    private Http http;

    @BeforeAll
    void writeAFewRows() throws Exception {
        Optional<Path> binary = InfluxServer.binary();
        assumeTrue(binary.isPresent(), "no influxd on the PATH or in /usr/bin; Debian: apt-get install influxdb");
        server = new InfluxServer(binary.orElseThrow());
        server.start();
        http = new Http(server.config());
        List<Record> records = new ArrayList<>();
        for (String queue : List.of(QUEUE, OTHER)) {
            for (int i = 0; i < 6; i++) {
                records.add(Records.window(NODE, queue, 10_000, T0 + i * 10_000L));
                records.add(Records.window(NODE, queue, 1_000, T0 + i * 10_000L));
            }
            records.add(Records.finding(NODE, queue, FindingState.OPENED, 1, T0, T0 + 10_000));
            records.add(Records.applied(NODE, queue, 1, Outcome.APPLIED, T0 + 20_000));
            records.add(Records.applied(NODE, queue, 2, Outcome.REFUSED, T0 + 30_000));
        }
        records.add(Records.bareWindow(NODE, QUEUE, 10_000, T0 + 60_000));
        records.add(Records.finding(NODE, OTHER, FindingState.CLOSED, 2, T0, T0 + 40_000));
        write(records);
    }

    private void write(List<Record> records) throws Exception {
        Store store = Store.of(server.config());
        try (ClientSink sink = new ClientSink(server.config(), store::prepare)) {
            List<Line> refused = new ArrayList<>();
            WriteQueue queue = new WriteQueue(sink, (line, message) -> refused.add(line));
            for (Record record : records) {
                queue.add(Lines.of(record, new Line.Source("board", 0, 0)));
            }
            queue.drain();
            assertThat(refused).isEmpty();
        }
    }

    @AfterAll
    void stopServer() throws Exception {
        if (server != null) {
            server.remove();
        }
    }

    @Test
    void everyQueryAnswersForAllAndForOneQueueWhoseNameNeedsEscaping() {
        assertThat(board.queries()).hasSizeGreaterThan(10).allSatisfy(query -> {
            assertThat(series(query, ALL)).isNotEmpty();
            assertThat(series(query, ONE)).isNotEmpty();
        });
    }

    @Test
    void everyPanelShowsTheChosenQueueOnly() {
        assertThat(board.queries())
                .filteredOn(query -> query.asker() == Asker.PANEL)
                .hasSizeGreaterThan(5)
                .allSatisfy(query -> assertThat(series(query, ONE)).allSatisfy(series -> {
                    assertThat(series.path("tags").path("node").asText()).isEqualTo(NODE);
                    assertThat(series.path("tags").path("queue").asText()).isEqualTo(QUEUE);
                }));
    }

    @Test
    void theVariablesOfferTheNodesAndTheQueuesOfTheNode() {
        assertThat(column(series(board.query("node"), ALL).get(0), 1)).containsExactly(NODE);
        assertThat(column(series(board.query("queue"), ONE).get(0), 1)).containsExactlyInAnyOrder(OTHER, QUEUE);
        assertThat(series(board.query("queue"), Map.of("node", "(none)"))).isEmpty();
    }

    /** 1 425 000 bytes in each 10 s are 1.14 Mbit/s, however many windows an interval has; no window, no value. */
    @Test
    void throughputIsBitsOverCoveredTime() {
        Query query = board.query("Throughput and set rate");
        for (Duration interval : List.of(Duration.ofSeconds(10), Duration.ofSeconds(15), Duration.ofSeconds(30))) {
            JsonNode policed = series(query, ONE, interval).get(0);
            assertThat(column(policed, 1)).contains("1140000").containsOnly("1140000", "null");
            assertThat(column(policed, 2)).contains("20000000");
        }
    }

    /** 30, 10, 6 and 4 packets in each 10 s. */
    @Test
    void dropsArePacketsASecondByCause() {
        JsonNode first = series(board.query("Drops by cause"), ONE).get(0);
        assertThat(Board.list(first.path("columns")))
                .extracting(JsonNode::asText)
                .containsExactly("time", "policed", "tail", "aqm", "limit");
        JsonNode atStart = Board.list(first.path("values")).stream()
                .filter(row -> row.path(0).asLong() == T0)
                .findFirst()
                .orElseThrow();
        assertThat(Board.list(atStart).subList(1, 5))
                .extracting(JsonNode::asDouble)
                .containsExactly(3.0, 1.0, 0.6, 0.4);
    }

    @Test
    void aClosedFindingIsNotAmongTheOpen() {
        List<JsonNode> open = series(board.query("Open findings"), ALL);
        assertThat(open).singleElement().satisfies(series -> {
            assertThat(series.path("tags").path("queue").asText()).isEqualTo(QUEUE);
            assertThat(series.path("tags").path("cause").asText()).isEqualTo("POLICED");
            assertThat(column(series, 1)).containsExactly("0.9");
            assertThat(column(series, 2)).containsExactly(Long.toString(T0));
        });
    }

    private List<JsonNode> series(Query query, Map<String, String> variables) {
        return series(query, variables, Duration.ofSeconds(10));
    }

    private List<JsonNode> series(Query query, Map<String, String> variables, Duration interval) {
        String influxQl = query.expanded(T0 - 60_000, T0 + 600_000, interval, variables);
        assertThat(influxQl).doesNotContain("$node", "$queue", "$__", "$timeFilter");
        String database = server.config().database();
        JsonNode answer = http.post("/query?epoch=ms&" + Http.parameter("db", database), Http.parameter("q", influxQl));
        assertThat(answer.findValuesAsText("error")).as(influxQl).isEmpty();
        return Board.list(answer.path("results").path(0).path("series"));
    }

    private static List<String> column(JsonNode series, int index) {
        return Board.list(series.path("values")).stream()
                .map(row -> row.path(index).asText())
                .toList();
    }
}
