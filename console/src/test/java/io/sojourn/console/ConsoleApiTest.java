// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.Windows;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConsoleApiTest {
    private static final long END_MILLIS = 1_700_000_000_000L;

    private final Seed seed = new Seed(END_MILLIS);
    private final FakeDesk desk = new FakeDesk(seed.data, END_MILLIS);
    private final List<HealthCheck> checks = new ArrayList<>(List.of(new HealthCheck("broker", true, "1 node")));
    private final Console console = new Console(ConsoleConfig.local(0), seed.data, desk, () -> checks);
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void start() throws Exception {
        console.start();
    }

    @AfterEach
    void stop() {
        console.close();
    }

    @Test
    void queuesComeWorstFirstAndTellNoDataFromZero() throws Exception {
        JsonNode queues = json(get("api/queues"), 200).get("queues");
        assertThat(queues.findValuesAsText("key"))
                .containsExactly(
                        "edge-2/wan0/bulk",
                        "edge-1/sub->1042 voice",
                        "lab/run <b>7</b>",
                        "edge-2/wan0/mgmt",
                        "core-2/uplink");
        assertThat(queues.get(0).get("verdict").asText()).isEqualTo("BUFFERBLOAT");
        assertThat(queues.get(0).at("/window/rtt/count").asLong()).isEqualTo(400);
        assertThat(queues.get(0).at("/window/rtt/p99Micros").isNull()).isTrue();
        assertThat(queues.get(0).at("/window/figures/bloatGrade").asText()).isEqualTo("C");
        assertThat(queues.get(0).at("/window/figures/coverageRatio").asDouble()).isEqualTo(0.9);
        assertThat(queues.get(2).at("/window/rtt/p95Micros").isNull()).isTrue();
        assertThat(queues.get(2).at("/window/rtt/shownAs").asText()).isEqualTo("p50");
        assertThat(queues.get(1).at("/window/drops/policed").asLong()).isPositive();
        assertThat(queues.get(1).get("proposals").asInt()).isEqualTo(1);
        assertThat(queues.get(3).at("/window/rtt").isNull()).isTrue();
        assertThat(queues.get(3).at("/window/dropRatio").isNull()).isTrue();
        assertThat(queues.get(3).get("harm").isNull()).isTrue();
        assertThat(queues.get(4).get("asOfMillis").asLong()).isEqualTo(END_MILLIS);
    }

    @Test
    void windowsAreTheNewestInsideTheTimesAscendingAndSayWhenThereAreMore() throws Exception {
        String queue = "api/windows?node=edge-1&queue=" + encoded("sub->1042 voice");
        JsonNode newest = json(get(queue + "&size=10s&limit=3"), 200);
        assertThat(newest.get("truncated").asBoolean()).isTrue();
        assertThat(newest.get("windows").findValuesAsText("startMillis"))
                .containsExactly("1699999970000", "1699999980000", "1699999990000");
        JsonNode between = json(get(queue + "&from=2023-11-14T22:12:50Z&to=1699999990000"), 200);
        assertThat(between.get("windows").findValuesAsText("startMillis"))
                .containsExactly("1699999970000", "1699999980000");
        assertThat(between.get("truncated").asBoolean()).isFalse();
        assertThat(json(get(queue + "&size=1h"), 200).get("windows")).isEmpty();
    }

    @Test
    void findingsSettingsAnswersAndRejectsAreReadButNoSignature() throws Exception {
        assertThat(json(get("api/findings?node=edge-2&open=true"), 200).get("findings"))
                .hasSize(2);
        assertThat(json(get("api/findings?open=false"), 200).get("findings")).isEmpty();
        assertThat(json(get("api/recommendations?state=proposed"), 200).get("recommendations"))
                .hasSize(3);
        assertThat(json(get("api/applied-settings?node=edge-2&queue=wan0/bulk"), 200)
                        .get("appliedSettings"))
                .hasSize(1);
        assertThat(json(get("api/rejects"), 200).at("/rejects/0/mend").asText()).startsWith("send differences");
        HttpResponse<byte[]> settings = get("api/settings");
        assertThat(json(settings, 200).at("/settings/0/revision").asInt()).isEqualTo(3);
        assertThat(text(settings)).doesNotContain("signature").doesNotContain("c2VjcmV0");
    }

    @Test
    void healthIs200WhenAllPartsAreFineAnd503OtherwiseNamingThePart() throws Exception {
        assertThat(json(get("api/health"), 200).get("fine").asBoolean()).isTrue();
        checks.add(new HealthCheck("history", false, "http://127.0.0.1:9000: refused"));
        assertThat(json(get("api/health"), 503).at("/checks/1/name").asText()).isEqualTo("history");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            api/queues?nod=x                          | parameter | nod | no parameter
            api/findings?nod=x                        | parameter | nod | one of node, queue, open, limit
            api/windows?queue=x                       | node      |     | 1 to 256 characters
            api/windows?node=x                        | queue     |     | 1 to 256 characters
            api/windows?node=x&queue=y&size=2s        | size      | 2s  | one of 1s, 10s, 1m, 5m, 1h
            api/windows?node=x&queue=y&from=soon      | from      | soon | Unix milliseconds or an ISO 8601 instant
            api/windows?node=x&queue=y&from=9&to=9    | to        | 9   | more than from=9
            api/windows?node=x&queue=y&limit=5001     | limit     | 5001 | from 1 to 5000
            api/windows?node=x&queue=y&limit=0        | limit     | 0   | from 1 to 5000
            api/windows?node=x&node=y                 | node      | twice | given once
            api/findings?open=maybe                   | open      | maybe | one of true, false
            api/recommendations?state=NEW             | state     | NEW | one of PROPOSED, APPROVED, REJECTED, WITHDRAWN
            """)
    void wrongParameterIsNamedWithItsValueAndBound(String path, String field, String value, String bound)
            throws Exception {
        JsonNode body = Wire.json()
                .readTree(raw("GET /" + path + " HTTP/1.1\r\nHost: localhost\r\n", "")
                        .body());
        assertThat(body.get("field").asText()).isEqualTo(field);
        assertThat(body.get("value").asText(null)).isEqualTo(value);
        assertThat(body.get("bound").asText()).isEqualTo(bound);
        assertThat(body.get("mend").asText()).isNotBlank();
    }

    @Test
    void approvalByPathTakesAnIdWithSlashAndArrow() throws Exception {
        JsonNode decided =
                json(post("api/recommendations/" + encoded(Seed.POLICED_ID) + "/approve", "{\"author\":\"ana\"}"), 200);
        assertThat(decided.at("/recommendation/state").asText()).isEqualTo("APPROVED");
        assertThat(decided.at("/recommendation/author").asText()).isEqualTo("ana");
        assertThat(seed.data.applied).hasSize(2);
    }

    @Test
    void rejectionByBodyNeedsNoAuthor() throws Exception {
        String body = "{\"decision\":\"reject\",\"id\":\"" + Seed.POLICED_ID + "\"}";
        assertThat(json(post("api/decisions", body), 200)
                        .at("/recommendation/author")
                        .asText())
                .isEqualTo("console");
        assertThat(seed.data.recommendations.get(0).state()).isEqualTo(RecommendationState.REJECTED);
    }

    @Test
    void decisionThatCannotBeTakenSaysWhy() throws Exception {
        assertThat(json(post("api/recommendations/none/approve", ""), 404)
                        .get("error")
                        .asText())
                .isEqualTo("no recommendation none");
        assertThat(json(post("api/recommendations/late/approve", ""), 409)
                        .get("bound")
                        .asText())
                .isEqualTo("expired");
        assertThat(json(post("api/recommendations/advice/approve", ""), 409)
                        .get("bound")
                        .asText())
                .isEqualTo("not_applicable");
        json(post("api/recommendations/advice/reject", ""), 200);
        JsonNode again = json(post("api/recommendations/advice/reject", ""), 409);
        assertThat(again.get("error").asText()).isEqualTo("advice is REJECTED by console");
        desk.down = true;
        assertThat(json(post("api/recommendations/late/reject", ""), 503)
                        .get("error")
                        .asText())
                .contains("broker");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            api/decisions | {"id":"late"}                                  | 400 | decision
            api/decisions | {"decision":"approve"}                         | 400 | id
            api/decisions | {"id":7,"decision":"approve"}                  | 400 | id
            api/decisions | {"id":"late","decision":"maybe"}               | 400 | decision
            api/decisions | {"id":"late","decision":"reject","why":"x"}    | 400 | body
            api/decisions | {"id":"late","id":"x","decision":"reject"}     | 400 | body
            api/decisions | [1]                                            | 400 | body
            api/decisions | {"id":                                         | 400 | body
            api/recommendations/late/reject | {"author":""}                | 400 | author
            api/recommendations/late/maybe  | {}                           | 404 | path
            api/recommendations/late        | {}                           | 404 | path
            api/recommendations/a/b/approve | {}                           | 404 | path
            """)
    void wrongDecisionIsNamed(String path, String body, int status, String field) throws Exception {
        assertThat(json(post(path, body), status).get("field").asText()).isEqualTo(field);
        assertThat(seed.data.recommendations).allMatch(r -> r.state() == RecommendationState.PROPOSED);
    }

    @Test
    void bodyOver64KibIsRefused() throws Exception {
        String author = "{\"author\":\"" + "x".repeat(70_000) + "\"}";
        assertThat(json(post("api/recommendations/late/reject", author), 413)
                        .get("bound")
                        .asText())
                .isEqualTo("at most 65536 bytes");
    }

    @Test
    void bodyThatIsNotJsonByItsTypeIsRefused() throws Exception {
        HttpRequest form = request("api/decisions")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("{}"))
                .build();
        assertThat(json(client.send(form, BodyHandlers.ofByteArray()), 415)
                        .get("field")
                        .asText())
                .isEqualTo("Content-Type");
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, 200",
        "127.0.0.1:8080, 200",
        "[::1]:80, 200",
        "10.1.2.3, 200",
        "LOCALHOST:1, 200",
        "evil.example, 421",
        "127.0.0.1.evil.example, 421",
        "localhost.evil.example:80, 421",
        "a:b:80, 421"
    })
    void onlyAKnownHostNameIsServed(String host, int status) throws Exception {
        assertThat(raw("GET /api/queues HTTP/1.1\r\nHost: " + host + "\r\n", "").status())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "Origin: http://localhost:99, 200", "Origin: https://localhost:99, 200", "X-None: none, 200",
        "Sec-Fetch-Site: same-origin, 200", "Origin: http://evil.example, 403", "Origin: http://localhost:98, 403",
        "Origin: null, 403", "Origin: file://localhost:99, 403", "Sec-Fetch-Site: cross-site, 403",
        "Sec-Fetch-Site: same-site, 403"
    })
    void onlyTheConsolesOwnPageMayDecide(String header, int status) throws Exception {
        String head = "POST /api/recommendations/late/approve HTTP/1.1\r\nHost: localhost:99\r\n"
                + "Content-Type: application/json\r\n" + header + "\r\n";
        // Past the gate the desk refuses it as expired: 409.
        assertThat(raw(head, "{}").status()).isEqualTo(status == 200 ? 409 : status);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, api/queues, 'GET, HEAD'",
        "DELETE, api/recommendations, 'GET, HEAD'",
        "PUT, style.css, 'GET, HEAD'",
        "GET, api/decisions, POST",
        "GET, api/recommendations/x/approve, POST",
        "POST, api/events, GET",
        "OPTIONS, api/queues, 'GET, HEAD'"
    })
    void methodThatIsNotAllowedIsToldWhichIs(String method, String path, String allowed) throws Exception {
        HttpRequest request =
                request(path).method(method, BodyPublishers.noBody()).build();
        HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
        json(response, 405);
        assertThat(response.headers().firstValue("Allow")).contains(allowed);
        assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void headHasTheHeadersOfGetAndNoBody() throws Exception {
        HttpRequest head =
                request("api/queues").method("HEAD", BodyPublishers.noBody()).build();
        HttpResponse<byte[]> response = client.send(head, BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
        assertThat(response.headers().firstValueAsLong("Content-Length").orElse(0))
                .isGreaterThan(1_000);
    }

    @Test
    void largeAnswerIsPackedWhenAskedFor() throws Exception {
        HttpRequest packed =
                request("api/queues").header("Accept-Encoding", "br, gzip").build();
        HttpResponse<byte[]> response = client.send(packed, BodyHandlers.ofByteArray());
        assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
        byte[] open = new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes();
        assertThat(Wire.json().readTree(open).get("queues")).hasSize(5);
        HttpRequest unwanted =
                request("api/queues").header("Accept-Encoding", "gzip;q=0").build();
        assertThat(client.send(unwanted, BodyHandlers.ofByteArray()).headers().firstValue("Content-Encoding"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "index.html",
                "style.css",
                "favicon.svg",
                "app/main.js",
                "vendor/uPlot.js",
                "vendor/uPlot.css"
            })
    void pageIsServedUnderAStrictPolicy(String path) throws Exception {
        HttpResponse<byte[]> response = get(path);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'self';");
        assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        String tag = response.headers().firstValue("ETag").orElseThrow();
        HttpResponse<byte[]> again =
                client.send(request(path).header("If-None-Match", tag).build(), BodyHandlers.ofByteArray());
        assertThat(again.statusCode()).isEqualTo(304);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nothing",
                "api/nothing",
                "app/../../Console.class",
                "app/%2e%2e/style.css",
                "io/sojourn/console/Console.class"
            })
    void anyOtherPathIsNotFound(String path) throws Exception {
        Raw response = raw("GET /" + path + " HTTP/1.1\r\nHost: localhost\r\n", "");
        assertThat(response.status()).isEqualTo(404);
        assertThat(Wire.json().readTree(response.body()).get("mend").asText()).isNotBlank();
    }

    @Test
    void newestWindowsGoOnWhileTheStoreIsDown() throws Exception {
        second(Stage.FINAL, END_MILLIS, 1_000);
        second(Stage.EARLY, END_MILLIS + 1_000, 2_000);
        seed.data.down = true;

        JsonNode queues = json(get("api/queues"), 200);
        assertThat(queues.at("/sources/live/fine").asBoolean()).isTrue();
        assertThat(queues.at("/sources/history/fine").asBoolean()).isFalse();
        assertThat(queues.at("/sources/history/detail").asText()).startsWith("it does not answer");
        assertThat(queues.get("queues")).hasSize(1);
        assertThat(queues.at("/queues/0/key").asText()).isEqualTo("edge-1/q");
        assertThat(queues.at("/queues/0/now/stage").asText()).isEqualTo("EARLY");
        assertThat(queues.at("/queues/0/now/sentPackets").asLong()).isEqualTo(2_000);
        assertThat(queues.at("/queues/0/verdict").isNull()).isTrue();
        assertThat(queues.at("/queues/0/verdictKnown").asBoolean()).isFalse();
        JsonNode windows = json(get("api/windows?node=edge-1&queue=q&size=1s"), 200);
        assertThat(windows.get("windows").findValuesAsText("stage")).containsExactly("FINAL", "EARLY");
        assertThat(windows.at("/sources/history/fine").asBoolean()).isFalse();
        json(get("api/findings"), 503);
    }

    @Test
    void storedWindowsGoOnWithTheNewestOnesAndNoneComesTwice() throws Exception {
        seed.data.windows.addAll(
                List.of(window(Stage.FINAL, END_MILLIS, 1), window(Stage.FINAL, END_MILLIS + 1_000, 2)));
        second(Stage.FINAL, END_MILLIS + 1_000, 2);
        second(Stage.EARLY, END_MILLIS + 2_000, 3);

        JsonNode windows = json(get("api/windows?node=edge-1&queue=q&size=1s"), 200);

        assertThat(windows.get("windows").findValuesAsText("sentPackets")).containsExactly("1", "2", "3");
        assertThat(json(get("api/windows?node=edge-1&queue=q&size=1s&limit=1"), 200)
                        .get("windows")
                        .findValuesAsText("sentPackets"))
                .containsExactly("3");
    }

    @Test
    void tableShowsTheNewerOfWhatIsStoredAndWhatIsLive() throws Exception {
        seed.data.liveDown = false;
        seed.data.newest.add(seed.window("core-2", "uplink", Seed.Kind.CALM, Clocking.LIVE, END_MILLIS, 7));
        seed.data.newest.add(seed.window("edge-2", "wan0/bulk", Seed.Kind.CALM, Clocking.LIVE, END_MILLIS - 50_000, 7));

        JsonNode queues = json(get("api/queues"), 200).get("queues");

        assertThat(queues.get(4).get("asOfMillis").asLong()).isEqualTo(END_MILLIS + 10_000);
        assertThat(queues.get(4).get("verdict").asText()).isEqualTo("HEALTHY");
        assertThat(queues.get(0).get("asOfMillis").asLong()).isEqualTo(END_MILLIS);
    }

    @Test
    void storeAloneIsSaidWhenTheNewestWindowsAreNotToBeHad() throws Exception {
        JsonNode queues = json(get("api/queues"), 200);
        assertThat(queues.get("queues")).hasSize(5);
        assertThat(queues.at("/queues/0/now").isNull()).isTrue();
        assertThat(queues.at("/sources/live/fine").asBoolean()).isFalse();
        assertThat(queues.at("/sources/live/detail").asText()).isEqualTo("partition 0 is moving");
        assertThat(queues.at("/sources/history/fine").asBoolean()).isTrue();
    }

    private void second(Stage stage, long startMillis, long packets) {
        seed.data.liveDown = false;
        seed.data.newest.add(window(stage, startMillis, packets));
    }

    private static QueueWindow window(Stage stage, long startMillis, long packets) {
        return Windows.queue("edge-1", "q")
                .stage(stage)
                .start(startMillis)
                .sent(packets)
                .build();
    }

    @Test
    void storeThatIsDownIs503AndTheConsoleGoesOn() throws Exception {
        seed.data.down = true;
        JsonNode body = json(get("api/queues"), 503);
        assertThat(body.get("error").asText()).isEqualTo("the store does not answer");
        seed.data.down = false;
        json(get("api/queues"), 200);
    }

    @Test
    void configuredNameIsServedToo() throws Exception {
        ConsoleConfig named = ConsoleConfig.local(0).at("127.0.0.1", Set.of("Noc.Example"));
        try (Console other = new Console(named, seed.data, desk, () -> checks)) {
            other.start();
            Raw response = Raw.send(other.address(), "GET /api/queues HTTP/1.1\r\nHost: noc.example:1\r\n", "");
            assertThat(response.status()).isEqualTo(200);
        }
    }

    @Test
    void furtherPageIsMadeAnewForEachRequestBehindTheSameGate() throws Exception {
        AtomicInteger made = new AtomicInteger();
        Map<String, Supplier<TextPage>> pages =
                Map.of("/numbers", () -> new TextPage("text/plain; charset=utf-8", "n " + made.incrementAndGet()));
        try (Console other = new Console(ConsoleConfig.local(0), seed.data, desk, () -> checks, pages)) {
            other.start();
            Raw.send(other.address(), "GET /numbers HTTP/1.1\r\nHost: localhost\r\n", "");
            Raw second = Raw.send(other.address(), "GET /numbers HTTP/1.1\r\nHost: localhost\r\n", "");
            assertThat(second.body()).isEqualTo("n 2");
            assertThat(Raw.send(other.address(), "GET /numbers HTTP/1.1\r\nHost: evil.example\r\n", "")
                            .status())
                    .isEqualTo(421);
            assertThat(Raw.send(other.address(), "POST /numbers HTTP/1.1\r\nHost: localhost\r\n", "")
                            .status())
                    .isEqualTo(405);
        }
    }

    @Test
    void requestsAreCountedByClassOfStatus() throws Exception {
        get("api/queues");
        get("api/health");
        get("api/nothing");
        seed.data.down = true;
        get("api/queues");
        assertThat(console.requests())
                .containsExactly(entry("2xx", 2L), entry("3xx", 0L), entry("4xx", 1L), entry("5xx", 1L));
    }

    @Test
    void consoleDoesNothingBeforeStartAndCanBeStartedOnce() {
        Console inert = new Console(ConsoleConfig.local(0), seed.data, desk, () -> checks);
        assertThatThrownBy(inert::address).hasMessageContaining("start it first");
        assertThatThrownBy(console::start).hasMessageContaining("runs already");
        inert.close();
    }

    @Test
    void configurationOutsideItsBoundsIsNamed() {
        assertThatThrownBy(() -> ConsoleConfig.local(65_536))
                .isInstanceOf(OutOfRange.class)
                .hasMessage("port=65536; must be from 0 to 65535");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(console.address() + path));
    }

    private HttpResponse<byte[]> get(String path) throws Exception {
        return client.send(request(path).build(), BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> post(String path, String body) throws Exception {
        HttpRequest request = request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofByteArray());
    }

    private Raw raw(String head, String body) throws Exception {
        return Raw.send(console.address(), head, body);
    }

    private static JsonNode json(HttpResponse<byte[]> response, int status) throws Exception {
        assertThat(response.statusCode()).as(text(response)).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json; charset=utf-8");
        return Wire.json().readTree(response.body());
    }

    private static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
