// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import io.sojourn.testkit.Samples;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inventory and samples in, windows of parents out. */
final class ParentsTopologyTest {
    private static final KafkaEnds ENDS = KafkaEnds.plaintext("nowhere:9092");
    private static final long T0 = 1_700_000_040_000L;

    @TempDir
    Path stateDir = Path.of("");

    private final WindowsCounters counters = new WindowsCounters();
    private @Nullable TopologyTestDriver opened;

    @BeforeEach
    void open() {
        WindowsConfig config = WindowsConfig.defaults(stateDir);
        opened = new TopologyTestDriver(
                WindowsTopology.of(ENDS, config, counters, new SentSamples()::read, () -> true),
                WindowsProperties.of(ENDS, config),
                Instant.ofEpochMilli(T0));
    }

    @AfterEach
    void close() {
        driver().close();
    }

    @Test
    void siteOfTwoNodesIsTheSumOfTheirQueuesFromTheInventoryOn() {
        list(entry("a", "wan0", "lab"));
        list(entry("b", "wan0", "lab"));

        sendSeconds(0, 30);

        List<WindowBatch> sites = batches(Scope.SITE);
        assertThat(sites).extracting(WindowBatch::owner).allMatch(owner -> owner.startsWith("bucket-"));
        assertThat(sites.stream().flatMap(batch -> batch.windows().stream()).filter(w -> w.sizeMillis() == 10_000))
                .extracting(QueueWindow::sentPackets)
                .containsExactly(30L, 30L);
        assertThat(counters.partsIn()).isEqualTo(2 * 28);
        assertThat(counters.lateParts()).isZero();
    }

    @Test
    void queueThatIsTakenOutOfTheInventoryIsNoPartOfItsSiteAnyMore() {
        list(entry("a", "wan0", "lab"));
        list(entry("b", "wan0", "lab"));
        sendSeconds(0, 13);
        send(Topic.INVENTORY, "b/wan0", null);
        sendSeconds(13, 40);

        List<QueueWindow> seconds = batches(Scope.SITE).stream()
                .flatMap(batch -> batch.windows().stream())
                .filter(w -> w.sizeMillis() == 1_000)
                .toList();
        assertThat(seconds.get(5).queueCount()).isEqualTo(2);
        assertThat(seconds.get(20).queueCount()).isEqualTo(1);
        assertThat(seconds.get(20).expectedQueues()).isEqualTo(1);
    }

    /** They close by silence, and their parents must not fall silent before they have told their last seconds. */
    @Test
    void lastSecondsOfNodesThatFellSilentAreInTheirSite() {
        list(entry("a", "wan0", "lab"));
        list(entry("b", "wan0", "lab"));
        for (int i = 0; i < 30; i++) {
            send(Samples.recorded(batch("a", i, 1)));
            send(Samples.recorded(batch("b", i, 2)));
        }

        pass(60);

        assertThat(batches(Scope.SITE).stream().flatMap(batch -> batch.windows().stream()))
                .filteredOn(w -> w.sizeMillis() == 10_000)
                .extracting(QueueWindow::sentPackets)
                .containsExactly(30L, 30L, 30L);
        assertThat(counters.lateParts()).isZero();
    }

    @Test
    void whatIsWrongWithTheInventoryIsRejectedOnce() {
        list(new InventoryEntry(Schema.CURRENT, "a", "1", null, "a/2", null, null, null, null));
        list(new InventoryEntry(Schema.CURRENT, "a", "2", null, "a/1", null, null, null, null));
        list(new InventoryEntry(Schema.CURRENT, "a", "3", null, "core/up", null, null, null, null));
        send(Topic.INVENTORY, "a/4", "not JSON".getBytes(UTF_8));
        send(Topic.INVENTORY, "other", Wire.write(entry("a", "wan0", "lab"), WireFormat.JSON));
        send(
                Topic.INVENTORY,
                "a/5",
                Wire.text(entry("a", "5", "lab")).replace("\"a\"", "\"a/b\"").getBytes(UTF_8));
        sendSeconds(0, 1);

        List<Reject> rejects = pass(3);
        assertThat(rejects).extracting(Reject::field).containsExactly("parent", "record", "record key", "node");
        assertThat(rejects.get(0).value()).isEqualTo("a/2 feeds a/1 feeds a/2");
        assertThat(rejects.get(1).source()).startsWith("sojourn.inventory-0@");
        assertThat(rejects.get(3).bound()).startsWith("without a slash");

        assertThat(pass(5)).extracting(Reject::value).containsExactly("core/up of 1 queues");
        assertThat(pass(20)).isEmpty();
    }

    private List<Reject> pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            driver().advanceWallClockTime(Duration.ofSeconds(1));
        }
        return out(Topic.REJECTS).stream()
                .map(r -> Wire.read(r.value(), Reject.class))
                .toList();
    }

    /** Node a sends one packet a second, node b two. */
    private void sendSeconds(int from, int to) {
        for (int i = from; i < to; i++) {
            send(batch("a", i, 1));
            send(batch("b", i, 2));
        }
    }

    private void send(SampleBatch batch) {
        driver().createInputTopic(ENDS.topic(Topic.SAMPLES), new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(batch.node().getBytes(UTF_8), Wire.write(batch, WireFormat.JSON), batch.endMillis());
    }

    private void list(InventoryEntry entry) {
        send(Topic.INVENTORY, Topic.queueKey(entry.node(), entry.queue()), Wire.write(entry, WireFormat.JSON));
    }

    private void send(Topic topic, String key, byte @Nullable [] value) {
        driver().createInputTopic(ENDS.topic(topic), new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(key.getBytes(UTF_8), value, T0);
    }

    private List<WindowBatch> batches(Scope scope) {
        List<WindowBatch> batches = new ArrayList<>();
        for (TestRecord<byte[], byte[]> record : out(Topic.SCOPE_WINDOWS)) {
            WindowBatch batch = Wire.read(record.value(), WindowBatch.class);
            if (batch.windows().get(0).scope() == scope) {
                assertThat(new String(record.key(), UTF_8)).isEqualTo(batch.owner());
                batches.add(batch);
            }
        }
        return batches;
    }

    private List<TestRecord<byte[], byte[]>> out(Topic topic) {
        return driver().createOutputTopic(ENDS.topic(topic), new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    private TopologyTestDriver driver() {
        @Nullable TopologyTestDriver current = opened;
        if (current == null) {
            throw new IllegalStateException("open first");
        }
        return current;
    }

    private static InventoryEntry entry(String node, String queue, String site) {
        return new InventoryEntry(Schema.CURRENT, node, queue, site, null, null, null, null, null);
    }

    private static SampleBatch batch(String node, long second, long packets) {
        return Samples.batch(
                node,
                second,
                T0 + second * 1_000,
                T0 + second * 1_000 + 1_000,
                Samples.queue("wan0").sent(packets).build());
    }
}
