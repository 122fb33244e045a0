// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import static org.awaitility.Awaitility.await;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads topics of a test broker whole. */
final class TopicReader {
    private static final Duration SOON = Duration.ofMinutes(2);

    private final KafkaEnds ends;

    TopicReader(KafkaEnds ends) {
        this.ends = ends;
    }

    /** Every committed record from the first on, each partition in its order, once no transaction is open. */
    List<ConsumerRecord<String, byte[]>> committed(Topic topic) {
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> committed = consumer("read_committed");
                KafkaConsumer<String, byte[]> any = consumer("read_uncommitted")) {
            List<TopicPartition> partitions = partitions(committed, topic);
            await().atMost(SOON).until(() -> committed.endOffsets(partitions).equals(any.endOffsets(partitions)));
            Map<TopicPartition, Long> until = committed.endOffsets(partitions);
            committed.assign(partitions);
            committed.seekToBeginning(partitions);
            await().atMost(SOON).until(() -> {
                committed.poll(Duration.ofMillis(200)).forEach(records::add);
                return partitions.stream().allMatch(at -> committed.position(at) >= until.get(at));
            });
        }
        return records;
    }

    /** Waits until the job has put so many more records on a topic, finished or not. */
    void awaitMore(Topic topic, int count, Step step) throws Exception {
        try (KafkaConsumer<String, byte[]> any = consumer("read_uncommitted")) {
            List<TopicPartition> partitions = partitions(any, topic);
            any.assign(partitions);
            any.seekToEnd(partitions);
            partitions.forEach(any::position);
            step.run();
            int[] seen = {0};
            await().atMost(SOON).until(() -> {
                seen[0] += any.poll(Duration.ofMillis(50)).count();
                return seen[0] >= count;
            });
        }
    }

    /** Waits until the group has finished with every record of a topic. */
    void awaitDone(Topic topic, String group) {
        try (Admin admin = Admin.create(ends.clientProperties());
                KafkaConsumer<String, byte[]> any = consumer("read_uncommitted")) {
            List<TopicPartition> partitions = partitions(any, topic);
            await().atMost(SOON).ignoreExceptions().until(() -> {
                var done = admin.listConsumerGroupOffsets(group)
                        .partitionsToOffsetAndMetadata()
                        .get();
                return any.endOffsets(partitions).entrySet().stream()
                        .allMatch(end -> end.getValue() == 0
                                || (done.get(end.getKey()) != null
                                        && done.get(end.getKey()).offset() == end.getValue()));
            });
        }
    }

    private List<TopicPartition> partitions(KafkaConsumer<String, byte[]> consumer, Topic topic) {
        return consumer.partitionsFor(ends.topic(topic)).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    private KafkaConsumer<String, byte[]> consumer(String isolation) {
        Map<String, Object> properties = ends.clientProperties();
        properties.put("isolation.level", isolation);
        properties.put("enable.auto.commit", false);
        return new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /** What may fail. */
    interface Step {
        void run() throws Exception;
    }
}
