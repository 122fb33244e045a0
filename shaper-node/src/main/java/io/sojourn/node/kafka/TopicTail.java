// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.kafka;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * One topic from its beginning, read without a consumer group: every node reads all of it, and where it is need not be
 * remembered.
 */
final class TopicTail implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<String, byte[]> consumer;
    private final String topic;

    TopicTail(Consumer<String, byte[]> consumer, String topic) {
        this.consumer = consumer;
        this.topic = topic;
    }

    static TopicTail open(KafkaEnds ends, Topic topic) {
        Map<String, Object> properties = ends.clientProperties();
        properties.put("enable.auto.commit", false);
        properties.put("auto.offset.reset", "earliest");
        properties.put("allow.auto.create.topics", false);
        properties.put("isolation.level", "read_committed");
        return new TopicTail(
                new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer()),
                ends.topic(topic));
    }

    /**
     * Everything that is there now, oldest first within a partition.
     *
     * @throws IllegalStateException when there is no such topic
     */
    void readToEnd(java.util.function.Consumer<ConsumerRecord<String, byte[]>> each) {
        List<TopicPartition> partitions = partitions();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (!reached(ends)) {
            consumer.poll(POLL).forEach(each);
        }
    }

    /** What came since; waits a fifth of a second for it. */
    Iterable<ConsumerRecord<String, byte[]>> next() {
        return consumer.poll(POLL);
    }

    /** Makes a {@link #next} under way in another thread throw. */
    void wakeup() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        consumer.close();
    }

    private List<TopicPartition> partitions() {
        List<PartitionInfo> infos = consumer.partitionsFor(topic);
        if (infos == null || infos.isEmpty()) {
            throw new IllegalStateException("topic " + topic + " is not there; create the topics first");
        }
        return infos.stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    private boolean reached(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
