// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Keeps a record's bytes and place; tombstones are left out. */
final class RawReader implements KafkaRecordDeserializationSchema<RawRecord> {
    private static final long serialVersionUID = 1L;

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> message, Collector<RawRecord> out) {
        if (message.value() != null) {
            out.collect(RawRecord.of(
                    message.value(), message.topic() + "-" + message.partition() + "@" + message.offset()));
        }
    }

    @Override
    public TypeInformation<RawRecord> getProducedType() {
        return TypeInformation.of(RawRecord.class);
    }
}
