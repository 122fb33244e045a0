// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A record under its key to one topic. */
final class RecordWriter<T extends Record> implements KafkaRecordSerializationSchema<T> {
    private static final long serialVersionUID = 1L;

    /** A key that Flink can ship. */
    interface Key<T> extends Function<T, String>, Serializable {}

    private final String topic;
    private final WireFormat format;
    private final Key<T> key;

    RecordWriter(String topic, WireFormat format, Key<T> key) {
        this.topic = topic;
        this.format = format;
        this.key = key;
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(T value, KafkaSinkContext context, Long timestamp) {
        return new ProducerRecord<>(
                topic, key.apply(value).getBytes(StandardCharsets.UTF_8), Wire.write(value, format));
    }
}
