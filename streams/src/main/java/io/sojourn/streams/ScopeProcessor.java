// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.Closed;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Folded;
import io.sojourn.streams.fold.Refusal;
import io.sojourn.streams.fold.ScopeFold;
import io.sojourn.streams.fold.ScopeState;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.WireFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * One partition of parts into windows of parents, all in the transaction of the input. The first partition also puts out
 * what is wrong with the inventory.
 */
final class ScopeProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    private static final Duration IDLE_CHECK = Duration.ofSeconds(1);

    private final WireFormat format;
    private final WindowsCounters counters;
    private final InventoryFeed inventory;
    private final TopicLog log;
    private final BooleanSupplier brokerInContact;
    private final FoldRules rules;
    private final Hearing hearing;
    private final Map<ScopeKey, ScopeTrack> tracks = new HashMap<>();
    private @Nullable Ends ends;

    /** At most what it is: worked out once a second. */
    private long oldestNeededOffset = Long.MAX_VALUE;

    ScopeProcessor(
            WindowsConfig config,
            WireFormat format,
            WindowsCounters counters,
            InventoryFeed inventory,
            TopicLog log,
            BooleanSupplier brokerInContact) {
        this.format = format;
        this.counters = counters;
        this.inventory = inventory;
        this.log = log;
        this.brokerInContact = brokerInContact;
        this.rules = config.scopeRules();
        this.hearing = new Hearing(config.scopeIdleAfter().toMillis());
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        ScopeStore store = new ScopeStore(context.getStateStore(ScopeStore.NAME));
        ends = new Ends(context, store, WindowSink.ofParents(context, format, counters));
        long nowMillis = context.currentSystemTimeMs();
        tracks.clear();
        tracks.putAll(restore(store, context.taskId().partition(), nowMillis));
        oldestNeededOffset = oldestNeededOffset();
        hearing.excuse(nowMillis);
        context.schedule(IDLE_CHECK, PunctuationType.WALL_CLOCK_TIME, this::tick);
    }

    private Map<ScopeKey, ScopeTrack> restore(ScopeStore store, int partition, long nowMillis) {
        ScopeContents contents = store.load(rules);
        Offsets offsets = store.offsets();
        Offsets.Progress progress = offsets.progress();
        if (progress.oldestNeededOffset() < progress.nextOffset()) {
            log.read(
                    Topic.SCOPE_PARTS,
                    partition,
                    progress.oldestNeededOffset(),
                    progress.nextOffset(),
                    (offset, value) -> again(offsets, contents, offset, value));
        }
        return contents.done(nowMillis);
    }

    private static void again(Offsets offsets, ScopeContents contents, long offset, byte[] value) {
        if (offsets.isSkipped(offset, "")) {
            return;
        }
        WindowBatch batch = PartsReader.read(value);
        for (QueueWindow part : batch.windows()) {
            if (!offsets.isSkipped(offset, ScopeKey.of(part).toString())) {
                contents.again(batch.owner(), part, offset);
            }
        }
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        long offset =
                ends().context().recordMetadata().map(RecordMetadata::offset).orElse(-1L);
        try {
            fold(record, PartsReader.read(record.value()), offset);
        } catch (OutOfRange unreadable) {
            counters.add(Count.UNREADABLE, 1);
            Refusal refusal = new Refusal(
                    null, unreadable.field(), unreadable.value(), unreadable.bound(), "let only this job write it");
            reject(record, refusal);
            ends().store().offsets().skip(offset, "");
        }
        oldestNeededOffset = Math.min(oldestNeededOffset, offset + 1);
        ends().store().offsets().progress(new Offsets.Progress(oldestNeededOffset, offset + 1));
    }

    private void fold(Record<byte[], byte[]> record, WindowBatch batch, long offset) {
        long nowMillis = ends().context().currentSystemTimeMs();
        List<Refusal> late = new ArrayList<>();
        ClosedSums sums = new ClosedSums();
        for (QueueWindow part : batch.windows()) {
            ScopeKey key = ScopeKey.of(part);
            ScopeTrack track = tracks.computeIfAbsent(
                    key,
                    k -> new ScopeTrack(k, new ScopeFold(ScopeState.FRESH, k.clocking(), rules), rules, nowMillis));
            Folded folded = track.fold().accept(batch.owner(), part);
            if (folded.refusal() != null) {
                late.add(folded.refusal());
                ends().store().offsets().skip(offset, key.toString());
            } else {
                track.needs(part.startMillis(), offset);
                oldestNeededOffset = Math.min(oldestNeededOffset, offset);
                take(track, folded, sums);
            }
            track.heard(nowMillis, record.timestamp());
        }
        counters.add(Count.PARTS_IN, batch.windows().size());
        counters.add(Count.LATE_PARTS, late.size());
        if (!late.isEmpty()) {
            reject(record, late.get(0).andMore(late.size() - 1, "parents"));
        }
        hearing.heard(nowMillis, record.timestamp());
        sums.putOut(ends().sink(), record.timestamp());
    }

    /** Takes what has closed, keeps what larger windows are made of, and lets go of what none needs any more. */
    private void take(ScopeTrack track, Folded folded, ClosedSums sums) {
        for (Closed closed : folded.closed()) {
            sums.add(track.key().bucket(), closed);
            if (track.isKept(closed.size())) {
                closed.sums().forEach(sum -> ends().store().keep(track.key(), sum));
                track.keeps(closed.size(), closed.startMillis());
            }
            ends().store().delete(track.key(), track.release(closed));
        }
    }

    private void tick(long nowMillis) {
        oldestNeededOffset = oldestNeededOffset();
        if (ends().context().taskId().partition() == 0) {
            inventory.problems(nowMillis).forEach(ends().sink()::reject);
        }
        if (!brokerInContact.getAsBoolean()) {
            hearing.excuse(nowMillis);
            tracks.values().forEach(track -> track.excuse(nowMillis));
            return;
        }
        ClosedSums sums = new ClosedSums();
        for (ScopeTrack track : tracks.values()) {
            if (track.fold().hasOpen() && hearing.isIdle(track, nowMillis)) {
                Folded folded = track.fold().idle(nowMillis);
                if (!folded.closed().isEmpty()) {
                    take(track, folded, sums);
                    ends().store().state(track);
                }
            }
        }
        sums.putOut(ends().sink(), nowMillis);
    }

    private long oldestNeededOffset() {
        return tracks.values().stream()
                .mapToLong(ScopeTrack::oldestNeededOffset)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private void reject(Record<byte[], byte[]> record, Refusal refusal) {
        String source = ends().context()
                .recordMetadata()
                .map(at -> at.topic() + "-" + at.partition() + "@" + at.offset())
                .orElse(Topic.SCOPE_PARTS.suffix());
        ends().sink().reject(refusal.at(source, record.timestamp(), BatchReader.excerpt(record.value())));
    }

    private Ends ends() {
        @Nullable Ends current = ends;
        if (current == null) {
            throw new IllegalStateException("a processor is initialized before it is used");
        }
        return current;
    }

    /** What the task gives the processor. */
    private record Ends(ProcessorContext<byte[], byte[]> context, ScopeStore store, WindowSink sink) {}
}
