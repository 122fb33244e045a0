// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sojourn.analytics.AnalyticsConfig;
import io.sojourn.analytics.AnalyticsJob;
import io.sojourn.collectors.run.RecordedRunSource;
import io.sojourn.launcher.embedded.EmbeddedBroker;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Inventory;
import io.sojourn.streams.fold.NodeFold;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import io.sojourn.testkit.TestData;
import io.sojourn.testkit.Windows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Flink job with a real broker: stopped half way, it finds what an uninterrupted analysis finds. */
class AnalyticsOnBrokerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Path RUN = TestData.examples().resolve("A-policer-bpf.cubic");

    @TempDir
    private Path folder;

    /** A batch, and the windows that close with it. */
    private record Step(SampleBatch batch, List<QueueWindow> windows) {}

    @Test
    void jobStoppedHalfWayFindsTheSameAndAdvisesAndNamesWhatItCannotRead() throws Exception {
        try (EmbeddedBroker broker = new EmbeddedBroker(folder.resolve("broker"), EmbeddedBroker.freePort())) {
            broker.start();
            KafkaEnds ends = KafkaEnds.plaintext(broker.bootstrapServers());
            createTopics(ends);
            List<Step> steps = steps();
            int half = steps.size() / 2;
            try (AnalyticsJob job = job(ends)) {
                assertThat(job.check()).isPresent();
                job.start();
                job.awaitRunning(PATIENCE);
                publish(ends, steps.subList(0, half));
                await().atMost(PATIENCE).until(() -> !read(ends, Topic.FINDINGS).isEmpty());
                awaitCheckpoint();
            }
            try (AnalyticsJob job = job(ends)) {
                job.start();
                job.awaitRunning(PATIENCE);
                publish(ends, steps.subList(half, steps.size()));
                garble(ends);
                List<Finding> expected = RecordedPipeline.folder(RUN);
                await().atMost(PATIENCE).untilAsserted(() -> assertThat(byIdAndVersion(findings(ends)))
                        .isEqualTo(byIdAndVersion(expected)));
                await().atMost(PATIENCE).untilAsserted(() -> assertThat(read(ends, Topic.REJECTS))
                        .hasSize(1));
                await().atMost(PATIENCE).untilAsserted(() -> assertThat(recommendations(ends))
                        .isNotEmpty()
                        .allSatisfy(advice -> assertThat(advice.cause()).isEqualTo(Cause.POLICED)));
            }
        }
    }

    private AnalyticsJob job(KafkaEnds ends) {
        return new AnalyticsJob(ends, AnalyticsConfig.defaults(folder.resolve("checkpoints")));
    }

    private void awaitCheckpoint() throws IOException {
        long published = System.currentTimeMillis();
        await().atMost(PATIENCE).until(() -> {
            try (Stream<Path> files = Files.walk(folder.resolve("checkpoints"))) {
                return files.filter(file -> file.endsWith("_metadata"))
                        .anyMatch(file -> file.toFile().lastModified() > published + 1_000);
            }
        });
    }

    private static List<Step> steps() throws IOException, InterruptedException {
        List<Step> steps = new ArrayList<>();
        NodeFold fold = new NodeFold(String.valueOf(RUN.getFileName()), FoldRules.defaults(), Inventory.NONE);
        new RecordedRunSource(RUN).run(new SampleSink() {
            @Override
            public void batch(SampleBatch batch) {
                steps.add(new Step(batch, fold.accept(batch).windows()));
            }

            @Override
            public void reject(Reject reject) {
                throw new AssertionError(reject.line());
            }
        });
        Step last = steps.remove(steps.size() - 1);
        List<QueueWindow> windows = new ArrayList<>(last.windows());
        windows.addAll(fold.flush().windows());
        steps.add(new Step(last.batch(), windows));
        return steps;
    }

    private static void createTopics(KafkaEnds ends) throws Exception {
        try (Admin admin = Admin.create(ends.clientProperties())) {
            admin.createTopics(Arrays.stream(Topic.values())
                            .map(topic -> new NewTopic(ends.topic(topic), topic.partitions(), (short) 1))
                            .toList())
                    .all()
                    .get();
        }
    }

    private static KafkaProducer<String, byte[]> producer(KafkaEnds ends) {
        return new KafkaProducer<>(ends.clientProperties(), new StringSerializer(), new ByteArraySerializer());
    }

    private static void publish(KafkaEnds ends, List<Step> steps) {
        try (KafkaProducer<String, byte[]> producer = producer(ends)) {
            for (Step step : steps) {
                send(producer, ends.topic(Topic.SAMPLES), step.batch().node(), step.batch());
                for (QueueWindow window : step.windows()) {
                    send(producer, ends.topic(Topic.WINDOWS), window.node(), Windows.batch(window));
                }
            }
        }
    }

    private static void send(KafkaProducer<String, byte[]> producer, String topic, String key, Record value) {
        var unused = producer.send(new ProducerRecord<>(topic, key, Wire.write(value, WireFormat.JSON)));
    }

    private static void garble(KafkaEnds ends) {
        try (KafkaProducer<String, byte[]> producer = producer(ends)) {
            var unused = producer.send(new ProducerRecord<>(
                    ends.topic(Topic.WINDOWS), "n/q", "no window".getBytes(StandardCharsets.UTF_8)));
        }
    }

    private static Map<String, Finding> byIdAndVersion(List<Finding> findings) {
        Map<String, Finding> map = new TreeMap<>();
        findings.forEach(finding -> map.put(finding.id() + " " + finding.version(), finding));
        return map;
    }

    private static List<Finding> findings(KafkaEnds ends) {
        return read(ends, Topic.FINDINGS).stream()
                .map(bytes -> Wire.read(bytes, Finding.class))
                .toList();
    }

    private static List<Recommendation> recommendations(KafkaEnds ends) {
        return read(ends, Topic.RECOMMENDATIONS).stream()
                .map(bytes -> Wire.read(bytes, Recommendation.class))
                .toList();
    }

    /** Everything in a topic of one partition, from the start. */
    private static List<byte[]> read(KafkaEnds ends, Topic topic) {
        List<byte[]> values = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                ends.clientProperties(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition partition = new TopicPartition(ends.topic(topic), 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(Duration.ofMillis(200))) {
                    values.add(message.value());
                }
            }
        }
        return values;
    }
}
