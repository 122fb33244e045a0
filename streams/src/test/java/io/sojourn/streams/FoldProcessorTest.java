// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.streams.fold.Inventory;
import io.sojourn.streams.latest.LatestPage;
import io.sojourn.streams.latest.LatestStore;
import io.sojourn.streams.latest.WindowsQuery;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import io.sojourn.testkit.Samples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The processor over stores that outlive it, as they do when a task moves or a process starts again. */
final class FoldProcessorTest {
    private static final long T0 = 1_700_000_040_000L;

    private MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    private KeyValueStore<String, byte[]> folds = store(NodeStore.NAME);
    private LatestStore latest = LatestStore.builder().build();
    private SentSamples sent = new SentSamples();

    @BeforeEach
    void newStores() {
        context = new MockProcessorContext<>();
        context.setCurrentSystemTimeMs(T0);
        folds = store(NodeStore.NAME);
        folds.init(context.getStateStoreContext(), folds);
        latest = LatestStore.builder().build();
        latest.init(context.getStateStoreContext(), latest);
        sent = new SentSamples();
    }

    @Test
    void processorThatStopsAnywhereAndStartsAgainGivesTheSameBytesOnceEach() {
        List<SampleBatch> samples = samples(150);
        List<String> steady = run(samples, samples.size());
        newStores();

        assertThat(run(samples, 1)).isEqualTo(steady);
        newStores();
        assertThat(run(samples, 7)).isEqualTo(steady);
        // Of 67.5 s by the node's time, two queues: seconds to 65, tens to 60 and the minute.
        assertThat(steady.stream().filter(text -> text.startsWith(Topic.WINDOWS.suffix() + " ")))
                .hasSize(65 + 6 + 1);
    }

    /** A task that was lost is initialized again as the same object: what it had in memory must not count. */
    @Test
    void processorThatIsInitializedAgainForgetsWhatItsStoresDoNotHold() {
        FoldProcessor processor = processor();
        processor.init(context);
        send(processor, samples(1).get(0));
        List<String> keys = keys(folds);
        keys.forEach(folds::delete);

        processor.init(context);
        send(processor, Samples.batch("edge-1", 1, T0 + 70_000, T0 + 70_500));

        assertThat(keys).contains("state/edge-1");
        assertThat(forwarded()).isEmpty();
    }

    /** The store of the newest windows is in no changelog: it is filled from what larger windows are made of. */
    @Test
    void newestTenSecondsAreThereAtOnceAfterAStartWhileTheirMinuteIsOpen() {
        run(samples(50), 50);
        LatestPage before = latest.page(WindowsQuery.all(10_000, 10));
        latest.init(context.getStateStoreContext(), latest);
        assertThat(latest.page(WindowsQuery.all(10_000, 10)).nodes()).isEmpty();

        processor().init(context);

        assertThat(before.nodes().get(0).windows()).hasSize(2);
        assertThat(latest.page(WindowsQuery.all(10_000, 10))).isEqualTo(before);
    }

    private List<String> run(List<SampleBatch> samples, int batchesBetweenStarts) {
        FoldProcessor processor = processor();
        for (int i = 0; i < samples.size(); i++) {
            if (i % batchesBetweenStarts == 0) {
                processor = processor();
                processor.init(context);
            }
            send(processor, samples.get(i));
        }
        return forwarded();
    }

    private FoldProcessor processor() {
        return new FoldProcessor(
                WindowsConfig.defaults(Path.of("unused")),
                WireFormat.JSON,
                new WindowsCounters(),
                Inventory.NONE,
                sent::read,
                () -> true);
    }

    private void send(FoldProcessor processor, SampleBatch batch) {
        byte[] value = Wire.write(batch, WireFormat.JSON);
        context.setRecordMetadata("samples", 0, sent.count());
        sent.add(value);
        processor.process(new Record<>(batch.node().getBytes(UTF_8), value, batch.endMillis()));
    }

    private List<String> forwarded() {
        return context.forwarded().stream()
                // An early look is taken by the wall clock, which no restart keeps.
                .filter(f -> !f.childName().equals(Optional.of(Topic.LIVE_WINDOWS.suffix())))
                .map(f -> f.childName().orElse("") + " " + f.record().timestamp() + " "
                        + new String(f.record().value(), UTF_8))
                .toList();
    }

    private static List<SampleBatch> samples(int count) {
        List<SampleBatch> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            SampleBatch batch = Samples.batch(
                    "edge-1",
                    i,
                    T0 + i * 450L,
                    T0 + i * 450L + 450,
                    Samples.queue("wan0")
                            .policer(20_000_000, 625_000)
                            .sent(i % 7)
                            .rttMicros(i)
                            .build(),
                    Samples.queue("wan1").sent(1).build());
            samples.add(Samples.with(batch, List.of(Samples.flow("wan0", "f" + i % 3, 1 + i, 0, i)), List.of()));
        }
        return samples;
    }

    private static List<String> keys(KeyValueStore<String, byte[]> store) {
        List<String> keys = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<String, byte[]> entry = all.next();
                keys.add(entry.key);
            }
        }
        return keys;
    }

    private static KeyValueStore<String, byte[]> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.ByteArray())
                .withLoggingDisabled()
                .build();
    }
}
