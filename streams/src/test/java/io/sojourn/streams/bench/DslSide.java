// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireSerde;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.Suppressed.BufferConfig;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.state.WindowStore;

/**
 * The same windows of 1 s as one would write them with the library: a record a sample, grouped by its key, windowed,
 * aggregated in the library's own store (RocksDB), given out when the window closes, exactly once.
 */
final class DslSide implements Side {
    private static final Duration SIZE = Duration.ofSeconds(1);
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final KafkaStreams streams;

    DslSide(SideArguments arguments) {
        streams = new KafkaStreams(topology(arguments.ends()), properties(arguments));
    }

    @Override
    public void start() {
        streams.start();
    }

    @Override
    public void close() {
        streams.close(Duration.ofSeconds(5));
    }

    private static Topology topology(KafkaEnds ends) {
        Serde<String> keys = Serdes.String();
        Serde<SingleSample> samples = new WireSerde<>(SingleSample.class, ends.format());
        Serde<SingleWindow> windows = new WireSerde<>(SingleWindow.class, ends.format());
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(ends.topicPrefix() + Bed.SINGLE_SAMPLES, Consumed.with(keys, samples))
                .groupByKey(Grouped.with(keys, samples))
                .windowedBy(TimeWindows.ofSizeAndGrace(SIZE, GRACE))
                .aggregate(
                        SingleWindow::empty,
                        (key, sample, window) -> window.plus(sample),
                        Materialized.<String, SingleWindow, WindowStore<Bytes, byte[]>>as("windows")
                                .withKeySerde(keys)
                                .withValueSerde(windows))
                .suppress(Suppressed.untilWindowCloses(BufferConfig.unbounded()))
                .toStream()
                .map((window, value) -> KeyValue.pair(window.key(), value))
                .to(ends.topicPrefix() + Bed.SINGLE_WINDOWS, Produced.with(keys, windows));
        return builder.build();
    }

    private static Properties properties(SideArguments arguments) {
        Properties properties = new Properties();
        properties.putAll(arguments.ends().clientProperties());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, arguments.group());
        properties.put(StreamsConfig.STATE_DIR_CONFIG, arguments.stateFolder().toString());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, arguments.threads());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, SideArguments.COMMIT_INTERVAL.toMillis());
        properties.put(
                StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), 2 * Wire.RECORD_LIMIT_BYTES);
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        properties.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        return properties;
    }
}
