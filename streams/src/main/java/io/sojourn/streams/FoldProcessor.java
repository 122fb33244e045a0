// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Folded;
import io.sojourn.streams.fold.NodeFold;
import io.sojourn.streams.fold.Refusal;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.WireFormat;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** One partition of samples into windows: reads, folds, keeps and forwards, all in the transaction of the input. */
final class FoldProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    private static final Duration IDLE_CHECK = Duration.ofSeconds(1);

    private final WindowsConfig config;
    private final WireFormat format;
    private final WindowsCounters counters;
    private final BooleanSupplier brokerInContact;
    private final Map<String, NodeTrack> tracks = new HashMap<>();
    private @Nullable Ends ends;
    private long heardWallMillis;
    private long heardAppendedMillis;

    /** @param brokerInContact whether the broker answers: while it does not, no node can be heard */
    FoldProcessor(WindowsConfig config, WireFormat format, WindowsCounters counters, BooleanSupplier brokerInContact) {
        this.config = config;
        this.format = format;
        this.counters = counters;
        this.brokerInContact = brokerInContact;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        NodeStore store =
                new NodeStore(context.getStateStore(NodeStore.NODES), context.getStateStore(NodeStore.BATCHES));
        ends = new Ends(context, store, new WindowSink(context, format, counters));
        long nowMillis = context.currentSystemTimeMs();
        // The same processor is initialized again when its task was lost: what the stores hold is all that counts.
        tracks.clear();
        tracks.putAll(store.load(rules(), nowMillis));
        heardWallMillis = nowMillis;
        context.schedule(IDLE_CHECK, PunctuationType.WALL_CLOCK_TIME, this::closeIdle);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        counters.add(Count.BATCHES_IN, 1);
        SampleBatch batch;
        try {
            batch = BatchReader.read(record);
        } catch (OutOfRange unreadable) {
            counters.add(Count.UNREADABLE, 1);
            ends().sink().reject(unreadable(record, unreadable));
            return;
        }
        fold(record, batch);
    }

    private void fold(Record<byte[], byte[]> record, SampleBatch batch) {
        long nowMillis = ends().context().currentSystemTimeMs();
        @Nullable NodeTrack known = tracks.get(batch.node());
        NodeTrack track = known != null ? known : new NodeTrack(new NodeFold(batch.node(), rules()), nowMillis);
        long missingBefore = track.fold().state().missingBatches();
        Folded folded = track.fold().accept(batch, record.timestamp());
        count(folded);
        @Nullable Refusal refusal = folded.refusal();
        if (refusal != null) {
            ends().sink().reject(refusal.at(source(), record.timestamp(), BatchReader.excerpt(record.value())));
        }
        if (folded.fate().isTaken()) {
            // Only now: a name that was never taken is not kept.
            tracks.put(batch.node(), track);
            counters.add(Count.LOST_BATCHES, Math.max(0, track.fold().state().missingBatches() - missingBefore));
            forward(folded, record.timestamp());
            ends().store().save(track, folded.inWindows() ? batch : null, folded.inWindows() ? record.value() : null);
            track.heard(nowMillis, record.timestamp());
        }
        heardWallMillis = nowMillis;
        heardAppendedMillis = Math.max(heardAppendedMillis, record.timestamp());
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

    private void closeIdle(long nowMillis) {
        if (!brokerInContact.getAsBoolean()) {
            heardWallMillis = nowMillis;
            tracks.values().forEach(track -> track.excuse(nowMillis));
            return;
        }
        for (NodeTrack track : tracks.values()) {
            if (track.fold().hasOpen() && isIdle(track, nowMillis)) {
                Folded folded = track.fold().idle(nowMillis);
                if (!folded.windows().isEmpty() || !folded.flowWindows().isEmpty()) {
                    forward(folded, nowMillis);
                    ends().store().save(track, null, null);
                }
            }
        }
    }

    /**
     * Silent by the wall clock, and not merely because the job is still reading what others sent before: either the
     * partition is silent too, or it has gone on for as long without this node by the broker's time.
     */
    private boolean isIdle(NodeTrack track, long nowMillis) {
        long idleMillis = config.idleAfter().toMillis();
        return track.silentWallMillis(nowMillis) > idleMillis
                && (nowMillis - heardWallMillis > idleMillis
                        || track.silentAppendedMillis(heardAppendedMillis) > idleMillis);
    }

    private void forward(Folded folded, long observedMillis) {
        folded.windows().forEach(window -> ends().sink().window(window, observedMillis));
        folded.flowWindows().forEach(window -> ends().sink().flowWindow(window, observedMillis));
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
    private record Ends(ProcessorContext<byte[], byte[]> context, NodeStore store, WindowSink sink) {}
}
