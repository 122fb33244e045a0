// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.kafka;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts a node's answers on their topic. An answer that cannot be delivered is logged; the setting stays in force. */
final class AnswerProducer implements Consumer<AppliedSetting>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerProducer.class);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

    private final Producer<String, byte[]> producer;
    private final String topic;
    private final WireFormat format;

    AnswerProducer(Producer<String, byte[]> producer, String topic, WireFormat format) {
        this.producer = producer;
        this.topic = topic;
        this.format = format;
    }

    static AnswerProducer open(KafkaEnds ends) {
        Map<String, Object> properties = ends.clientProperties();
        properties.put("enable.idempotence", true);
        properties.put("acks", "all");
        return new AnswerProducer(
                new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer()),
                ends.topic(Topic.APPLIED_SETTINGS),
                ends.format());
    }

    @Override
    public void accept(AppliedSetting answer) {
        String key = Topic.queueKey(answer.node(), answer.queue());
        var unused =
                producer.send(new ProducerRecord<>(topic, key, Wire.write(answer, format)), (metadata, exception) -> {
                    if (exception != null) {
                        LOG.error(
                                "{}: could not answer revision {}: {}", key, answer.revision(), exception.getMessage());
                    }
                });
    }

    @Override
    public void close() {
        producer.close(CLOSE_WITHIN);
    }
}
