// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleExporter;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.Fleet;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Puts a fleet's seconds on a topic beforehand: one after the other, the nodes of a second in any order. */
final class Fill {
    private final KafkaEnds ends;
    private final Fleet fleet;
    private final Progress progress;

    Fill(KafkaEnds ends, Fleet fleet, Progress progress) {
        this.ends = ends;
        this.fleet = fleet;
        this.progress = progress;
    }

    /** As nodes send them. */
    void batches(long seconds) {
        try (SampleExporter exporter = new SampleExporter(ends)) {
            each(seconds, exporter::batch);
            exporter.flush();
        }
    }

    /** A record a sample, with the time of the sample. */
    void singles(long seconds) {
        Map<String, Object> properties = ends.clientProperties();
        properties.put("compression.type", "zstd");
        properties.put("batch.size", 256 << 10);
        properties.put("linger.ms", 50);
        try (Producer<String, byte[]> producer =
                new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
            each(seconds, batch -> batch.queues().forEach(sample -> single(producer, batch, sample)));
            producer.flush();
        }
    }

    private void single(Producer<String, byte[]> producer, SampleBatch batch, QueueSample sample) {
        SingleSample single = new SingleSample(batch.node(), batch.startMillis(), batch.endMillis(), sample);
        var unused = producer.send(new ProducerRecord<>(
                ends.topicPrefix() + Bed.SINGLE_SAMPLES,
                null,
                batch.startMillis(),
                Topic.queueKey(batch.node(), sample.queue()),
                Wire.write(single, ends.format())));
    }

    private void each(long seconds, Consumer<SampleBatch> taker) {
        for (long second = 0; second < seconds; second++) {
            long current = second;
            IntStream.range(0, fleet.plan().nodes())
                    .parallel()
                    .forEach(node -> taker.accept(fleet.batch(node, current)));
            progress.at("%d of %d s of event time".formatted(second + 1, seconds));
        }
    }
}
