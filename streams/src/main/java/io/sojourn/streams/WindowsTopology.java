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
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * {@code samples -> fold -> windows, flow-windows, live-windows, scope-parts, scope-windows, rejects} and {@code scope-parts
 * -> parents -> scope-windows, rejects}; every instance reads {@code inventory} whole.
 */
final class WindowsTopology {
    private static final String FOLD = "fold";
    private static final String PARENTS = "parents";
    private static final String PARTS = "parts";

    private static final List<Topic> OUT = List.of(
            Topic.WINDOWS,
            Topic.FLOW_WINDOWS,
            Topic.LIVE_WINDOWS,
            Topic.SCOPE_PARTS,
            Topic.SCOPE_WINDOWS,
            Topic.REJECTS);

    private static final List<Topic> OUT_OF_PARENTS = List.of(Topic.SCOPE_WINDOWS, Topic.REJECTS);

    private WindowsTopology() {}

    static Topology of(
            KafkaEnds ends,
            WindowsConfig config,
            WindowsCounters counters,
            TopicLog log,
            BooleanSupplier brokerInContact) {
        Topology topology = new Topology();
        InventoryFeed inventory = new InventoryFeed();
        addInventory(topology, ends, inventory);
        addFold(
                topology,
                ends,
                () -> new FoldProcessor(config, ends.format(), counters, inventory, log, brokerInContact));
        addParents(
                topology,
                ends,
                () -> new ScopeProcessor(config, ends.format(), counters, inventory, log, brokerInContact));
        return topology;
    }

    private static void addInventory(Topology topology, KafkaEnds ends, InventoryFeed inventory) {
        topology.addGlobalStore(
                Stores.keyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore(InventoryProcessor.STORE),
                                Serdes.ByteArray(),
                                Serdes.ByteArray())
                        .withLoggingDisabled(),
                Topic.INVENTORY.suffix(),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                ends.topic(Topic.INVENTORY),
                "tree",
                () -> new InventoryProcessor(inventory));
    }

    private static void addFold(
            Topology topology, KafkaEnds ends, ProcessorSupplier<byte[], byte[], byte[], byte[]> processor) {
        addSource(topology, ends, Topic.SAMPLES, Topic.SAMPLES.suffix());
        topology.addProcessor(FOLD, processor, Topic.SAMPLES.suffix());
        topology.addStateStore(store(NodeStore.NAME), FOLD);
        topology.addStateStore(LatestStore.builder(), FOLD);
        OUT.forEach(out -> addSink(topology, ends, out, "", FOLD));
    }

    private static void addParents(
            Topology topology, KafkaEnds ends, ProcessorSupplier<byte[], byte[], byte[], byte[]> processor) {
        addSource(topology, ends, Topic.SCOPE_PARTS, PARTS);
        topology.addProcessor(PARENTS, processor, PARTS);
        topology.addStateStore(store(ScopeStore.NAME), PARENTS);
        OUT_OF_PARENTS.forEach(out -> addSink(topology, ends, out, WindowSink.OF_PARENTS, PARENTS));
    }

    /** Bytes, because a deserializer that throws stops the stream: a bad record must become a reject. */
    private static void addSource(Topology topology, KafkaEnds ends, Topic topic, String name) {
        topology.addSource(
                AutoOffsetReset.earliest(),
                name,
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                ends.topic(topic));
    }

    private static void addSink(Topology topology, KafkaEnds ends, Topic topic, String prefix, String of) {
        topology.addSink(
                prefix + topic.suffix(), ends.topic(topic), new ByteArraySerializer(), new ByteArraySerializer(), of);
    }

    /** On disk, so that memory holds the folds alone; in a changelog that takes the largest batch plus its key. */
    private static StoreBuilder<KeyValueStore<String, byte[]>> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.String(), Serdes.ByteArray())
                .withCachingDisabled()
                .withLoggingEnabled(Map.of("max.message.bytes", String.valueOf(2 * Wire.RECORD_LIMIT_BYTES)));
    }
}
