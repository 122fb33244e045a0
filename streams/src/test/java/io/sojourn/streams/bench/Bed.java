// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Where benchmarks run: a folder of its own and a broker in a process of its own. */
final class Bed implements AutoCloseable {
    /** One record a queue and second, for the topology of the library. */
    static final String SINGLE_SAMPLES = "single-samples";

    static final String SINGLE_WINDOWS = "single-windows";

    private static final List<String> BROKER_OPTIONS = List.of("-Xms256m", "-Xmx1g");

    private final Path folder;
    private final Child broker;
    private final KafkaEnds plain;
    private final Admin admin;

    Bed(WireFormat format) {
        try {
            folder = Files.createTempDirectory("sojourn-bench");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        broker = Child.start(
                "broker",
                folder,
                BROKER_OPTIONS,
                BrokerProcess.class,
                List.of(folder.resolve("broker").toString()));
        plain = new KafkaEnds(broker.awaitAnswer(), "", format, Map.of());
        admin = Admin.create(plain.clientProperties());
    }

    Child broker() {
        return broker;
    }

    Path folder() {
        return folder;
    }

    /** Topics of one run, as the product makes them, and those of the topology of the library. */
    KafkaEnds create(String prefix) {
        KafkaEnds ends = new KafkaEnds(plain.bootstrapServers(), prefix, plain.format(), Map.of());
        List<NewTopic> topics = new ArrayList<>();
        for (Topic topic : Topic.values()) {
            String stamped = topic == Topic.SAMPLES ? "LogAppendTime" : "CreateTime";
            topics.add(topic(ends.topic(topic), topic.partitions(), stamped));
        }
        topics.add(topic(prefix + SINGLE_SAMPLES, Topic.SAMPLES.partitions(), "CreateTime"));
        topics.add(topic(prefix + SINGLE_WINDOWS, Topic.WINDOWS.partitions(), "CreateTime"));
        get(() -> admin.createTopics(topics).all().get());
        return ends;
    }

    /** Topics of a run and what its sides made beside them: disks are not endless. */
    void delete(String prefix) {
        Set<String> names = get(() -> admin.listTopics().names().get());
        List<String> own =
                names.stream().filter(name -> name.startsWith(prefix)).toList();
        get(() -> admin.deleteTopics(own).all().get());
    }

    /** Records of a topic so far. */
    long records(String topic) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (int i = 0; i < Topic.SAMPLES.partitions(); i++) {
            partitions.add(new TopicPartition(topic, i));
        }
        Map<TopicPartition, OffsetSpec> latest = new java.util.HashMap<>();
        partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        return get(() -> admin.listOffsets(latest).all().get()).values().stream()
                .mapToLong(offset -> offset.offset())
                .sum();
    }

    /** How far a group has come in a topic: records whose results are committed. */
    long committed(String group, String topic) {
        return get(() -> admin.listConsumerGroupOffsets(group)
                        .partitionsToOffsetAndMetadata()
                        .get())
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().topic().equals(topic) && entry.getValue() != null)
                .mapToLong(entry -> entry.getValue().offset())
                .sum();
    }

    @Override
    public void close() {
        admin.close();
        broker.close();
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static NewTopic topic(String name, int partitions, String stamped) {
        return new NewTopic(name, partitions, (short) 1)
                .configs(Map.of(
                        "max.message.bytes", "4194304", "retention.ms", "-1", "message.timestamp.type", stamped));
    }

    private interface Answer<T> {
        T get() throws ExecutionException, InterruptedException;
    }

    private <T> T get(Answer<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            broker.check();
            throw new BenchFailure("the broker refused: " + e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchFailure("interrupted", e);
        }
    }
}
