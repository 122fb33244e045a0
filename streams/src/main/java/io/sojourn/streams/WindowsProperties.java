// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Wire;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * The job's settings as Kafka wants them. How soon a killed instance is missed is a matter of the network: what the client
 * properties say of the main consumer's session and of the producer's transactions stands.
 */
final class WindowsProperties {
    /** Longest that a killed instance keeps its partitions from the next one. */
    private static final int SESSION_TIMEOUT_MILLIS = 10_000;

    static final int HEARTBEAT_MILLIS = 3_000;

    /** Readers of windows wait this long for a killed instance whose state folder is lost too. */
    private static final int TRANSACTION_TIMEOUT_MILLIS = 10_000;

    /** Several records of a hundred windows: each batch has compression buffers of its own, which cost more than a record. */
    private static final int BATCH_BYTES = 512 * 1024;

    private WindowsProperties() {}

    static Properties of(KafkaEnds ends, WindowsConfig config) {
        Properties properties = new Properties();
        properties.putAll(ends.clientProperties());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, config.applicationId());
        properties.put(StreamsConfig.STATE_DIR_CONFIG, config.stateDir().toString());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, config.threads());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, config.standbys());
        properties.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, config.commitInterval().toMillis());
        properties.put(
                StreamsConfig.GROUP_PROTOCOL_CONFIG, config.groupProtocol().configured());
        properties.put(
                StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), 2 * Wire.RECORD_LIMIT_BYTES);
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        properties.putIfAbsent(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), BATCH_BYTES);
        properties.putIfAbsent(
                StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), TRANSACTION_TIMEOUT_MILLIS);
        if (config.address() != null) {
            properties.put(StreamsConfig.APPLICATION_SERVER_CONFIG, config.address());
        }
        if (config.groupProtocol() == GroupProtocol.CLASSIC) {
            properties.putIfAbsent(
                    StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), SESSION_TIMEOUT_MILLIS);
            properties.putIfAbsent(
                    StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), HEARTBEAT_MILLIS);
        }
        return properties;
    }
}
