// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Only reads and parses, in so many threads, and commits as often as the job does. */
final class ReadSide implements Side {
    private static final Duration POLL = Duration.ofMillis(100);

    private final SideArguments arguments;
    private final List<Thread> threads = new ArrayList<>();
    private final LongAdder queues = new LongAdder();
    private volatile boolean stopped;

    ReadSide(SideArguments arguments) {
        this.arguments = arguments;
    }

    @Override
    public void start() {
        for (int i = 0; i < arguments.threads(); i++) {
            Thread thread = new Thread(this::read, "reader-" + i);
            threads.add(thread);
            thread.start();
        }
    }

    private void read() {
        KafkaEnds ends = arguments.ends();
        Map<String, Object> properties = ends.clientProperties();
        properties.put("group.id", arguments.group());
        properties.put("isolation.level", "read_committed");
        properties.put("auto.offset.reset", "earliest");
        properties.put("enable.auto.commit", true);
        properties.put("auto.commit.interval.ms", (int) SideArguments.COMMIT_INTERVAL.toMillis());
        properties.put("max.poll.records", 1_000);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(ends.topic(Topic.SAMPLES)));
            while (!stopped) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    queues.add(Wire.read(record.value(), SampleBatch.class)
                            .queues()
                            .size());
                }
            }
        }
    }

    @Override
    public void close() {
        stopped = true;
    }
}
