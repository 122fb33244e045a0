// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Puts single records on topics and waits until the broker has them. Connects at the first one. */
public final class SettingsWriter implements RecordSink, AutoCloseable {
    private static final int WITHIN_SECONDS = 10;

    private final KafkaEnds ends;
    private @Nullable Producer<String, byte[]> producer;

    public SettingsWriter(KafkaEnds ends) {
        this.ends = ends;
    }

    /** @throws IllegalStateException when the broker does not take it in 10 s */
    @Override
    public synchronized void send(Topic topic, String key, Record value) {
        Producer<String, byte[]> to = producer == null ? connect() : producer;
        producer = to;
        try {
            to.send(new ProducerRecord<>(ends.topic(topic), key, Wire.write(value, ends.format())))
                    .get(WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while sending to " + ends.bootstrapServers(), e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the broker at " + ends.bootstrapServers() + " did not take it: " + e, e);
        }
    }

    @Override
    public synchronized void close() {
        if (producer != null) {
            producer.close(Duration.ofSeconds(2));
            producer = null;
        }
    }

    private Producer<String, byte[]> connect() {
        Map<String, Object> properties = ends.clientProperties();
        properties.put("acks", "all");
        properties.put("enable.idempotence", true);
        properties.put("max.block.ms", WITHIN_SECONDS * 1_000);
        properties.put("delivery.timeout.ms", WITHIN_SECONDS * 1_000);
        properties.put("request.timeout.ms", 5_000);
        return new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }
}
