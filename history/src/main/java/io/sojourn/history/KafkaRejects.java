// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Puts rejects on their topic. */
final class KafkaRejects implements RejectSink, AutoCloseable {
    private final KafkaEnds ends;
    private final Producer<String, byte[]> producer;

    KafkaRejects(KafkaEnds ends) {
        this.ends = ends;
        Map<String, Object> properties = ends.clientProperties();
        properties.put("enable.idempotence", true);
        properties.put("acks", "all");
        properties.put("compression.type", "zstd");
        properties.put("max.block.ms", 5_000);
        properties.put("request.timeout.ms", 5_000);
        properties.put("delivery.timeout.ms", 10_000);
        this.producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }

    @Override
    public void keep(List<Reject> rejects) {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (Reject reject : rejects) {
            byte[] bytes = Wire.write(reject, ends.format());
            sent.add(producer.send(new ProducerRecord<>(ends.topic(Topic.REJECTS), reject.source(), bytes)));
        }
        for (Future<RecordMetadata> future : sent) {
            await(future);
        }
    }

    private static void await(Future<RecordMetadata> future) {
        try {
            var unused = future.get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw new KafkaException("could not keep a reject: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(1));
    }
}
