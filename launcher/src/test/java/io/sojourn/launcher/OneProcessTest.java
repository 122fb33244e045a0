// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.console.ConsoleConfig;
import io.sojourn.launcher.embedded.EmbeddedBroker;
import io.sojourn.launcher.process.DataFolder;
import io.sojourn.launcher.process.OneProcess;
import io.sojourn.node.CaptureFile;
import io.sojourn.node.NodeClock;
import io.sojourn.node.NodeConfig;
import io.sojourn.node.SigningKey;
import io.sojourn.node.kafka.KafkaNode;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded traffic through a real broker, Kafka Streams, Flink and the store, as the commands show it. */
class OneProcessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private static Path temp;

    private static DataFolder folder;
    private static OneProcess process;
    private static KafkaEnds ends;

    @BeforeAll
    static void start() throws Exception {
        folder = new DataFolder(temp.resolve("data"));
        folder.lock();
        int port = EmbeddedBroker.freePort();
        ends = KafkaEnds.plaintext("127.0.0.1:" + port);
        process = new OneProcess(folder, ends, port, ConsoleConfig.local(0), null);
        process.start(part -> {});
    }

    @AfterAll
    static void stop() {
        process.close();
        folder.close();
    }

    static List<String> runs() throws IOException {
        List<String> names = new ArrayList<>();
        expected().fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static JsonNode expected() throws IOException {
        return Wire.json()
                .readTree(TestData.examples().resolve("expected.json").toFile())
                .path("runs");
    }

    @ParameterizedTest
    @MethodSource("runs")
    void recordedRunGetsItsVerdictAndAllViewsAgree(String run) throws IOException {
        Cli replay = sojourn("replay", TestData.examples().resolve(run).toString(), "--json");
        JsonNode verdict = Wire.json().readTree(replay.out()).path("verdicts").path(0);

        assertThat(replay.exitCode()).as(replay.err()).isZero();
        Set<String> accepted = texts(expected().path(run).path("accept"));
        assertThat(verdict.path("cause").asText()).isIn(accepted);
        JsonNode policer = expected().path(run).path("policer");
        if (policer.isObject()) {
            near(verdict.path("policer").path("rateBitsPerSecond"), policer.path("rateBitsPerSecond"), 0.05);
            near(verdict.path("policer").path("bucketBytes"), policer.path("bucketBytes"), 0.15);
        }
        assertThat(sojourn("findings", "--node", run).out())
                .contains(verdict.path("cause").asText());
        assertThat(sojourn("findings", "--node", run, "--json").out())
                .contains(verdict.path("summary").asText());
        JsonNode oneShot = Wire.json()
                .readTree(sojournOffline(
                                "analyse",
                                "--json",
                                TestData.examples().resolve(run).toString())
                        .out())
                .path("verdicts")
                .path(0);
        assertThat(oneShot.path("cause")).isEqualTo(verdict.path("cause"));
        assertThat(oneShot.path("policer")).isEqualTo(verdict.path("policer"));
    }

    @Test
    void sendingARunAgainChangesNothing() throws IOException {
        String run = TestData.examples().resolve("B-shaper-htb-200.reno").toString();
        String first = sojourn("replay", run, "--json").out();
        String windows = windows("B-shaper-htb-200.reno");

        assertThat(sojourn("replay", run, "--json").out()).isEqualTo(first);
        assertThat(windows("B-shaper-htb-200.reno")).isEqualTo(windows);
    }

    @Test
    void badRecordsAreEachNamedInRejectsAndTheGoodOnesAfterThemAreCounted() throws Exception {
        String good = Wire.text(Batches.one("after-bad", 0, 1_700_000_000_000L));
        try (KafkaProducer<String, byte[]> producer = producer()) {
            for (String bad : List.of(
                    good.replace("\"sentPackets\":10", "\"sentPackets\":-10"),
                    good.replace("\"schema\":1", "\"schema\":99"),
                    "this is no JSON",
                    good + " ".repeat(2 << 20))) {
                send(producer, "after-bad", bad);
            }
            for (int i = 0; i < 20; i++) {
                send(producer, "after-bad", Wire.text(Batches.one("after-bad", i, 1_700_000_000_000L + i * 1_000L)));
            }
        }

        await().atMost(PATIENCE).untilAsserted(() -> {
            List<String> rejects = lines(get("/api/rejects?limit=1000").path("rejects"));
            assertThat(rejects)
                    .anyMatch(r -> r.contains("sentPackets") && r.contains("-10") && r.contains("at least 0"));
            assertThat(rejects).anyMatch(r -> r.contains("schema") && r.contains("99"));
            assertThat(rejects).anyMatch(r -> r.contains("JSON or Smile of SampleBatch"));
            assertThat(rejects).anyMatch(r -> r.contains("SampleBatch size") && r.contains("at most 1048576"));
            assertThat(rejects.stream().filter(r -> r.contains("sojourn.samples-")))
                    .hasSize(4);
        });
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        get("/api/windows?node=after-bad&queue=q0&size=1s").path("windows"))
                .hasSizeGreaterThanOrEqualTo(15));
    }

    @Test
    void queueOfTheLongestNamesIsJudgedLikeAnyOther() throws Exception {
        String node = "n".repeat(200);
        String queue = "q".repeat(256);
        try (KafkaProducer<String, byte[]> producer = producer()) {
            for (int i = 0; i < 20; i++) {
                String batch = Wire.text(Batches.one(node, i, 1_700_000_000_000L + i * 1_000L));
                send(producer, node, batch.replace("\"q0\"", "\"" + queue + "\""));
            }
        }

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(
                        get("/api/findings?node=" + node).path("findings"))
                .isNotEmpty());
        assertThat(get("/api/health").path("fine").asBoolean()).isTrue();
    }

    @Test
    void newestSecondOfAQueueComesFromTheJobItself() throws Exception {
        try (KafkaProducer<String, byte[]> producer = producer()) {
            for (int i = 0; i < 5; i++) {
                send(producer, "newest", Wire.text(Batches.one("newest", i, 1_700_000_000_000L + i * 1_000L)));
            }
        }

        await().atMost(PATIENCE).untilAsserted(() -> {
            JsonNode answer = get("/api/queues");
            assertThat(answer.at("/sources/live/fine").asBoolean()).isTrue();
            assertThat(answer.path("queues"))
                    .filteredOn(row -> row.path("node").asText().equals("newest"))
                    .singleElement()
                    .satisfies(row -> assertThat(row.at("/now/startMillis").asLong())
                            .isBetween(1_700_000_002_000L, 1_700_000_004_000L));
        });
    }

    @Test
    void everyPartIsFineAndDoctorSaysSo() {
        JsonNode health = get("/api/health");

        assertThat(health.path("fine").asBoolean()).isTrue();
        assertThat(lines(health.path("checks"))).hasSize(6);
        assertThat(sojourn("doctor").out()).contains("all there", "analytics", "history");
        assertThat(sojourn("topics", "--create").out()).contains("All were there.");
    }

    @Test
    void approvedRecommendationBecomesTheNodesShaperAndBadSettingsAreRefusedWithTheirReason() throws Exception {
        try (KafkaNode node = node()) {
            Thread runs = new Thread(() -> run(node), "node");
            runs.start();
            String id = await().atMost(PATIENCE)
                    .until(
                            () -> get("/api/recommendations?state=PROPOSED")
                                    .path("recommendations")
                                    .findValuesAsText("id")
                                    .stream()
                                    .filter(found -> found.startsWith("edge-1/wan0@"))
                                    .findFirst()
                                    .orElse(""),
                            found -> !found.isEmpty());
            assertThat(sojourn("findings", "--node", "edge-1", "--open").out()).contains("POLICED", "20 Mbit/s");

            Cli approved = sojourn("approve", id, "--wait", "60");
            assertThat(approved.exitCode()).as(approved.out() + approved.err()).isZero();
            assertThat(approved.out()).contains("APPROVED", "the node applied revision 1");
            assertThat(sojourn("approve", id).err()).contains("is APPROVED by");
            assertThat(sojourn("settings").out()).contains("edge-1/wan0", "SHAPER 20 Mbit/s", "APPLIED");

            assertThat(set("wan0", "--rate", "20Mbit", "--expected-revision", "0"))
                    .contains("must be 1, the revision");
            assertThat(set("wan0", "--rate", "200Mbit")).contains("must be from 10000000 to 20000000");
            assertThat(set("none", "--rate", "20Mbit")).contains("must be one of wan0");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(get("/api/windows?node=edge-1&queue=wan0&size=1s&limit=1")
                                    .toString())
                            .contains("\"discipline\":\"SHAPER\""));
        }
    }

    private static KafkaNode node() throws IOException {
        NodeConfig config = NodeConfig.once()
                .atSpeed(4)
                .times(NodeConfig.FOREVER)
                .startingAt(1_700_000_000_000L)
                .signedWith(SigningKey.of(folder.existingSigningKey()));
        Path capture = TestData.examples().resolve("A-policer-bpf.cubic/client.pcap.zst");
        return new KafkaNode(
                config,
                Policy.read(TestData.root().resolve("examples/node/policed-20mbit.yaml")),
                CaptureFile.open(capture, NodeClock.system()),
                ends);
    }

    private static void run(KafkaNode node) {
        try {
            node.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the node answers to a setting written by hand. */
    private static String set(String queue, String... words) {
        List<String> all = new ArrayList<>(List.of("settings", "set", "edge-1", queue, "--discipline", "SHAPER"));
        all.addAll(List.of("--burst", "10000B", "--limit", "100p"));
        all.addAll(List.of(words));
        Cli answer = sojourn(all.toArray(String[]::new));
        assertThat(answer.exitCode()).as(answer.out() + answer.err()).isEqualTo(1);
        return answer.out();
    }

    private static void near(JsonNode actual, JsonNode truth, double share) {
        assertThat(actual.asDouble()).isBetween(truth.asDouble() * (1 - share), truth.asDouble() * (1 + share));
    }

    private static String windows(String node) {
        StringBuilder all = new StringBuilder();
        for (String size : List.of("1s", "10s", "1m")) {
            all.append(get("/api/windows?limit=1000&node=" + node + "&queue=rk_r1&size=" + size)
                    .path("windows"));
        }
        return all.toString();
    }

    private static KafkaProducer<String, byte[]> producer() {
        Map<String, Object> properties = ends.clientProperties();
        properties.put("max.request.size", 4 << 20);
        return new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }

    private static void send(KafkaProducer<String, byte[]> producer, String node, String value) throws Exception {
        producer.send(new ProducerRecord<>(ends.topic(Topic.SAMPLES), node, value.getBytes(StandardCharsets.UTF_8)))
                .get();
    }

    private static JsonNode get(String path) {
        return Http.get(process.address(), path);
    }

    private static Cli sojourn(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--data", folder.path("").toString()));
        return Cli.run(all.toArray(String[]::new));
    }

    private static Cli sojournOffline(String... words) {
        return Cli.run(words);
    }

    private static List<String> lines(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::toString)
                .toList();
    }

    private static Set<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
    }
}
