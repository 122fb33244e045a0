// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Topics on the broker. A consumer of its own for each reading, so that the stream's own does not move. */
final class KafkaTopicLog implements TopicLog {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaTopicLog.class);
    private static final Duration POLL = Duration.ofMillis(500);

    /** As long without a record, and the broker is taken for gone. */
    private static final int SILENT_POLLS = 60;

    private final KafkaEnds ends;

    KafkaTopicLog(KafkaEnds ends) {
        this.ends = ends;
    }

    @Override
    public void read(Topic topic, int partition, long fromOffset, long toOffset, Reader reader) {
        TopicPartition at = new TopicPartition(ends.topic(topic), partition);
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            consumer.assign(List.of(at));
            long first =
                    Math.max(fromOffset, consumer.beginningOffsets(List.of(at)).getOrDefault(at, fromOffset));
            if (first > fromOffset) {
                LOG.warn(
                        "{} begins at {}, and open windows need it from {}: they will show the gap in their coverage",
                        at,
                        first,
                        fromOffset);
            }
            consumer.seek(at, first);
            readUntil(consumer, at, toOffset, reader);
        }
    }

    private static void readUntil(
            KafkaConsumer<byte[], byte[]> consumer, TopicPartition at, long toOffset, Reader reader) {
        int silent = 0;
        while (consumer.position(at) < toOffset) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            silent = records.isEmpty() ? silent + 1 : 0;
            if (silent > SILENT_POLLS) {
                throw new IllegalStateException(at + " does not answer from " + consumer.position(at)
                        + " on; it was read to " + toOffset + " before");
            }
            for (ConsumerRecord<byte[], byte[]> record : records) {
                if (record.offset() < toOffset && record.value() != null) {
                    reader.take(record.offset(), record.value());
                }
            }
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> properties = ends.clientProperties();
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
