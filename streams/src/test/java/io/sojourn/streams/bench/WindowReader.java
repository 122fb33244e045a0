// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what comes out from now on, as any reader of committed records does. */
final class WindowReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final long SECOND_MILLIS = 1_000;

    private final KafkaConsumer<byte[], byte[]> consumer;

    WindowReader(KafkaEnds ends, Topic... topics) {
        Map<String, Object> properties = ends.clientProperties();
        properties.put("isolation.level", "read_committed");
        properties.put("max.poll.records", 10_000);
        consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = new ArrayList<>();
        Stream.of(topics).forEach(topic -> {
            for (int i = 0; i < topic.partitions(); i++) {
                partitions.add(new TopicPartition(ends.topic(topic), i));
            }
        });
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        // Seeking is done when it is needed: now.
        partitions.forEach(consumer::position);
    }

    /** Hands over the windows of one second that have come. */
    void poll(Consumer<WindowHead> taker) {
        consumer.poll(POLL).forEach(record -> {
            WindowHead head = WindowHead.read(record.value());
            if (head.sizeMillis() == SECOND_MILLIS) {
                taker.accept(head);
            }
        });
    }

    @Override
    public void close() {
        consumer.close();
    }
}
