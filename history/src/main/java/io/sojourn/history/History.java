// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.KafkaEnds;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the topics in a store: one thread that reads them and writes points. Any number of processes may run it; they
 * share the partitions as one consumer group, {@code <topic prefix>history}.
 */
public final class History implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(History.class);
    private static final Duration CONSUMER_CLOSES_WITHIN = Duration.ofSeconds(1);
    private static final long INTERRUPT_AFTER_MILLIS = 2_000;
    private static final long CLOSED_WITHIN_MILLIS = 4_500;

    private final KafkaEnds ends;
    private final HistoryConfig config;
    private final HistoryReader reader;
    private volatile boolean stopping;
    private volatile @Nullable Consumer<byte[], byte[]> consumer;
    private volatile @Nullable HistoryWriter writer;
    private volatile @Nullable String ended;
    private @Nullable Thread thread;

    /** Connects to nothing. */
    public History(KafkaEnds ends, HistoryConfig config) {
        this.ends = ends;
        this.config = config;
        this.reader = reader(config);
    }

    /** Reads a store that some other process writes. Connects to nothing until it is asked. */
    public static HistoryReader reader(HistoryConfig config) {
        return new StoredHistory(Store.of(config));
    }

    /** Reads this store. */
    public HistoryReader reader() {
        return reader;
    }

    /**
     * Starts to read the topics. A store that is away now is waited for.
     *
     * @throws IllegalStateException when it was started before
     */
    public synchronized void start() {
        if (thread != null) {
            throw new IllegalStateException("history was started before");
        }
        Thread started = new Thread(this::run, "history-writer");
        started.setDaemon(true);
        started.start();
        thread = started;
    }

    /** Throws {@link HistoryException} with what is wrong, unless the store answers and points get into it. */
    public void check() {
        String problem = ended != null ? ended : counters().problem();
        if (problem != null) {
            throw new HistoryException("history can't be written: " + problem, null);
        }
        reader.check();
    }

    public HistoryCounters counters() {
        HistoryWriter running = writer;
        return running == null ? new HistoryCounters(0, 0, 0, 0, 0, null) : running.counters();
    }

    /** What the consumer measures of itself; nothing before the start. */
    public Map<MetricName, ? extends Metric> kafkaMetrics() {
        Consumer<byte[], byte[]> reading = consumer;
        return reading == null ? Map.of() : reading.metrics();
    }

    private void run() {
        try (KafkaRejects rejects = new KafkaRejects(ends);
                ClientSink sink = new ClientSink(config, Store.of(config)::prepare)) {
            Consumer<byte[], byte[]> reads =
                    new KafkaConsumer<>(consumerProperties(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
            try {
                consumer = reads;
                HistoryWriter writes = new HistoryWriter(
                        reads, ends.topicPrefix(), sink, rejects, config.retention(), System::currentTimeMillis);
                writer = writes;
                writes.subscribe();
                loop(writes);
            } finally {
                consumer = null;
                Thread.interrupted();
                reads.close(CloseOptions.timeout(CONSUMER_CLOSES_WITHIN));
            }
        } catch (RuntimeException e) {
            ended = e.toString();
            LOG.error("history ended: {}", e.getMessage(), e);
        }
    }

    private void loop(HistoryWriter writes) {
        while (!stopping) {
            try {
                writes.step();
            } catch (WakeupException | InterruptException e) {
                LOG.debug("woken up to stop");
            } catch (RuntimeException e) {
                // The broker's answer to a poll: an access right taken away, say. It may be given back.
                writes.failed(e);
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            }
        }
    }

    private Map<String, Object> consumerProperties() {
        Map<String, Object> properties = ends.clientProperties();
        properties.put("group.id", ends.topicPrefix() + "history");
        properties.put("isolation.level", "read_committed");
        properties.put("enable.auto.commit", false);
        properties.put("auto.offset.reset", "earliest");
        properties.put("max.poll.records", 2_000);
        properties.put("fetch.max.bytes", 8 << 20);
        return properties;
    }

    /** Stops within 5 s. What was read and not yet stored is read again by the next start. */
    @Override
    public synchronized void close() {
        stopping = true;
        Thread running = thread;
        if (running == null) {
            return;
        }
        Consumer<byte[], byte[]> reading = consumer;
        if (reading != null) {
            reading.wakeup();
        }
        try {
            running.join(INTERRUPT_AFTER_MILLIS);
            running.interrupt();
            running.join(CLOSED_WITHIN_MILLIS - INTERRUPT_AFTER_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
