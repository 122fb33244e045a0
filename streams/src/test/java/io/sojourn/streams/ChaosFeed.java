// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.exact.Event;
import io.sojourn.streams.exact.LiveNode;
import io.sojourn.streams.exact.Scenario;
import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Puts a scenario on the samples topic bit by bit, with a live node between its recordings and some nonsense. */
final class ChaosFeed implements AutoCloseable {
    private final KafkaEnds ends;
    private final KafkaProducer<String, byte[]> producer;
    private final LiveNode live;
    private final Deque<SampleBatch> waiting = new ArrayDeque<>();
    private final List<Future<RecordMetadata>> sending = new ArrayList<>();
    private int sent;

    ChaosFeed(KafkaEnds ends, Scenario scenario, long seed) throws Exception {
        this.ends = ends;
        Map<String, Object> properties = ends.clientProperties();
        properties.put("enable.idempotence", true);
        properties.put("linger.ms", 5);
        producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
        live = new LiveNode(seed, scenario.values(), "live-0");
        interleave(scenario);
        for (InventoryEntry entry : scenario.inventory()) {
            String key = Topic.queueKey(entry.node(), entry.queue());
            put(Topic.INVENTORY, key, Wire.write(entry, ends.format()));
        }
        awaitSent();
    }

    /** Every node is as far through its batches as the others. */
    private void interleave(Scenario scenario) {
        List<Placed> placed = new ArrayList<>();
        scenario.eventsByNode().values().forEach(events -> {
            for (int i = 0; i < events.size(); i++) {
                if (events.get(i) instanceof Event.Arrival arrival) {
                    placed.add(new Placed(arrival.batch(), (double) i / events.size()));
                }
            }
        });
        placed.sort(Comparator.comparingDouble(Placed::share));
        placed.forEach(each -> waiting.add(each.batch()));
    }

    int left() {
        return waiting.size();
    }

    /** Sends so many batches of the recordings, and waits until the broker has them. */
    void send(int count) throws Exception {
        for (int i = 0; i < count && !waiting.isEmpty(); i++) {
            SampleBatch batch = waiting.remove();
            put(Topic.SAMPLES, batch.node(), Wire.write(batch, ends.format()));
            sent++;
            if (sent % 10 == 0) {
                SampleBatch own = live.next(System.currentTimeMillis());
                put(Topic.SAMPLES, own.node(), Wire.write(own, ends.format()));
            }
            if (sent % 100 == 0) {
                put(Topic.SAMPLES, "edge-0", "nonsense".getBytes(StandardCharsets.UTF_8));
            }
        }
        awaitSent();
    }

    private void put(Topic topic, String key, byte[] value) {
        sending.add(producer.send(new ProducerRecord<>(ends.topic(topic), key, value)));
    }

    private void awaitSent() throws Exception {
        producer.flush();
        for (Future<RecordMetadata> each : sending) {
            each.get(60, TimeUnit.SECONDS);
        }
        sending.clear();
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }

    private record Placed(SampleBatch batch, double share) {}
}
