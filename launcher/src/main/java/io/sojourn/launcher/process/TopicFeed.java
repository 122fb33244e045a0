// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Follows topics from where they end when it is opened. Used by one thread. */
public final class TopicFeed implements AutoCloseable {
    private final KafkaConsumer<String, byte[]> consumer;
    private final Map<String, Topic> topics = new HashMap<>();

    private TopicFeed(KafkaConsumer<String, byte[]> consumer) {
        this.consumer = consumer;
    }

    /** The topics must be there. */
    public static TopicFeed open(KafkaEnds ends, Collection<Topic> followed) {
        Map<String, Object> properties = ends.clientProperties();
        properties.put("enable.auto.commit", false);
        properties.put("allow.auto.create.topics", false);
        TopicFeed feed =
                new TopicFeed(new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer()));
        feed.follow(ends, followed);
        return feed;
    }

    private void follow(KafkaEnds ends, Collection<Topic> followed) {
        followed.forEach(topic -> topics.put(ends.topic(topic), topic));
        List<TopicPartition> partitions = topics.keySet().stream()
                .flatMap(name -> consumer.partitionsFor(name).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        // A seek takes effect with the next use: what comes from now on is not to be missed.
        partitions.forEach(consumer::position);
    }

    /** What came since, in the order of each partition; waits at most so long for some. What is unreadable is left out. */
    public List<Record> next(Duration wait) {
        List<Record> records = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> row : consumer.poll(wait)) {
            Topic topic = topics.get(row.topic());
            if (topic != null && row.value() != null) {
                read(topic, row.value(), records);
            }
        }
        return records;
    }

    private static void read(Topic topic, byte[] bytes, List<Record> into) {
        try {
            into.add(Wire.read(bytes, topic.value()));
        } catch (OutOfRange e) {
            // Whoever takes it in says so on its own topic.
            return;
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
