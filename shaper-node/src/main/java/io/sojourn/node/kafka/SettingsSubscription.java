// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.kafka;

import io.sojourn.node.SettingsSource;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.Wire;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of one node, read by a thread of its own and handed over through a bounded queue: when the node does not
 * take them, the thread waits and the topic keeps them. Settings of other nodes are passed over; what is no setting is
 * handed on as a reject.
 */
final class SettingsSubscription implements SettingsSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SettingsSubscription.class);
    private static final int HANDED_OVER_LIMIT = 256;
    private static final int EXCERPT_BYTES = 1_024;
    private static final long RETRY_MILLIS = 5_000;
    private static final long CLOSE_WITHIN_MILLIS = 1_000;

    private final TopicTail tail;
    private final String node;
    private final LongSupplier wallMillis;
    private final BlockingQueue<Arrival> arrivals = new ArrayBlockingQueue<>(HANDED_OVER_LIMIT);
    /** Held while the backlog is read: a consumer must not be closed under its reader. */
    private final Object reading = new Object();

    private final Thread thread;
    private volatile boolean closed;

    /** A record of the topic as it came: a setting, or why it is none. */
    private sealed interface Arrival {
        record Told(Setting setting) implements Arrival {}

        record Refused(Reject reject) implements Arrival {}
    }

    SettingsSubscription(TopicTail tail, String node, LongSupplier wallMillis) {
        this.tail = tail;
        this.node = node;
        this.wallMillis = wallMillis;
        this.thread = new Thread(this::follow, "settings-" + node);
        thread.setDaemon(true);
    }

    /** What the topic holds for this node, oldest first. To be called once, before {@link #start}. */
    List<Setting> backlog(Consumer<Reject> rejects) {
        List<Setting> settings = new ArrayList<>();
        synchronized (reading) {
            tail.readToEnd(row -> {
                Arrival arrival = read(row);
                if (arrival instanceof Arrival.Told told) {
                    settings.add(told.setting());
                } else if (arrival instanceof Arrival.Refused refused) {
                    rejects.accept(refused.reject());
                }
            });
        }
        return settings;
    }

    /** Goes on behind the backlog. */
    void start() {
        thread.start();
    }

    @Override
    public @Nullable Setting poll(Consumer<Reject> rejects) {
        for (Arrival arrival = arrivals.poll(); arrival != null; arrival = arrivals.poll()) {
            if (arrival instanceof Arrival.Told told) {
                return told.setting();
            }
            if (arrival instanceof Arrival.Refused refused) {
                rejects.accept(refused.reject());
            }
        }
        return null;
    }

    @Override
    public void close() {
        closed = true;
        tail.wakeup();
        thread.interrupt();
        try {
            if (thread.isAlive()) {
                thread.join(CLOSE_WITHIN_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!thread.isAlive()) {
            synchronized (reading) {
                tail.close();
            }
        }
    }

    private void follow() {
        while (!closed) {
            try {
                for (ConsumerRecord<String, byte[]> row : tail.next()) {
                    handOver(row);
                }
            } catch (WakeupException | InterruptException | InterruptedException e) {
                // Only close() wakes or interrupts this thread.
                return;
            } catch (KafkaException e) {
                LOG.warn("{}: cannot read settings, trying again in {} ms: {}", node, RETRY_MILLIS, e.getMessage());
                pause();
            }
        }
    }

    private void handOver(ConsumerRecord<String, byte[]> row) throws InterruptedException {
        Arrival arrival = read(row);
        if (arrival != null) {
            arrivals.put(arrival);
        }
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Null when the record is none of this node's. A record without a value is the mark of a deleted key. */
    private @Nullable Arrival read(ConsumerRecord<String, byte[]> row) {
        byte[] value = row.value();
        if (value == null) {
            return null;
        }
        try {
            Setting setting = Wire.read(value, Setting.class);
            return setting.node().equals(node) ? new Arrival.Told(setting) : null;
        } catch (OutOfRange e) {
            // Whose it was can only be told by its key: one node of all reports it.
            boolean mine = row.key() == null || row.key().startsWith(node + "/");
            return mine ? new Arrival.Refused(reject(row, value, e)) : null;
        }
    }

    private Reject reject(ConsumerRecord<String, byte[]> row, byte[] value, OutOfRange problem) {
        byte[] excerpt = Arrays.copyOf(value, Math.min(value.length, EXCERPT_BYTES));
        return new Reject(
                Schema.CURRENT,
                row.topic() + "-" + row.partition() + "@" + row.offset(),
                node,
                wallMillis.getAsLong(),
                problem.field(),
                problem.value(),
                problem.bound(),
                "write a Setting record",
                Base64.getEncoder().encodeToString(excerpt));
    }
}
