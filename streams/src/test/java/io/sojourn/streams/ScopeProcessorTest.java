// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.streams.fold.WindowSize;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import io.sojourn.testkit.Windows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The processor of parents over a store that outlives it. */
final class ScopeProcessorTest {
    private static final long T0 = 1_700_000_040_000L;

    private MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
    private KeyValueStore<String, byte[]> scopes = store();
    private SentSamples sent = new SentSamples();
    private ScopeProcessor processor = processor();

    @BeforeEach
    void newStore() {
        context = new MockProcessorContext<>();
        context.setCurrentSystemTimeMs(T0);
        scopes = store();
        scopes.init(context.getStateStoreContext(), scopes);
        sent = new SentSamples();
        restart();
    }

    @Test
    void processorThatStopsAnywhereAndStartsAgainGivesTheSameBytesOnceEach() {
        List<String> steady = run(Integer.MAX_VALUE);
        newStore();
        assertThat(run(1)).isEqualTo(steady);
        newStore();
        assertThat(run(7)).isEqualTo(steady);

        assertThat(steady.stream().filter(text -> text.contains("\"sizeMillis\":1000,")))
                .hasSizeGreaterThan(90);
        assertThat(steady.stream().filter(text -> text.startsWith(Topic.REJECTS.suffix())))
                .hasSize(1);
    }

    @Test
    void silenceThatClosedWindowsIsKnownAfterARestart() {
        send("a", part("lab", 0, Clocking.RECORDED));
        context.setCurrentSystemTimeMs(T0 + 31_000);
        tick(T0 + 31_000);
        assertThat(windows()).hasSize(5);
        restart();

        send("b", part("lab", 0, Clocking.RECORDED));

        assertThat(windows()).hasSize(5);
        assertThat(rejects()).singleElement().satisfies(reject -> {
            assertThat(reject.node()).isEqualTo("b");
            assertThat(reject.value()).contains("of node b in site/site/lab, after it was closed");
        });
    }

    @Test
    void recordingDoesNotMoveTheTimeOfLiveParts() {
        send("a", part("lab", 0, Clocking.LIVE));
        send("r", part("lab", 3_600_000, Clocking.RECORDED));
        send("b", part("lab", 0, Clocking.LIVE));
        send("a", part("lab", 9_000, Clocking.LIVE));

        assertThat(rejects()).isEmpty();
        assertThat(windows()).singleElement().satisfies(window -> {
            assertThat(window.clocking()).isEqualTo(Clocking.LIVE);
            assertThat(window.queueCount()).isEqualTo(2);
        });
    }

    @Test
    void lateOrUnreadablePartsAreRejectedAndTheRestGoesOn() {
        send("a", part("lab", 60_000, Clocking.LIVE), part("hut", 60_000, Clocking.LIVE));
        send("b", part("lab", 0, Clocking.LIVE), part("hut", 0, Clocking.LIVE), part("new", 0, Clocking.LIVE));
        sendBytes("not JSON".getBytes(UTF_8));
        send("b", Windows.queue("a", "wan0").start(T0).build());

        assertThat(rejects()).extracting(Reject::field).containsExactly("startMillis", "record", "scope");
        assertThat(rejects().get(0).value())
                .isEqualTo(T0 + " of node b in site/site/lab, 60000 ms behind it, and 1 more parents");
        restart();
        send("a", part("lab", 68_000, Clocking.LIVE));
        assertThat(windows()).extracting(QueueWindow::sentPackets).containsExactly(10L);
    }

    /** Of tens those of a minute, of minutes those of a quarter of an hour, of five minutes those of an hour. */
    @Test
    void windowThatNoLargerOneNeedsIsKeptNoLonger() {
        for (int i = 0; i < 720; i++) {
            send("a", part("lab", 10_000L * i, Clocking.LIVE));
        }

        int kept = 0;
        try (var all = scopes.all()) {
            while (all.hasNext()) {
                kept += all.next().key.startsWith("windows/") ? 1 : 0;
            }
        }
        assertThat(kept).isBetween(1 + 10 + 1, 7 + 18 + 13);
    }

    private List<String> run(int recordsBetweenStarts) {
        for (int i = 0; i < 100; i++) {
            if (i % recordsBetweenStarts == 0) {
                restart();
            }
            send("a", part("lab", 1_000L * i, Clocking.LIVE), part("hut", 1_000L * i, Clocking.LIVE));
            if (i >= 3) {
                send("b", part("lab", 1_000L * (i - 3), Clocking.LIVE));
            }
            if (i == 59) {
                // Its second is closed, the ten seconds around it are not.
                send("c", part("lab", 50_000, Clocking.LIVE), part("cow", 50_000, Clocking.LIVE));
            }
        }
        return context.forwarded().stream()
                .map(f -> f.childName().orElse("").replace(WindowSink.OF_PARENTS, "") + " "
                        + f.record().timestamp() + " " + new String(f.record().value(), UTF_8))
                .toList();
    }

    private static QueueWindow part(String site, long startMillis, Clocking clocking) {
        return Windows.queue("site", site)
                .scope(Scope.SITE)
                .clocking(clocking)
                .start(T0 + startMillis)
                .sent(10)
                .rttMicros(1_000 + startMillis)
                .build();
    }

    private static KeyValueStore<String, byte[]> store() {
        return Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore(ScopeStore.NAME), Serdes.String(), Serdes.ByteArray())
                .withLoggingDisabled()
                .build();
    }

    private void restart() {
        processor = processor();
        context.scheduledPunctuators().clear();
        processor.init(context);
    }

    private void tick(long nowMillis) {
        context.scheduledPunctuators()
                .get(context.scheduledPunctuators().size() - 1)
                .getPunctuator()
                .punctuate(nowMillis);
    }

    private ScopeProcessor processor() {
        return new ScopeProcessor(
                WindowsConfig.defaults(Path.of("unused")),
                WireFormat.JSON,
                new WindowsCounters(),
                new InventoryFeed(),
                sent::read,
                () -> true);
    }

    private void send(String node, QueueWindow... parts) {
        sendBytes(Wire.write(
                new WindowBatch(
                        Schema.CURRENT,
                        node,
                        Stage.FINAL,
                        WindowSize.SECOND_MILLIS,
                        parts[0].startMillis(),
                        null,
                        List.of(parts)),
                WireFormat.JSON));
    }

    private void sendBytes(byte[] value) {
        context.setRecordMetadata("scope-parts", 0, sent.count());
        sent.add(value);
        processor.process(new Record<>("bucket-1".getBytes(UTF_8), value, T0));
    }

    private List<QueueWindow> windows() {
        List<QueueWindow> windows = new ArrayList<>();
        records(Topic.SCOPE_WINDOWS)
                .forEach(value ->
                        windows.addAll(Wire.read(value, WindowBatch.class).windows()));
        return windows;
    }

    private List<Reject> rejects() {
        return records(Topic.REJECTS).stream()
                .map(value -> Wire.read(value, Reject.class))
                .toList();
    }

    private List<byte[]> records(Topic topic) {
        return context.forwarded().stream()
                .filter(f -> f.childName().equals(Optional.of(WindowSink.OF_PARENTS + topic.suffix())))
                .map(f -> (byte[]) f.record().value())
                .toList();
    }
}
