// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Puts batches and rejects on their topics: how nodes and collectors export. Idempotent, so a retry after a broken
 * connection leaves no duplicate; a broker that is away for up to two minutes costs nothing but time.
 */
public final class SampleExporter implements SampleSink, AutoCloseable {
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);

    private final KafkaEnds ends;
    private final Producer<String, byte[]> producer;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final LongAdder delivered = new LongAdder();
    private final LongAdder failed = new LongAdder();

    public SampleExporter(KafkaEnds ends) {
        this.ends = ends;
        Map<String, Object> properties = ends.clientProperties();
        properties.put("enable.idempotence", true);
        properties.put("acks", "all");
        properties.put("linger.ms", 20);
        properties.put("compression.type", "zstd");
        properties.put("delivery.timeout.ms", 120_000);
        properties.put("max.request.size", 2 * Wire.RECORD_LIMIT_BYTES);
        this.producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public void batch(SampleBatch batch) {
        send(Topic.SAMPLES, batch.node(), batch);
    }

    @Override
    public void reject(Reject reject) {
        send(Topic.REJECTS, reject.source(), reject);
    }

    /**
     * Waits until the broker has everything.
     *
     * @throws IllegalStateException when it could not be delivered
     */
    public void flush() {
        producer.flush();
        throwIfFailed();
    }

    /** Records that the broker has acknowledged. */
    public long delivered() {
        return delivered.sum();
    }

    /** Records given up. */
    public long failed() {
        return failed.sum();
    }

    /** What the producer measures of itself. */
    public Map<MetricName, ? extends Metric> kafkaMetrics() {
        return producer.metrics();
    }

    @Override
    public void close() {
        producer.close(CLOSE_WITHIN);
        throwIfFailed();
    }

    private void send(Topic topic, String key, Record value) {
        throwIfFailed();
        byte[] bytes = Wire.write(value, ends.format());
        var unused = producer.send(new ProducerRecord<>(ends.topic(topic), key, bytes), (metadata, exception) -> {
            if (exception != null) {
                failed.increment();
                failure.compareAndSet(null, exception);
            } else {
                delivered.increment();
            }
        });
    }

    private void throwIfFailed() {
        Exception exception = failure.get();
        if (exception != null) {
            throw new IllegalStateException(
                    "could not deliver samples to " + ends.bootstrapServers() + ": " + exception.getMessage(),
                    exception);
        }
    }
}
