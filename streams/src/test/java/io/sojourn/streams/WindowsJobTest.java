// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Inventory;
import io.sojourn.streams.fold.NodeFold;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleExporter;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.Samples;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job against a real broker: what a test driver can't show. */
final class WindowsJobTest {
    private static final long T0 = 1_700_000_040_000L;
    private static final Duration SOON = Duration.ofSeconds(90);

    @TempDir
    Path folder = Path.of("");

    @Test
    void windowsComeOnceEachAcrossABrokerThatGoesAwayAndAJobThatStartsAgainWithoutItsFolder() throws Exception {
        List<QueueWindow> expected = folded();
        try (LocalBroker broker = new LocalBroker(folder.resolve("broker"))) {
            broker.start();
            broker.createTopics();
            KafkaEnds ends = broker.ends();
            List<QueueWindow> got = new ArrayList<>();
            try (WindowsJob job = job(ends, "state")) {
                job.start();
                job.awaitRunning(SOON);
                send(ends, 0, 40);
                readUntil(ends, got, 18 + 1);

                broker.stop();
                broker.start();
                send(ends, 40, 80);
                readUntil(ends, got, 38 + 3);
                assertThat(job.check()).isEmpty();
            }
            try (WindowsJob job = job(ends, "another-state")) {
                job.start();
                job.awaitRunning(SOON);
                send(ends, 80, 160);
                readUntil(ends, got, expected.size());
                assertThat(job.counters().rejected()).isZero();
            }
            assertThat(got).isEqualTo(expected);
        }
    }

    /** A job that takes no silence for the end of the recording, however slow the machine. */
    private WindowsJob job(KafkaEnds ends, String state) {
        WindowsConfig patient = new WindowsConfig(
                WindowsConfig.DEFAULT_APPLICATION_ID,
                folder.resolve(state),
                GroupProtocol.CLASSIC,
                1,
                Duration.ofMillis(200),
                Duration.ofHours(1),
                Duration.ofSeconds(1),
                List.of(1_000L),
                0,
                FoldRules.defaults());
        return new WindowsJob(ends, patient);
    }

    /** Reads windows from the start until there are so many; none may come twice. */
    private static void readUntil(KafkaEnds ends, List<QueueWindow> got, int count) {
        got.clear();
        Map<String, Object> properties = ends.clientProperties();
        properties.put("isolation.level", "read_committed");
        properties.put("auto.offset.reset", "earliest");
        properties.put("group.id", "reader-" + count);
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(ends.topic(Topic.WINDOWS)));
            await().atMost(SOON).until(() -> {
                consumer.poll(Duration.ofMillis(200))
                        .forEach(record -> got.addAll(
                                Wire.read(record.value(), WindowBatch.class).windows()));
                return got.size() >= count;
            });
        }
    }

    private static void send(KafkaEnds ends, long from, long to) {
        try (SampleExporter exporter = new SampleExporter(ends)) {
            LongStream.range(from, to).forEach(i -> exporter.batch(batch(i)));
            // A broker that has just started again may take longer than closing waits.
            exporter.flush();
        }
    }

    /** What the fold alone gives, without its end, which only silence would close. */
    private static List<QueueWindow> folded() {
        NodeFold fold = new NodeFold("edge-1", FoldRules.defaults(), Inventory.NONE);
        List<QueueWindow> windows = new ArrayList<>();
        LongStream.range(0, 160)
                .forEach(i -> windows.addAll(fold.accept(batch(i)).windows()));
        return windows;
    }

    private static SampleBatch batch(long i) {
        SampleBatch live = Samples.batch(
                "edge-1",
                i,
                T0 + i * 500,
                T0 + i * 500 + 500,
                Samples.queue("wan0").policer(20_000_000, 625_000).sent(i).build());
        return new SampleBatch(
                live.schema(),
                live.node(),
                live.sequence(),
                Clocking.RECORDED,
                live.startMillis(),
                live.endMillis(),
                live.queues(),
                live.flows(),
                live.trails());
    }
}
