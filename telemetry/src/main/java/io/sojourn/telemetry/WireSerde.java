// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * A record type as a Kafka serde. Reading throws {@link OutOfRange}: a stream that must not stop reads bytes instead and
 * calls {@link Wire#read} itself, so that it can keep what it refuses.
 */
public final class WireSerde<T extends Record> implements Serde<T> {
    private final Class<T> type;
    private final WireFormat format;

    public WireSerde(Class<T> type, WireFormat format) {
        this.type = type;
        this.format = format;
    }

    @Override
    public Serializer<T> serializer() {
        return (topic, value) -> value == null ? null : Wire.write(value, format);
    }

    @Override
    public Deserializer<T> deserializer() {
        return (topic, bytes) -> bytes == null ? null : Wire.read(bytes, type);
    }
}
