// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.inventory;

import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** The inventory on a broker. Every call connects and leaves again. */
public final class InventoryTopic {
    private static final int WITHIN_MILLIS = 30_000;
    private static final Duration POLL = Duration.ofMillis(500);
    private static final int SILENT_POLLS = 20;

    private final KafkaEnds ends;

    public InventoryTopic(KafkaEnds ends) {
        this.ends = ends;
    }

    /** What holds of each queue, by {@code node/queue}. An entry that can't be read counts as none, as it does for windows. */
    public SortedMap<String, InventoryEntry> read() {
        SortedMap<String, InventoryEntry> entries = new TreeMap<>();
        Map<String, Object> properties = ends.clientProperties();
        properties.put("enable.auto.commit", false);
        properties.put("allow.auto.create.topics", false);
        properties.put("isolation.level", "read_committed");
        properties.put("default.api.timeout.ms", WITHIN_MILLIS);
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(ends.topic(Topic.INVENTORY)).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            if (partitions.isEmpty()) {
                throw Refusal.missing("there is no topic " + ends.topic(Topic.INVENTORY) + " on the broker at "
                        + ends.bootstrapServers() + "; make it with ./sojourn topics --create");
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            readTo(consumer, consumer.endOffsets(partitions), entries);
        } catch (KafkaException e) {
            throw missing(e);
        }
        return entries;
    }

    private void readTo(
            KafkaConsumer<String, byte[]> consumer,
            Map<TopicPartition, Long> ending,
            Map<String, InventoryEntry> entries) {
        int silent = 0;
        while (ending.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            var records = consumer.poll(POLL);
            silent = records.isEmpty() ? silent + 1 : 0;
            if (silent > SILENT_POLLS) {
                throw Refusal.missing("the broker at " + ends.bootstrapServers() + " does not give the inventory");
            }
            records.forEach(record -> take(record, entries));
        }
    }

    private static void take(ConsumerRecord<String, byte[]> record, Map<String, InventoryEntry> entries) {
        String key = String.valueOf(record.key());
        entries.remove(key);
        try {
            if (record.value() != null) {
                entries.put(key, Wire.read(record.value(), InventoryEntry.class));
            }
        } catch (OutOfRange e) {
            // The windows job puts it on the rejects topic.
            entries.remove(key);
        }
    }

    /** Puts entries in place of those before them, and waits until the broker has them. */
    public void put(Collection<InventoryEntry> entries) {
        Map<String, byte @Nullable []> records = new TreeMap<>();
        entries.forEach(
                entry -> records.put(Topic.queueKey(entry.node(), entry.queue()), Wire.write(entry, ends.format())));
        send(records);
    }

    /** Takes the entries of these queues out. */
    public void remove(Collection<String> keys) {
        Map<String, byte @Nullable []> records = new TreeMap<>();
        keys.forEach(key -> records.put(key, null));
        send(records);
    }

    private void send(Map<String, byte @Nullable []> records) {
        Map<String, Object> properties = ends.clientProperties();
        properties.put("acks", "all");
        properties.put("enable.idempotence", true);
        properties.put("linger.ms", 20);
        properties.put("compression.type", "zstd");
        properties.put("max.block.ms", WITHIN_MILLIS);
        properties.put("request.timeout.ms", 5_000);
        properties.put("delivery.timeout.ms", WITHIN_MILLIS);
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            records.forEach((key, value) ->
                    sent.add(producer.send(new ProducerRecord<>(ends.topic(Topic.INVENTORY), key, value))));
            for (Future<RecordMetadata> each : sent) {
                each.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Refusal.missing("interrupted; give the command again, it does no harm twice");
        } catch (KafkaException | ExecutionException e) {
            throw missing(e);
        }
    }

    private Refusal missing(Exception e) {
        return Refusal.missing("the broker at " + ends.bootstrapServers() + " does not answer for the inventory: "
                + e.getMessage() + "; ./sojourn doctor says what is wrong");
    }
}
