// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.streams.latest.LatestNode;
import io.sojourn.streams.latest.LatestPage;
import io.sojourn.streams.latest.LatestStore;
import io.sojourn.streams.latest.WindowsQuery;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.FlowWindowBatch;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import io.sojourn.testkit.Samples;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WindowsTopologyTest {
    private static final KafkaEnds ENDS = KafkaEnds.plaintext("nowhere:9092");
    private static final long T0 = 1_700_000_040_000L;

    @TempDir
    Path stateDir = Path.of("");

    private final WindowsCounters counters = new WindowsCounters();
    private boolean inContact = true;
    private final Harness job = new Harness();

    @BeforeEach
    void open() {
        job.open(T0);
    }

    @AfterEach
    void close() {
        job.close();
    }

    @Test
    void batchesBecomeOneFinalWindowASecondKeyedByNodeAndStampedWithItsEnd() {
        for (int i = 0; i < 8; i++) {
            job.send(batch(i, 500L * i, 10), 500L * i + 500);
        }

        List<TestRecord<byte[], byte[]>> records = job.windows();

        assertThat(records).extracting(r -> new String(r.key(), UTF_8)).containsOnly("edge-1");
        assertThat(records).extracting(TestRecord::timestamp).containsExactly(T0 + 1_000, T0 + 2_000);
        assertThat(records)
                .extracting(r ->
                        Wire.read(r.value(), WindowBatch.class).windows().get(0).sentPackets())
                .containsExactly(20L, 20L);
        assertThat(counters.batchesIn()).isEqualTo(8);
        assertThat(counters.windowsOut()).isEqualTo(2);
        assertThat(job.rejects()).isEmpty();
    }

    @Test
    void flowsBecomeFlowWindows() {
        job.send(Samples.with(batch(0, 0, 1), List.of(Samples.flow("wan0", "f", 3, 1, 700)), List.of()), 500);
        job.send(Samples.batch("edge-1", 1, T0 + 500, T0 + 3_000), 3_000);

        assertThat(job.flowWindows()).singleElement().satisfies(r -> {
            FlowWindow window =
                    Wire.read(r.value(), FlowWindowBatch.class).windows().get(0);
            assertThat(window.flows().get(0).packets()).isEqualTo(3);
            assertThat(r.timestamp()).isEqualTo(T0 + 1_000);
        });
    }

    @Test
    void whatIsAskedForIsWhatStandsOnTheTopic() {
        for (int i = 0; i < 200; i++) {
            job.send(batch(i, 500L * i, i), 500L * i + 500);
        }
        Map<Long, QueueWindow> newest = new TreeMap<>();
        for (TestRecord<byte[], byte[]> record : job.windows()) {
            for (QueueWindow window :
                    Wire.read(record.value(), WindowBatch.class).windows()) {
                newest.put(window.sizeMillis(), window);
            }
        }

        LatestNode node = job.latest(WindowsQuery.of("edge-1", "wan0")).nodes().get(0);

        assertThat(newest).containsOnlyKeys(1_000L, 10_000L, 60_000L, 300_000L);
        assertThat(node.windows().stream().filter(w -> w.stage() == Stage.FINAL))
                .containsExactlyElementsOf(newest.values());
        assertThat(node.nodeTimeMillis()).isEqualTo(T0 + 100_000);
        assertThat(node.clockOffsetMillis()).isZero();
        assertThat(node.lateBatches()).isZero();
        assertThat(job.latest(WindowsQuery.of("edge-1", "wan9")).nodes().get(0).windows())
                .isEmpty();
        assertThat(job.latest(WindowsQuery.of("edge-9", "wan0")).nodes()).isEmpty();
    }

    @Test
    void answerSoFarComesWithItsRecordAndGivesWayToTheFinalOne() {
        job.passWall(Duration.ofSeconds(2));
        job.send(batch(0, 0, 10), 500);
        QueueWindow record = job.early().get(0);
        assertThat(job.secondsOfWan0()).containsExactly(record);
        assertThat(record.stage()).isEqualTo(Stage.EARLY);

        job.send(batch(1, 500, 10), 1_000);
        job.send(batch(2, 3_000, 10), 3_500);

        QueueWindow last = Wire.read(job.windows().get(0).value(), WindowBatch.class)
                .windows()
                .get(0);
        assertThat(last.stage()).isEqualTo(Stage.FINAL);
        assertThat(job.secondsOfWan0())
                .contains(last)
                .noneMatch(w -> w.startMillis() == T0 && w.stage() == Stage.EARLY);
    }

    @Test
    void lateBatchesOfANodeAreTold() {
        job.send(batch(0, 0, 10), 500);
        job.send(batch(2, 4_000, 10), 4_500);
        job.send(batch(1, 500, 10), 4_600);

        assertThat(job.latest(WindowsQuery.nodes(10)).nodes()).singleElement().satisfies(node -> {
            assertThat(node.lateBatches()).isEqualTo(1);
            assertThat(node.windows()).isEmpty();
        });
    }

    @Test
    void badRecordsBecomeRejectsThatNameThemAndTheRestGoesOn() {
        String good = Wire.text(batch(0, 0, 10));
        job.sendBytes("edge-1", "not JSON".getBytes(UTF_8), 500);
        job.sendBytes(
                "edge-1",
                good.replace("\"sentPackets\":10", "\"sentPackets\":-1").getBytes(UTF_8),
                500);
        job.sendBytes(
                "edge-1", good.replaceFirst("\"schema\":1", "\"schema\":99").getBytes(UTF_8), 500);
        job.sendBytes("edge-1", new byte[Wire.RECORD_LIMIT_BYTES + 1], 500);
        job.sendBytes("edge-2", good.getBytes(UTF_8), 500);
        job.sendBytes(null, good.getBytes(UTF_8), 500);
        job.sendBytes("edge-1", null, 500);
        job.sendBytes("edge-1", good.getBytes(UTF_8), 500);
        job.send(Samples.batch("edge-1", 1, T0 + 500, T0 + 3_000), 3_000);

        List<Reject> rejects = job.rejects();

        assertThat(rejects)
                .extracting(Reject::field)
                .containsExactly(
                        "record",
                        "queues.[0].sentPackets",
                        "schema",
                        "SampleBatch size",
                        "record key",
                        "record key",
                        "record");
        assertThat(rejects)
                .extracting(Reject::source)
                .startsWith("sojourn.samples-0@0", "sojourn.samples-0@1", "sojourn.samples-0@2");
        assertThat(new String(Base64.getDecoder().decode(rejects.get(0).excerpt()), UTF_8))
                .isEqualTo("not JSON");
        assertThat(Base64.getDecoder().decode(rejects.get(3).excerpt())).hasSize(1_024);
        assertThat(rejects.get(6).excerpt()).isNull();
        assertThat(job.windows()).hasSize(1);
        assertThat(counters.unreadable()).isEqualTo(7);
        assertThat(counters.rejected()).isEqualTo(7);
    }

    @Test
    void wrongClockLateAndDuplicateAreCountedApart() {
        job.send(batch(0, 0, 10), 500);
        job.send(batch(0, 0, 10), 600);
        job.send(batch(1, 3_600_000, 10), 1_000);
        job.send(Samples.batch("edge-1", 3, T0 + 4_000, T0 + 5_000), 5_000);
        job.send(batch(2, 500, 10), 5_100);

        assertThat(counters.duplicates()).isEqualTo(1);
        assertThat(counters.wrongClocks()).isEqualTo(1);
        assertThat(counters.late()).isEqualTo(1);
        assertThat(counters.lostBatches()).isEqualTo(2);
        assertThat(job.rejects()).extracting(Reject::field).containsExactly("endMillis", "startMillis");
        assertThat(job.rejects()).isEmpty();
    }

    @Test
    void recordingIsNotComparedWithTheBrokersClock() {
        job.send(Samples.recorded(batch(0, 0, 10)), 86_400_000);

        assertThat(counters.wrongClocks()).isZero();
        assertThat(counters.rejected()).isZero();
    }

    /** Otherwise the broker would delete old ones at once by their retention, and refuse those of the future. */
    @Test
    void windowsOfARecordingBearATimeThatTheBrokerKeeps() {
        long weekMillis = 7 * 86_400_000L;
        job.send(Samples.recorded(batch(0, 0, 10)), weekMillis);
        job.send(Samples.recorded(batch(1, 3_000, 10)), weekMillis);
        job.send(Samples.recorded(batch(2, 2 * weekMillis, 10)), weekMillis);

        assertThat(job.windows())
                .extracting(TestRecord::timestamp)
                .containsOnly(T0 + weekMillis - WindowSink.OLDEST_MILLIS)
                .hasSize(6);

        job.send(Samples.recorded(batch(3, 3 * weekMillis, 10)), weekMillis);

        assertThat(job.windows())
                .extracting(TestRecord::timestamp)
                .containsOnly(T0 + weekMillis + WindowSink.NEWEST_MILLIS)
                .hasSize(5);
    }

    @Test
    void windowsOfASilentNodeAreClosedByTheWallClock() {
        job.send(batch(0, 0, 10), 500);

        job.passWall(Duration.ofSeconds(15));
        assertThat(job.windows()).isEmpty();
        job.passWall(Duration.ofSeconds(1));
        assertThat(job.windows()).hasSize(1);
        job.passWall(Duration.ofSeconds(60));
        assertThat(job.windows()).hasSize(2);
        job.passWall(Duration.ofSeconds(60));
        assertThat(job.windows()).hasSize(1);
        job.passWall(Duration.ofSeconds(60));
        assertThat(job.windows()).isEmpty();
    }

    @Test
    void silenceWhileTheBrokerIsAwayIsNoSilence() {
        job.send(Samples.recorded(batch(0, 0, 10)), 500);
        inContact = false;
        job.passWall(Duration.ofSeconds(40));
        inContact = true;

        job.passWall(Duration.ofSeconds(15));
        assertThat(job.windows()).isEmpty();
        job.passWall(Duration.ofSeconds(1));
        assertThat(job.windows()).hasSize(5);
    }

    /** Of tens those of one minute, of minutes those of a quarter of an hour, of five minutes those of one hour. */
    @Test
    void windowThatNoLargerOneNeedsIsKeptNoLonger() {
        for (int i = 0; i < 720; i++) {
            job.send(batch(i, 10_000L * i, 1), 10_000L * i + 500);
        }

        assertThat(job.kept("windows/10000/")).isBetween(2, 2 * 7);
        assertThat(job.kept("windows/60000/")).isBetween(2 * 10, 2 * 18);
        assertThat(job.kept("windows/300000/")).isBetween(2, 2 * 13);
        assertThat(job.kept("windows/"))
                .isEqualTo(job.kept("windows/10000/") + job.kept("windows/60000/") + job.kept("windows/300000/"));
        assertThat(job.kept("state/")).isEqualTo(1);
    }

    @Test
    void loneNodeNameThatWasNeverTakenIsNotKept() {
        job.send(batch(0, 3_600_000, 1), 0);

        assertThat(job.kept("state/")).isZero();
    }

    @Test
    void secondInProgressIsGivenOutEarlyAtMostOnceASecond() {
        job.send(batch(0, 0, 10), 500);
        job.send(batch(1, 500, 10), 1_000);
        assertThat(job.live()).containsExactly("EARLY 0 10");

        job.passWall(Duration.ofSeconds(1));
        assertThat(job.live()).containsExactly("EARLY 0 20");
        job.passWall(Duration.ofSeconds(5));
        assertThat(job.live()).isEmpty();
    }

    @Test
    void flowWindowTooLargeForARecordGivesItsSmallerHalfToTheOthers() {
        long[] wide = LongStream.range(1, 1_100)
                .map(i -> (long) Math.pow(1.0205, i % 1_000))
                .toArray();
        List<FlowSample> flows = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            flows.add(Samples.flow("wan0", "flow-" + i, 100 - i, 0, wide));
        }
        FlowWindow large = new FlowWindow(1, "edge-1", "wan0", 1_000, T0, flows, 5);
        assertThatThrownBy(() -> Wire.write(large, WireFormat.JSON)).isInstanceOf(OutOfRange.class);

        FlowWindow fitting = LargerHalf.fitting(large, WireFormat.JSON);

        assertThat(fitting.flows()).hasSize(32).isEqualTo(flows.subList(0, 32));
        long rest = flows.subList(32, 64).stream().mapToLong(FlowSample::bytes).sum();
        assertThat(fitting.otherBytes()).isEqualTo(5 + rest);
    }

    private static SampleBatch batch(long sequence, long startMillis, long packets) {
        return Samples.batch(
                "edge-1",
                sequence,
                T0 + startMillis,
                T0 + startMillis + 500,
                Samples.queue("wan0").policer(20_000_000, 625_000).sent(packets).build());
    }

    /** The job without a broker; times are milliseconds after T0. */
    private final class Harness {
        private final SentSamples sent = new SentSamples();
        private @Nullable TopologyTestDriver opened;

        void open(long nowMillis) {
            WindowsConfig config = WindowsConfig.defaults(stateDir);
            opened = new TopologyTestDriver(
                    WindowsTopology.of(ENDS, config, counters, sent::read, () -> inContact),
                    WindowsProperties.of(ENDS, config),
                    Instant.ofEpochMilli(nowMillis));
        }

        void close() {
            driver().close();
        }

        void send(SampleBatch batch, long appendedMillis) {
            sendBytes(batch.node(), Wire.write(batch, WireFormat.JSON), appendedMillis);
        }

        void sendBytes(@Nullable String node, byte @Nullable [] value, long appendedMillis) {
            sent.add(value);
            TestInputTopic<byte[], byte[]> samples = driver().createInputTopic(
                            ENDS.topic(Topic.SAMPLES), new ByteArraySerializer(), new ByteArraySerializer());
            samples.pipeInput(node == null ? null : node.getBytes(UTF_8), value, T0 + appendedMillis);
        }

        void passWall(Duration time) {
            for (long i = 0; i < time.toSeconds(); i++) {
                driver().advanceWallClockTime(Duration.ofSeconds(1));
            }
        }

        List<TestRecord<byte[], byte[]>> windows() {
            return out(Topic.WINDOWS);
        }

        List<TestRecord<byte[], byte[]>> flowWindows() {
            return out(Topic.FLOW_WINDOWS);
        }

        List<Reject> rejects() {
            return out(Topic.REJECTS).stream()
                    .map(r -> Wire.read(r.value(), Reject.class))
                    .toList();
        }

        List<String> live() {
            return out(Topic.LIVE_WINDOWS).stream()
                    .map(r -> Wire.read(r.value(), WindowBatch.class))
                    .map(batch -> batch.stage() + " " + (batch.startMillis() - T0) + " "
                            + batch.windows().get(0).sentPackets())
                    .toList();
        }

        List<QueueWindow> early() {
            return out(Topic.LIVE_WINDOWS).stream()
                    .flatMap(r -> Wire.read(r.value(), WindowBatch.class).windows().stream())
                    .toList();
        }

        List<QueueWindow> secondsOfWan0() {
            return latest(WindowsQuery.all(1_000, 10)).nodes().get(0).windows();
        }

        LatestPage latest(WindowsQuery query) {
            return ((LatestStore) driver().getStateStore(LatestStore.NAME)).page(query);
        }

        int kept(String prefix) {
            int entries = 0;
            try (KeyValueIterator<String, byte[]> all =
                    driver().<String, byte[]>getKeyValueStore(NodeStore.NAME).all()) {
                while (all.hasNext()) {
                    entries += all.next().key.startsWith(prefix) ? 1 : 0;
                }
            }
            return entries;
        }

        private List<TestRecord<byte[], byte[]>> out(Topic topic) {
            TestOutputTopic<byte[], byte[]> out = driver().createOutputTopic(
                            ENDS.topic(topic), new ByteArrayDeserializer(), new ByteArrayDeserializer());
            return out.readRecordsToList();
        }

        private TopologyTestDriver driver() {
            @Nullable TopologyTestDriver current = opened;
            if (current == null) {
                throw new IllegalStateException("open first");
            }
            return current;
        }
    }
}
