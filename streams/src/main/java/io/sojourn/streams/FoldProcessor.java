// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.Closed;
import io.sojourn.streams.fold.Fate;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Folded;
import io.sojourn.streams.fold.Inventory;
import io.sojourn.streams.fold.NodeFold;
import io.sojourn.streams.fold.NodeRestore;
import io.sojourn.streams.fold.NodeState;
import io.sojourn.streams.fold.Refusal;
import io.sojourn.streams.fold.WindowSize;
import io.sojourn.streams.latest.LatestStore;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** One partition of samples into windows: reads, folds, keeps and forwards, all in the transaction of the input. */
final class FoldProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    private static final Duration IDLE_CHECK = Duration.ofSeconds(1);

    private final WindowsConfig config;
    private final WireFormat format;
    private final WindowsCounters counters;
    private final Inventory inventory;
    private final TopicLog log;
    private final BooleanSupplier brokerInContact;
    private final Map<String, NodeTrack> tracks = new HashMap<>();
    private final Hearing hearing;
    private @Nullable Ends ends;

    /** At most what it is: older costs time at a restart and nothing else, so that it is worked out once a second. */
    private long oldestNeededOffset = Long.MAX_VALUE;

    /** @param brokerInContact whether the broker answers: while it does not, no node can be heard */
    FoldProcessor(
            WindowsConfig config,
            WireFormat format,
            WindowsCounters counters,
            Inventory inventory,
            TopicLog log,
            BooleanSupplier brokerInContact) {
        this.config = config;
        this.format = format;
        this.counters = counters;
        this.inventory = inventory;
        this.log = log;
        this.brokerInContact = brokerInContact;
        this.hearing = new Hearing(config.idleAfter().toMillis());
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        NodeStore store = new NodeStore(context.getStateStore(NodeStore.NAME));
        LatestStore latest = context.getStateStore(LatestStore.NAME);
        ends = new Ends(context, store, new WindowSink(context, format, counters), latest);
        long nowMillis = context.currentSystemTimeMs();
        // The same processor is initialized again when its task was lost: what is kept is all that counts.
        tracks.clear();
        tracks.putAll(restore(store, latest, context.taskId().partition(), nowMillis));
        oldestNeededOffset = oldestNeededOffset();
        hearing.excuse(nowMillis);
        context.schedule(IDLE_CHECK, PunctuationType.WALL_CLOCK_TIME, this::tick);
    }

    private Map<String, NodeTrack> restore(NodeStore store, LatestStore latest, int partition, long nowMillis) {
        NodeContents contents = store.load(rules());
        contents.begin(inventory, nowMillis);
        contents.show(latest);
        Offsets.Progress progress = store.progress();
        if (progress.oldestNeededOffset() < progress.nextOffset()) {
            log.read(
                    Topic.SAMPLES, partition, progress.oldestNeededOffset(), progress.nextOffset(), (offset, value) -> {
                        if (!store.isSkipped(offset)) {
                            contents.again(Wire.read(value, SampleBatch.class), offset);
                        }
                    });
        }
        return contents.done();
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        long beganNanos = System.nanoTime();
        counters.add(Count.BATCHES_IN, 1);
        take(record);
        counters.add(Count.PROCESSING_NANOS, System.nanoTime() - beganNanos);
    }

    @Override
    public void close() {
        @Nullable Ends closing = ends;
        if (closing != null) {
            counters.gone(closing.context().taskId().partition());
        }
    }

    private void take(Record<byte[], byte[]> record) {
        long offset =
                ends().context().recordMetadata().map(RecordMetadata::offset).orElse(-1L);
        SampleBatch batch;
        try {
            batch = BatchReader.read(record);
        } catch (OutOfRange unreadable) {
            counters.add(Count.UNREADABLE, 1);
            ends().sink().reject(unreadable(record, unreadable));
            ends().store().skip(offset);
            progress(offset);
            return;
        }
        fold(record, batch, offset);
        progress(offset);
    }

    private void fold(Record<byte[], byte[]> record, SampleBatch batch, long offset) {
        long nowMillis = ends().context().currentSystemTimeMs();
        NodeTrack known = tracks.get(batch.node());
        NodeTrack track = known != null
                ? known
                : new NodeTrack(new NodeFold(batch.node(), rules(), inventory), rules(), nowMillis);
        long missingBefore = track.fold().state().missingBatches();
        Folded folded = track.fold().accept(batch, record.timestamp());
        count(folded);
        Refusal refusal = folded.refusal();
        if (refusal != null) {
            ends().sink().reject(refusal.at(source(), record.timestamp(), BatchReader.excerpt(record.value())));
        }
        if (folded.fate().isTaken()) {
            // Only now: a name that was never taken is not kept.
            tracks.put(batch.node(), track);
            counters.add(Count.SAMPLES_IN, batch.queues().size());
            counters.add(Count.LOST_BATCHES, Math.max(0, track.fold().state().missingBatches() - missingBefore));
            keep(track, batch, folded, offset, record.value());
            ends().latest().heard(track.fold().state(), folded.fate() == Fate.LATE ? 1 : 0);
            giveOut(track, folded, record.timestamp());
            track.heard(nowMillis, record.timestamp());
            early(track, nowMillis, record.timestamp());
        } else {
            ends().store().skip(offset);
        }
        hearing.heard(nowMillis, record.timestamp());
    }

    /** Notes where the batch can be had again; one that its second did not take is kept, if any window took it. */
    private void keep(NodeTrack track, SampleBatch batch, Folded folded, long offset, byte[] asItCame) {
        WindowSize entry = folded.entry();
        if (folded.fate() == Fate.FOLDED) {
            if (entry != null) {
                track.needs(batch.startMillis(), offset);
                oldestNeededOffset = Math.min(oldestNeededOffset, offset);
            }
            return;
        }
        ends().store().skip(offset);
        if (entry != null) {
            ends().store().late(track, entry, batch.startMillis(), offset, asItCame);
        }
    }

    /** Puts out what has closed, keeps what larger windows are made of, and lets go of what none needs any more. */
    private void giveOut(NodeTrack track, Folded folded, long observedMillis) {
        NodeStore store = ends().store();
        String node = track.fold().state().node();
        Long offsetMillis = track.fold().state().offset().millis();
        for (Closed closed : folded.closed()) {
            WindowSink.Records records = ends().sink().closed(node, closed, offsetMillis, observedMillis);
            ends().latest().holds(track.fold().state(), closed, Stage.FINAL);
            WindowSize parent = rules().above(closed.size());
            if (parent != null && NodeRestore.isKept(rules(), closed.size())) {
                store.closed(track, closed, parent, records.windows(), records.flows());
            }
            store.delete(track.release(closed));
        }
        store.state(track.fold().state());
    }

    private void early(NodeTrack track, long nowMillis, long observedMillis) {
        long everyMillis = config.earlyEvery().toMillis();
        if (everyMillis > 0 && track.takesEarlyLook(nowMillis, everyMillis)) {
            NodeState state = track.fold().state();
            for (Closed look : track.fold().early(config.earlySizesMillis())) {
                ends().sink().early(state.node(), look, state.offset().millis(), observedMillis);
                ends().latest().holds(state, look, Stage.EARLY);
            }
        }
    }

    /** Where to begin to read again: not later than the first batch of an open window. */
    private void progress(long offset) {
        long oldest = Math.min(oldestNeededOffset, offset + 1);
        ends().store().progress(new Offsets.Progress(oldest, offset + 1));
    }

    private long oldestNeededOffset() {
        return tracks.values().stream()
                .mapToLong(NodeTrack::oldestNeededOffset)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private void count(Folded folded) {
        switch (folded.fate()) {
            case FOLDED -> {}
            case DUPLICATE -> counters.add(Count.DUPLICATES, 1);
            case LATE -> counters.add(Count.LATE, 1);
            case CLOCK -> counters.add(Count.WRONG_CLOCKS, 1);
            case UNFIT -> counters.add(Count.UNFIT, 1);
        }
    }

    private void tick(long nowMillis) {
        oldestNeededOffset = oldestNeededOffset();
        counters.open(
                ends().context().taskId().partition(),
                tracks.values().stream()
                        .mapToLong(track -> track.fold().openWindows())
                        .sum());
        if (!brokerInContact.getAsBoolean()) {
            hearing.excuse(nowMillis);
            tracks.values().forEach(track -> track.excuse(nowMillis));
            return;
        }
        for (NodeTrack track : tracks.values()) {
            early(track, nowMillis, nowMillis);
            if (track.fold().hasOpen() && hearing.isIdle(track, nowMillis)) {
                Folded folded = track.fold().idle(nowMillis);
                if (!folded.closed().isEmpty()) {
                    giveOut(track, folded, nowMillis);
                }
            }
        }
    }

    private Reject unreadable(Record<byte[], byte[]> record, OutOfRange e) {
        return new Reject(
                Schema.CURRENT,
                source(),
                null,
                record.timestamp(),
                e.field(),
                e.value(),
                e.bound(),
                "mend the sender, or upgrade the older side",
                BatchReader.excerpt(record.value()));
    }

    private String source() {
        return ends().context()
                .recordMetadata()
                .map(at -> at.topic() + "-" + at.partition() + "@" + at.offset())
                .orElse("samples");
    }

    private FoldRules rules() {
        return config.rules();
    }

    private Ends ends() {
        @Nullable Ends current = ends;
        if (current == null) {
            throw new IllegalStateException("a processor is initialized before it is used");
        }
        return current;
    }

    /** What the task gives the processor. */
    private record Ends(
            ProcessorContext<byte[], byte[]> context, NodeStore store, WindowSink sink, LatestStore latest) {}
}
