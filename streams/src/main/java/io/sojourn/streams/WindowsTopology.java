// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.latest.LatestStore;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** {@code samples -> fold -> windows, flow-windows, live-windows, scope-parts, scope-windows, rejects}. */
final class WindowsTopology {
    private static final String FOLD = "fold";

    private static final List<Topic> OUT = List.of(
            Topic.WINDOWS,
            Topic.FLOW_WINDOWS,
            Topic.LIVE_WINDOWS,
            Topic.SCOPE_PARTS,
            Topic.SCOPE_WINDOWS,
            Topic.REJECTS);

    private WindowsTopology() {}

    static Topology of(
            KafkaEnds ends,
            WindowsConfig config,
            WindowsCounters counters,
            SamplesLog log,
            BooleanSupplier brokerInContact) {
        Topology topology = new Topology();
        // Bytes, because a deserializer that throws stops the stream: a bad record must become a reject.
        topology.addSource(
                AutoOffsetReset.earliest(),
                Topic.SAMPLES.suffix(),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                ends.topic(Topic.SAMPLES));
        topology.addProcessor(
                FOLD,
                () -> new FoldProcessor(config, ends.format(), counters, log, brokerInContact),
                Topic.SAMPLES.suffix());
        topology.addStateStore(store(NodeStore.NAME), FOLD);
        topology.addStateStore(LatestStore.builder(), FOLD);
        for (Topic out : OUT) {
            topology.addSink(out.suffix(), ends.topic(out), new ByteArraySerializer(), new ByteArraySerializer(), FOLD);
        }
        return topology;
    }

    /** On disk, so that memory holds the folds alone; in a changelog that takes the largest batch plus its key. */
    private static StoreBuilder<KeyValueStore<String, byte[]>> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.String(), Serdes.ByteArray())
                .withCachingDisabled()
                .withLoggingEnabled(Map.of("max.message.bytes", String.valueOf(2 * Wire.RECORD_LIMIT_BYTES)));
    }
}
