// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Inventory;
import io.sojourn.streams.fold.NodeFold;
import io.sojourn.streams.fold.NodeState;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Stage;
import io.sojourn.testkit.Windows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LatestPageTest {
    private static final Comparator<QueueWindow> IN_ORDER = Comparator.comparing(QueueWindow::node)
            .thenComparing(QueueWindow::queue)
            .thenComparing(QueueWindow::sizeMillis);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 50, 1_000})
    void pagesOfThreeInstancesTogetherHoldEachWindowOnceInOrder(int limit) {
        Random random = new Random(limit);
        List<LatestStore> stores = List.of(new LatestStore(), new LatestStore(), new LatestStore());
        List<QueueWindow> all = new ArrayList<>();
        for (int n = 0; n < 20; n++) {
            String node = "node-" + n;
            int queues = random.nextInt(9);
            LatestStore store = stores.get(random.nextInt(3));
            store.heard(state(node), 0);
            for (long size : new long[] {1_000, 10_000}) {
                List<QueueWindow> windows = IntStream.range(0, queues)
                        .mapToObj(q ->
                                Windows.queue(node, "q" + q).size(size).start(0).build())
                        .toList();
                store.holds(state(node), Stage.FINAL, size, 0, windows);
                all.addAll(windows);
            }
        }
        all.sort(IN_ORDER);

        assertThat(pages(stores, limit)).containsExactlyElementsOf(all);
        assertThat(pages(List.of(stores.get(0)), limit))
                .hasSize(pages(List.of(stores.get(0)), 1_000).size());
    }

    private static List<QueueWindow> pages(List<LatestStore> stores, int limit) {
        List<QueueWindow> got = new ArrayList<>();
        WindowsQuery query = new WindowsQuery(null, null, null, true, null, null, limit);
        for (LatestPage.Position next = new LatestPage.Position("", null); next != null; ) {
            WindowsQuery asked = query.after(next);
            LatestPage page = LatestPage.merged(
                    stores.stream().map(store -> store.page(asked)).toList(), asked);
            List<QueueWindow> windows =
                    page.nodes().stream().flatMap(n -> n.windows().stream()).toList();
            // A queue is not parted, so a page may pass its limit by one queue's windows.
            assertThat(windows.size()).isLessThan(limit + 2);
            got.addAll(windows);
            next = page.next();
        }
        return got;
    }

    @Test
    void finalWindowTakesThePlaceOfThoseSoFarUpToItselfAndOfItsSizeAlone() {
        LatestStore store = new LatestStore();
        hold(store, Stage.EARLY, 1_000, 2_000);
        hold(store, Stage.EARLY, 10_000, 0);
        hold(store, Stage.FINAL, 1_000, 1_000);
        assertThat(held(store)).containsExactly("FINAL 1000 1000", "EARLY 1000 2000", "EARLY 10000 0");
        hold(store, Stage.EARLY, 1_000, 1_000);
        assertThat(held(store)).contains("EARLY 1000 2000").doesNotContain("EARLY 1000 1000");
        hold(store, Stage.FINAL, 1_000, 2_000);
        assertThat(held(store)).containsExactly("FINAL 1000 2000", "EARLY 10000 0");
        hold(store, Stage.FINAL, 1_000, 1_000);
        assertThat(held(store)).containsExactly("FINAL 1000 2000", "EARLY 10000 0");
    }

    @Test
    void nodeThatMovesIsToldOfOnceByWhoHeardOfItLast() {
        LatestNode before = new LatestNode("a", 1_000L, null, 3, 0, List.of());
        LatestNode after = new LatestNode("a", 2_000L, null, 0, 0, List.of());
        LatestPage merged = LatestPage.merged(
                List.of(
                        new LatestPage(List.of(after), null, List.of()),
                        new LatestPage(List.of(before), null, List.of("h:1: away"))),
                WindowsQuery.nodes(10));

        assertThat(merged.nodes()).containsExactly(after);
        assertThat(merged.missing()).containsExactly("h:1: away");
    }

    @Test
    void queryWithoutItsNodeOrWithTooManyIsRefused() {
        assertThatThrownBy(() -> new WindowsQuery(null, "q", null, true, null, null, 1))
                .isInstanceOf(OutOfRange.class);
        assertThatThrownBy(() -> WindowsQuery.nodes(0)).isInstanceOf(OutOfRange.class);
        assertThatThrownBy(() -> WindowsQuery.nodes(1_001)).isInstanceOf(OutOfRange.class);
    }

    @Test
    void addressHoldsTheWholeQuery() {
        WindowsQuery query = new WindowsQuery("a/b&c", "q =1%", 10_000L, true, "a", "\u00fc", 7);
        String text = QueryText.of(query, true);

        assertThat(QueryText.query(QueryText.values(text.substring(text.indexOf('?') + 1)), true))
                .isEqualTo(query);
        assertThat(text).startsWith("/windows?").endsWith("&here=true");
    }

    private static void hold(LatestStore store, Stage stage, long size, long start) {
        QueueWindow window = Windows.queue("a", "q").size(size).start(start).build();
        store.holds(state("a"), stage, size, start, List.of(window));
    }

    private static List<String> held(LatestStore store) {
        return store.node("a").newest().stream()
                .sorted(Comparator.<io.sojourn.telemetry.WindowBatch>comparingLong(b -> b.sizeMillis())
                        .thenComparingLong(b -> b.startMillis()))
                .map(b -> b.stage() + " " + b.sizeMillis() + " " + b.startMillis())
                .toList();
    }

    private static NodeState state(String node) {
        return new NodeFold(node, FoldRules.defaults(), Inventory.NONE).state();
    }
}
