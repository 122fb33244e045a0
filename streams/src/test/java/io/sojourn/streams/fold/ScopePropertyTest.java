// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import static io.sojourn.streams.fold.InventoryTreeTest.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.testkit.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random inventories, nodes and orders. */
final class ScopePropertyTest {
    private static final long T0 = 1_700_000_040_000L;
    private static final int NODES = 3;
    private static final int QUEUES = 4;
    private static final int SECONDS = 150;

    private final Map<String, Long> sentByParent = new TreeMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void parentIsTheSumOfItsQueuesInEverySizeInAnyOrderWithinTheWait(long seed) {
        Random random = new Random(seed);
        InventoryTree tree = tree(random);
        List<SampleBatch> batches = batches(random, tree);

        List<QueueWindow> steady = windows(tree, batches, new Random(seed), 0);
        List<QueueWindow> shuffled = windows(tree, batches, new Random(seed), 4);

        assertThat(steady).isNotEmpty();
        assertThat(shuffled).isEqualTo(steady);
        for (WindowSize size : Scoping.RULES.sizes()) {
            Map<String, Long> sent = new TreeMap<>();
            steady.stream()
                    .filter(w -> w.sizeMillis() == size.sizeMillis())
                    .forEach(w -> sent.merge(Parent.key(w.scope(), w.node(), w.queue()), w.sentPackets(), Long::sum));
            assertThat(sent).isEqualTo(sentByParent);
        }
    }

    /** What a fold gives after it was made again from what is kept, it would have given without. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void foldMadeAgainGoesOnAsTheOneItStandsFor(long seed) {
        Random random = new Random(seed);
        InventoryTree tree = tree(random);
        Scoping scoping = new Scoping(tree);
        List<Scoping.Added> parts = new ArrayList<>();
        batches(random, tree).forEach(batch -> parts.addAll(scoping.added(batch)));
        String key = key(parts.get(0).part());
        parts.removeIf(added -> !key(added.part()).equals(key));
        int cut = random.nextInt(parts.size());

        ScopeFold straight = new ScopeFold(ScopeState.FRESH, parts.get(0).part().clocking(), Scoping.RULES);
        ScopeRestore restore =
                new ScopeRestore(ScopeState.FRESH, parts.get(0).part().clocking(), Scoping.RULES);
        for (Scoping.Added added : parts.subList(0, cut)) {
            for (Closed closed : straight.accept(added.node(), added.part()).closed()) {
                if (NodeRestore.isKept(Scoping.RULES, closed.size())) {
                    closed.sums().forEach(restore::closed);
                }
            }
            restore.part(added.node(), added.part());
        }
        ScopeFold again = restore.done();
        assertThat(again.state()).isEqualTo(straight.state());
        for (Scoping.Added added : parts.subList(cut, parts.size())) {
            assertThat(again.accept(added.node(), added.part())).isEqualTo(straight.accept(added.node(), added.part()));
        }
        assertThat(again.idle(Long.MAX_VALUE)).isEqualTo(straight.idle(Long.MAX_VALUE));
    }

    private static InventoryTree tree(Random random) {
        InventoryTree tree = new InventoryTree();
        for (int n = 0; n < NODES; n++) {
            for (int q = 0; q < QUEUES; q++) {
                String parent = "n" + random.nextInt(NODES) + "/q" + random.nextInt(QUEUES);
                String own = "n" + n + "/q" + q;
                tree.put(entry(
                        own,
                        "site" + random.nextInt(2),
                        random.nextBoolean() || parent.equals(own) ? null : parent,
                        random.nextBoolean() ? null : (Long) 10_000_000L,
                        null,
                        "sub" + random.nextInt(3),
                        random.nextBoolean() ? null : "gold"));
            }
        }
        return tree;
    }

    private List<SampleBatch> batches(Random random, InventoryTree tree) {
        List<SampleBatch> batches = new ArrayList<>();
        for (int i = 0; i < SECONDS; i++) {
            for (int n = 0; n < NODES; n++) {
                List<QueueSample> samples = new ArrayList<>();
                for (int q = 0; q < QUEUES; q++) {
                    long sent = random.nextInt(1_000);
                    samples.add(Samples.queue("q" + q)
                            .sent(sent)
                            .rttMicros(random.nextInt(50_000))
                            .jitterMicros(random.nextInt(500))
                            .build());
                    tree.of("n" + n, "q" + q).parents().forEach(p -> sentByParent.merge(p.key(), sent, Long::sum));
                }
                long start = T0 + i * 1_000L + n * 37L;
                batches.add(Samples.batch("n" + n, i, start, start + 1_000, samples.toArray(QueueSample[]::new)));
            }
        }
        return batches;
    }

    /** Parts of each node stay in order; a node's may be so many seconds behind another's. */
    private static List<QueueWindow> windows(
            InventoryTree tree, List<SampleBatch> batches, Random random, int behindSeconds) {
        Scoping scoping = new Scoping(tree);
        List<Scoping.Added> parts = new ArrayList<>();
        batches.forEach(batch -> parts.addAll(scoping.added(batch)));
        parts.addAll(scoping.rest());
        Map<String, Integer> behind = new TreeMap<>();
        new TreeSet<>(parts.stream().map(Scoping.Added::node).toList())
                .forEach(node -> behind.put(node, random.nextInt(behindSeconds + 1)));
        parts.sort(Comparator.comparingLong(
                (Scoping.Added added) -> added.part().startMillis() + 1_000L * behind.getOrDefault(added.node(), 0)));
        parts.forEach(scoping::take);
        scoping.end();
        assertThat(scoping.refusals).isEmpty();
        scoping.windows.sort(Comparator.comparing(ScopePropertyTest::key)
                .thenComparingLong(QueueWindow::sizeMillis)
                .thenComparingLong(QueueWindow::startMillis));
        return scoping.windows;
    }

    private static String key(QueueWindow window) {
        return Parent.key(window.scope(), window.node(), window.queue());
    }
}
