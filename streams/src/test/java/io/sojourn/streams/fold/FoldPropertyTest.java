// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import static io.sojourn.streams.fold.Folding.NODE;
import static io.sojourn.streams.fold.Folding.fold;
import static io.sojourn.streams.fold.Folding.ofSize;
import static io.sojourn.streams.fold.Folding.windows;
import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Sketch;
import io.sojourn.testkit.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold for any samples. Each was seen to fail with the line it guards taken out. */
final class FoldPropertyTest {
    private static final long INTERVAL_MILLIS = 500;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void samplesGiveTheSameWindowsInAnyOrderWithinTheGrace(long seed) {
        Random random = new Random(seed);
        List<SampleBatch> batches = batches(random, 150);
        Map<SampleBatch, Long> arrival = new HashMap<>();
        // Grace 2 s less the interval: no batch comes after the node's time has passed its second by the grace.
        batches.forEach(b -> arrival.put(b, b.startMillis() + random.nextInt(1_500)));
        List<SampleBatch> shuffled = new ArrayList<>(batches);
        shuffled.sort(Comparator.comparingLong(arrival::get));
        assertThat(shuffled).isNotEqualTo(batches);

        assertThat(windows(fold(), shuffled)).isEqualTo(windows(fold(), batches));
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void samplesGiveTheSameWindowsHoweverTheyAreSplitIntoBatches(long seed) {
        Random random = new Random(seed);
        List<SampleBatch> whole = batches(random, 150);
        List<SampleBatch> split = new ArrayList<>();
        for (SampleBatch batch : whole) {
            for (QueueSample queue : batch.queues()) {
                split.add(Samples.batch(NODE, split.size(), batch.startMillis(), batch.endMillis(), queue));
            }
            SampleBatch flowsOnly = Samples.batch(NODE, split.size(), batch.startMillis(), batch.endMillis());
            split.add(Samples.with(flowsOnly, batch.flows(), List.of()));
        }

        assertThat(windows(fold(), split)).isEqualTo(windows(fold(), whole));
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24})
    void windowsOfEachSizeAddUpToThoseOfTheNext(long seed) {
        List<QueueWindow> windows = windows(fold(), batches(new Random(seed), 300));

        assertAddUp(ofSize(windows, 1_000), ofSize(windows, 10_000));
        assertAddUp(ofSize(windows, 10_000), ofSize(windows, 60_000));
        assertAddUp(ofSize(windows, 60_000), ofSize(windows, 300_000));
        assertAddUp(ofSize(windows, 300_000), ofSize(windows, 3_600_000));
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33, 34})
    void restoredFoldGoesOnAsTheOneThatWasLostWhereverItIsLost(long seed) {
        Random random = new Random(seed);
        List<SampleBatch> batches = batches(random, 200);
        List<Object> expected = new ArrayList<>();
        List<Object> got = new ArrayList<>();
        NodeFold steady = fold();
        NodeFold fragile = fold();
        Kept kept = new Kept();
        for (SampleBatch batch : batches) {
            note(steady.accept(batch), expected);
            Folded folded = fragile.accept(batch);
            note(folded, got);
            kept.note(batch, folded);
            if (random.nextInt(4) == 0) {
                fragile = kept.restore(fragile.state());
            }
        }
        note(steady.flush(), expected);
        note(fragile.flush(), got);

        assertThat(got).isEqualTo(expected);
    }

    /** What a store and a log keep: closed windows from 10 s up, and all batches. */
    private static final class Kept {
        private final FoldRules rules = FoldRules.defaults();
        private final List<Closed> closed = new ArrayList<>();
        private final List<SampleBatch> batches = new ArrayList<>();

        void note(SampleBatch batch, Folded folded) {
            batches.add(batch);
            folded.closed().stream()
                    .filter(each -> NodeRestore.isKept(rules, each.size()))
                    .forEach(closed::add);
        }

        NodeFold restore(NodeState state) {
            NodeRestore restore = new NodeRestore(state, rules, Inventory.NONE);
            for (Closed each : closed) {
                List<QueueWindow> windows = new ArrayList<>(each.windows());
                windows.addAll(each.sums());
                restore.closed(each.size(), each.startMillis(), windows, each.flows());
            }
            batches.forEach(restore::batch);
            return restore.done();
        }
    }

    private static void note(Folded folded, List<Object> notes) {
        notes.addAll(folded.closed());
    }

    private static void assertAddUp(List<QueueWindow> small, List<QueueWindow> large) {
        assertThat(large).isNotEmpty();
        for (QueueWindow whole : large) {
            List<QueueWindow> parts = small.stream()
                    .filter(w -> w.queue().equals(whole.queue()))
                    .filter(w -> w.startMillis() >= whole.startMillis() && w.startMillis() < whole.endMillis())
                    .toList();
            assertThat(parts.stream().mapToLong(QueueWindow::sampleCount).sum()).isEqualTo(whole.sampleCount());
            assertThat(parts.stream().mapToLong(QueueWindow::coveredMillis).sum())
                    .isEqualTo(whole.coveredMillis());
            assertThat(parts.stream().mapToLong(QueueWindow::sentBytes).sum()).isEqualTo(whole.sentBytes());
            assertThat(parts.stream().mapToLong(w -> w.drops().total()).sum())
                    .isEqualTo(whole.drops().total());
            assertThat(parts.stream().map(QueueWindow::rttMicros).reduce(Sketch.empty(), Sketch::merge))
                    .isEqualTo(whole.rttMicros());
        }
    }

    /** Batches every 500 ms from a random instant, of two queues that are not always there, with flows. */
    private static List<SampleBatch> batches(Random random, int count) {
        List<SampleBatch> batches = new ArrayList<>();
        long start = 1_000_000L + random.nextInt(60_000);
        for (int i = 0; i < count; i++) {
            List<QueueSample> queues = new ArrayList<>();
            for (String queue : List.of("bulk", "voice")) {
                if (random.nextInt(5) > 0) {
                    queues.add(sample(random, queue));
                }
            }
            SampleBatch batch =
                    Samples.batch(NODE, i, start, start + INTERVAL_MILLIS, queues.toArray(QueueSample[]::new));
            batches.add(Samples.with(batch, flows(random), List.of()));
            start += INTERVAL_MILLIS;
        }
        return batches;
    }

    private static QueueSample sample(Random random, String queue) {
        Samples.QueueSampleBuilder builder = Samples.queue(queue)
                .policer(1_000_000L * (1 + random.nextInt(3)), 625_000)
                .sent(random.nextInt(1_000))
                .policed(random.nextInt(50))
                .rttMicros(LongStream.range(0, random.nextInt(20))
                        .map(i -> random.nextInt(200_000))
                        .toArray());
        return random.nextBoolean()
                ? builder.build()
                : builder.activeFlows(random.nextInt(9)).build();
    }

    private static List<FlowSample> flows(Random random) {
        List<FlowSample> flows = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            flows.add(Samples.flow("bulk", "flow-" + random.nextInt(200), 1 + random.nextInt(90), 0, 1_000));
        }
        return flows;
    }

    /** Not a property of its own: the flows above must make windows, or the tests would say nothing of them. */
    @ParameterizedTest
    @ValueSource(longs = 41)
    void madeUpBatchesHaveMoreFlowsThanTheTop(long seed) {
        NodeFold fold = fold();
        List<FlowWindow> windows = new ArrayList<>();
        batches(new Random(seed), 150)
                .forEach(b -> windows.addAll(fold.accept(b).flowWindows()));

        assertThat(windows).anyMatch(w -> w.otherBytes() > 0);
    }
}
