// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import static io.sojourn.streams.fold.InventoryTreeTest.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.testkit.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two nodes at one site. On node a two subscribers share a link of 40 Mbit/s, whose own queue is measured too; one of them,
 * acme, has a line on node b as well.
 */
final class ScopeFoldTest {
    private static final long T0 = 1_700_000_040_000L;

    private final InventoryTree tree = new InventoryTree();
    private final Scoping scoping = new Scoping(tree);

    @BeforeEach
    void inventory() {
        tree.put(entry("a/up", "lab", null, 40_000_000L, null, null, null));
        tree.put(entry("a/sub1", "lab", "a/up", null, null, "acme", null));
        tree.put(entry("a/sub2", "lab", "a/up", null, null, "beta", null));
        tree.put(entry("b/sub3", "lab", null, null, null, "acme", null));
    }

    @Test
    void secondOfEachParentIsTheSumOfItsQueues() {
        scoping.fold(LongStream.range(0, 20)
                .boxed()
                .flatMap(i -> List.of(a(i), b(i)).stream())
                .toList());

        QueueWindow link = scoping.of("link/a/up", 1_000).get(0);
        assertThat(link.sentPackets()).isEqualTo(3_000);
        assertThat(link.queueCount()).isEqualTo(2);
        assertThat(link.expectedQueues()).isEqualTo(2);
        assertThat(link.linkBitsPerSecond()).isEqualTo(40_000_000);
        // 3000 * 1514 * 8 / 40 Mbit
        assertThat(link.utilisationRatio()).isCloseTo(0.9084, within(1e-9));
        assertThat(link.above80Millis()).isEqualTo(1_000);
        assertThat(link.above95Millis()).isZero();
        QueueWindow site = scoping.of("site/site/lab", 1_000).get(0);
        assertThat(site.sentPackets()).isEqualTo(3_500);
        assertThat(site.queueCount()).isEqualTo(3);
        assertThat(site.expectedQueues()).isEqualTo(3);
        assertThat(site.utilisationRatio()).isNull();
        QueueWindow acme = scoping.of("subscriber/subscriber/acme", 1_000).get(0);
        assertThat(acme.sentPackets()).isEqualTo(1_500);
        assertThat(acme.settings().rateBitsPerSecond()).isEqualTo(30_000_000);
        // 1500 * 1514 * 8 / 30 Mbit
        assertThat(acme.utilisationRatio()).isCloseTo(0.6056, within(1e-9));
        assertThat(acme.rttMicros().count()).isEqualTo(2);
        assertThat(acme.rttMicros().min()).isEqualTo(700);
        assertThat(acme.figures().coverageRatio()).isEqualTo(1);
    }

    /** The parts of one second may be made before and after the inventory changes. */
    @Test
    void secondExpectsAsManyQueuesAsTheNodeThatKnewOfMost() {
        List<Scoping.Added> before = new ArrayList<>(scoping.added(b(0)));
        before.addAll(scoping.added(b(5)));
        tree.put(entry("a/sub3", "lab", "a/up", null, null, "acme", null));
        List<Scoping.Added> after = new ArrayList<>(scoping.added(a(0)));
        after.addAll(scoping.added(a(5)));
        after.forEach(scoping::take);
        before.forEach(scoping::take);
        scoping.end();

        assertThat(before).isNotEmpty();
        assertThat(scoping.of("subscriber/subscriber/acme", 1_000).get(0).expectedQueues())
                .isEqualTo(3);
    }

    @Test
    void tenSecondsAreTheSumOfTheirSecondsAndKnowTheLeastRoundTripOfTenMinutes() {
        List<SampleBatch> batches = new ArrayList<>();
        for (long i = 0; i < 100; i++) {
            batches.add(a(i));
            batches.add(i < 60 ? b(i) : Samples.batch("b", i, T0 + i * 1_000, T0 + i * 1_000 + 1_000));
        }
        scoping.fold(batches);

        List<QueueWindow> acme = scoping.of("subscriber/subscriber/acme", 10_000);
        assertThat(acme.get(0).sentPackets()).isEqualTo(15_000);
        assertThat(acme.get(0).queueMillis()).isEqualTo(20_000);
        assertThat(acme.get(0).coveredMillis()).isEqualTo(10_000);
        assertThat(acme.get(0).cellBitsPerSecond().count()).isEqualTo(10);
        assertThat(acme.get(7).rttMicros().min()).isEqualTo(900);
        assertThat(acme.get(7).figures().baseRttMicros()).isEqualTo(700);
        assertThat(scoping.of("subscriber/subscriber/acme", 60_000))
                .extracting(QueueWindow::sentPackets)
                .containsExactly(90_000L);
    }

    @Test
    void lostBatchOfANodeIsCountedOnceInTenSeconds() {
        scoping.fold(LongStream.range(0, 20)
                .boxed()
                .flatMap(i -> i == 5 ? List.of(b(i)).stream() : List.of(a(i), b(i)).stream())
                .toList());

        assertThat(scoping.of("site/site/lab", 10_000).get(0).lostBatches()).isEqualTo(1);
        assertThat(scoping.of("site/site/lab", 10_000).get(0).queueMillis()).isEqualTo(28_000);
    }

    @Test
    void nodeThatStallsLowersTheCoverageAndHoldsNothingUp() {
        List<SampleBatch> batches = new ArrayList<>();
        LongStream.range(0, 3).forEach(i -> batches.addAll(List.of(a(i), b(i))));
        LongStream.range(3, 30).forEach(i -> batches.add(a(i)));
        scoping.fold(batches);

        List<QueueWindow> site = scoping.of("site/site/lab", 1_000);
        // Node a closes a second 2 s after its end, the site 7 s after it by the parts that are there.
        assertThat(site).hasSize(30 - 2 - 7);
        assertThat(site.get(0).figures().coverageRatio()).isEqualTo(1);
        assertThat(site.get(20).queueCount()).isEqualTo(2);
        assertThat(site.get(20).figures().coverageRatio()).isCloseTo(2.0 / 3, within(1e-9));
        assertThat(scoping.refusals).isEmpty();

        scoping.fold(LongStream.range(3, 30).mapToObj(ScopeFoldTest::b).toList());

        assertThat(scoping.refusals.get(0).value())
                .isEqualTo((T0 + 1_000) + " of node b in site/site/lab, 26000 ms behind it");
        assertThat(scoping.of("site/site/lab", 1_000)).hasSize(30 - 2 - 7);
    }

    @Test
    void parentAllOfWhoseNodesFellSilentIsClosedByTheClockAndRefusesWhatComesThen() {
        ScopeFold fold = new ScopeFold(ScopeState.FRESH, Clocking.LIVE, Scoping.RULES);
        List<Scoping.Added> parts = new ArrayList<>();
        LongStream.range(0, 10).forEach(i -> parts.addAll(scoping.added(b(i))));
        Scoping.Added first = parts.get(0);
        fold.accept("b", first.part());

        // End of the second, 2 s of grace, 5 s for others, 10 s for clocks.
        assertThat(fold.idle(T0 + 17_999).closed()).isEmpty();
        assertThat(fold.idle(T0 + 18_000).closed()).hasSize(1);
        assertThat(fold.accept("c", first.part()).fate()).isEqualTo(Fate.LATE);
        assertThat(fold.idle(T0 + 3_600_000 + 3_600_000).closed()).hasSize(4);
        assertThat(fold.hasOpen()).isFalse();
    }

    private static SampleBatch a(long i) {
        return Samples.batch(
                "a",
                i,
                T0 + i * 1_000,
                T0 + i * 1_000 + 1_000,
                Samples.queue("sub1")
                        .policer(20_000_000, 625_000)
                        .sent(1_000)
                        .rttMicros(900)
                        .build(),
                Samples.queue("sub2").sent(2_000).build(),
                Samples.queue("up").sent(3_000).build());
    }

    private static SampleBatch b(long i) {
        return Samples.batch(
                "b",
                i,
                T0 + i * 1_000,
                T0 + i * 1_000 + 1_000,
                Samples.queue("sub3")
                        .policer(10_000_000, 625_000)
                        .sent(500)
                        .rttMicros(700)
                        .build());
    }
}
