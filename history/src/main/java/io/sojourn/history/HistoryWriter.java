// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topics and writes the store, at least once: an offset is committed only when all before it is stored or
 * kept as a reject. As storing a point again changes nothing, that is enough.
 *
 * <p>While the store is away nothing more is read: memory is bounded by one poll. Used by one thread, but for {@link
 * #counters}.
 */
final class HistoryWriter {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryWriter.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration COMMIT_WITHIN = Duration.ofSeconds(3);
    private static final int EXCERPT_BYTES = 1_024;

    private final Consumer<byte[], byte[]> consumer;
    private final Map<String, Topic> topics;
    private final String rejectsTopic;
    private final RejectSink rejectSink;
    private final long retentionMillis;
    private final LongSupplier nowMillis;

    private final WriteQueue queue;
    private final Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    private final List<Reject> rejects = new ArrayList<>();
    private final Backoff backoff = new Backoff();

    private long retries;
    private long rejected;
    private long expired;
    private volatile HistoryCounters counters = new HistoryCounters(0, 0, 0, 0, 0, null);

    /**
     * @param retention rows older than that before now are left out; zero for none
     * @param nowMillis wall clock
     */
    HistoryWriter(
            Consumer<byte[], byte[]> consumer,
            String topicPrefix,
            PointSink sink,
            RejectSink rejectSink,
            Duration retention,
            LongSupplier nowMillis) {
        this.consumer = consumer;
        this.topics = Lines.TOPICS.stream().collect(Collectors.toMap(topic -> topic.name(topicPrefix), topic -> topic));
        this.rejectsTopic = Topic.REJECTS.name(topicPrefix);
        this.rejectSink = rejectSink;
        this.retentionMillis = retention.toMillis();
        this.nowMillis = nowMillis;
        this.queue = new WriteQueue(sink, this::refused);
    }

    void subscribe() {
        consumer.subscribe(topics.keySet(), new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
                if (isBehind()) {
                    consumer.pause(assigned);
                }
            }

            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
                forget(Set.copyOf(revoked));
            }
        });
    }

    /** Polls once and writes what there is. Throws what ends the loop: wakeup, interruption, or a bug. */
    void step() {
        pauseOrResume();
        for (ConsumerRecord<byte[], byte[]> each : consumer.poll(POLL)) {
            take(each);
        }
        if (!isBehind()) {
            goesWell();
        } else if (backoff.isDue(nowMillis.getAsLong())) {
            flush();
        }
    }

    private void pauseOrResume() {
        if (isBehind()) {
            consumer.pause(consumer.assignment());
        } else if (!consumer.paused().isEmpty()) {
            consumer.resume(consumer.paused());
        }
    }

    private boolean isBehind() {
        return !offsets.isEmpty();
    }

    private void take(ConsumerRecord<byte[], byte[]> each) {
        Line.Source source = new Line.Source(each.topic(), each.partition(), each.offset());
        Topic topic = topics.get(each.topic());
        byte @Nullable [] value = each.value();
        if (value != null && topic != null) {
            guarded(source, value, () -> Lines.read(topic, value, e -> refused(e, source, value))
                    .forEach(record -> guarded(source, value, () -> add(Lines.of(record, source)))));
        }
        offsets.put(new TopicPartition(each.topic(), each.partition()), new OffsetAndMetadata(each.offset() + 1));
    }

    /** Whatever one record does to this program, the others must not wait, nor be lost. */
    private void guarded(Line.Source source, byte[] value, Runnable step) {
        try {
            step.run();
        } catch (OutOfRange e) {
            refused(e, source, value);
        } catch (RuntimeException e) {
            reject(source, "record", e.toString(), "one that can be written", "report it as a bug", value);
        }
    }

    private void refused(OutOfRange e, Line.Source source, byte[] value) {
        reject(source, e.field(), e.value(), e.bound(), "correct whoever writes this topic", value);
    }

    private void add(List<Line> lines) {
        long oldestMillis = retentionMillis == 0 ? Long.MIN_VALUE : nowMillis.getAsLong() - retentionMillis;
        List<Line> kept =
                lines.stream().filter(line -> line.timeMillis() >= oldestMillis).toList();
        expired += lines.size() - kept.size();
        queue.add(kept);
    }

    private void refused(Line line, String message) {
        String mend = "correct the column in the store, then read the topic again from here";
        reject(line.source(), "point", message, "what the store takes", mend, null);
    }

    /** A reject of a reject would be read here again, and so on for ever: it is only counted. */
    private void reject(
            Line.Source source, String field, String value, String bound, String mend, byte @Nullable [] bytes) {
        rejected++;
        if (source.topic().equals(rejectsTopic)) {
            LOG.warn("{}: {}={}; must be {}", source, field, value, bound);
            return;
        }
        String excerpt = bytes == null
                ? null
                : Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, Math.min(bytes.length, EXCERPT_BYTES)));
        long now = nowMillis.getAsLong();
        rejects.add(new Reject(Schema.CURRENT, source.toString(), null, now, field, value, bound, mend, excerpt));
    }

    private void flush() {
        try {
            queue.drain();
            if (!rejects.isEmpty()) {
                rejectSink.keep(List.copyOf(rejects));
                rejects.clear();
            }
            consumer.commitSync(Map.copyOf(offsets), COMMIT_WITHIN);
            offsets.clear();
            goesWell();
        } catch (PointSink.Away e) {
            failed(e);
        } catch (WakeupException | InterruptException e) {
            throw e;
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    private void goesWell() {
        backoff.succeeded();
        publish(null);
    }

    /** Takes note that something was in the way, and when to try again. */
    void failed(Exception e) {
        retries++;
        if (counters.problem() == null) {
            LOG.warn("history waits: {}", e.getMessage());
        }
        backoff.failed(nowMillis.getAsLong());
        publish(String.valueOf(e.getMessage()));
    }

    private void publish(@Nullable String problem) {
        if (problem == null && counters.problem() != null) {
            LOG.info("history goes on");
        }
        counters = new HistoryCounters(queue.written(), retries, rejected, expired, queue.waiting(), problem);
    }

    /** Their new owner reads them again from the last commit. */
    private void forget(Set<TopicPartition> gone) {
        queue.removeIf(line -> gone.contains(
                new TopicPartition(line.source().topic(), line.source().partition())));
        offsets.keySet().removeAll(gone);
    }

    HistoryCounters counters() {
        return counters;
    }
}
