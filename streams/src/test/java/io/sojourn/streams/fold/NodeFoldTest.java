// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import static io.sojourn.streams.fold.Folding.NODE;
import static io.sojourn.streams.fold.Folding.batch;
import static io.sojourn.streams.fold.Folding.fold;
import static io.sojourn.streams.fold.Folding.heartbeat;
import static io.sojourn.streams.fold.Folding.ofSize;
import static io.sojourn.streams.fold.Folding.windows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Sketch;
import io.sojourn.testkit.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class NodeFoldTest {
    @Test
    void windowClosesAtTheMillisecondAtWhichTheNodesTimeReachesItsEndPlusTheGrace() {
        NodeFold fold = fold();
        fold.accept(batch(0, 0, 500, 10));

        assertThat(fold.accept(heartbeat(1, 500, 2_999)).windows()).isEmpty();
        assertThat(fold.accept(heartbeat(2, 2_999, 3_000)).windows())
                .singleElement()
                .satisfies(w -> assertThat(w.endMillis()).isEqualTo(1_000));
    }

    @Test
    void lateSampleInsideGraceUpdatesItsWindow() {
        NodeFold fold = fold();
        fold.accept(batch(0, 0, 500, 10));
        fold.accept(heartbeat(2, 1_000, 2_999));

        assertThat(fold.accept(batch(1, 500, 1_000, 7)).fate()).isEqualTo(Fate.FOLDED);
        assertThat(fold.accept(heartbeat(3, 2_999, 3_000)).windows())
                .singleElement()
                .satisfies(w -> assertThat(w.sentPackets()).isEqualTo(17));
    }

    @Test
    void sampleThatComesExactlyAtTheGraceIsLateForItsSecondAndInTimeForItsMinute() {
        NodeFold fold = fold();
        fold.accept(batch(0, 0, 500, 10));
        fold.accept(heartbeat(2, 1_000, 3_000));

        Folded late = fold.accept(batch(1, 500, 1_000, 7));

        assertThat(late.fate()).isEqualTo(Fate.LATE);
        assertThat(Objects.requireNonNull(late.entry()).sizeMillis()).isEqualTo(10_000);
        Reject reject = Objects.requireNonNull(late.refusal()).at("samples-0@7", 42, null);
        assertThat(reject.line())
                .isEqualTo(
                        "samples-0@7: startMillis=500 of node edge-1, 2000 ms after the end of its window of 1000 ms; "
                                + "must be less than 2000 ms after a window of 1000 ms; send a node's batches in the order of "
                                + "their time, or raise the grace; replay under another node name");
        assertThat(fold.flush().windows())
                .extracting(QueueWindow::sizeMillis, QueueWindow::sentPackets)
                .containsExactly(
                        tuple(10_000L, 17L), tuple(60_000L, 17L), tuple(300_000L, 17L), tuple(3_600_000L, 17L));
    }

    @Test
    void closedWindowNeverComesAgain() {
        NodeFold fold = fold();
        fold.accept(batch(0, 0, 500, 10));
        fold.accept(heartbeat(2, 3_630_000, 3_630_001));

        Folded late = fold.accept(batch(1, 500, 1_000, 7));

        assertThat(late.fate()).isEqualTo(Fate.LATE);
        assertThat(late.entry()).isNull();
        assertThat(fold.flush().windows()).isEmpty();
    }

    @Test
    void repeatedBatchIsIgnored() {
        SampleBatch again = batch(0, 0, 500, 10);

        NodeFold fold = fold();
        fold.accept(again);

        assertThat(fold.accept(again).fate()).isEqualTo(Fate.DUPLICATE);
        assertThat(fold.flush().windows()).extracting(QueueWindow::sentPackets).containsOnly(10L);
    }

    @Test
    void nodeThatStartsAgainAtSequenceZeroIsAcceptedFromTheMillisecondItsTimeGoesOn() {
        NodeFold fold = fold();
        for (int i = 0; i < 5; i++) {
            fold.accept(batch(i, i * 100L, i * 100L + 100, 1));
        }

        assertThat(fold.accept(batch(0, 499, 599, 1)).fate()).isEqualTo(Fate.DUPLICATE);
        assertThat(fold.accept(batch(0, 500, 600, 1)).fate()).isEqualTo(Fate.FOLDED);
        assertThat(fold.accept(batch(1, 600, 700, 1)).fate()).isEqualTo(Fate.FOLDED);
        assertThat(ofSize(fold.flush().windows(), 1_000))
                .singleElement()
                .satisfies(w -> assertThat(w.sentPackets()).isEqualTo(7))
                .satisfies(w -> assertThat(w.lostBatches()).isZero());
    }

    @Test
    void batchOfTheRunBeforeThatComesAgainAfterARestartIsADuplicate() {
        NodeFold fold = fold();
        SampleBatch before = batch(900, 0, 100, 1);
        fold.accept(before);
        fold.accept(batch(0, 100, 200, 1));

        assertThat(fold.accept(before).fate()).isEqualTo(Fate.DUPLICATE);
        assertThat(fold.state().missingBatches()).isZero();
    }

    @Test
    void gapInTheSequenceIsLostBatchesOfTheWindowsItTouchesAndOfNoOther() {
        List<QueueWindow> windows = ofSize(
                windows(
                        fold(),
                        List.of(
                                batch(0, 0, 900, 1),
                                batch(1, 1_000, 1_900, 1),
                                batch(5, 3_000, 4_000, 1),
                                batch(6, 4_000, 5_000, 1))),
                1_000);

        assertThat(windows).extracting(QueueWindow::startMillis).containsExactly(0L, 1_000L, 3_000L, 4_000L);
        assertThat(windows).extracting(QueueWindow::lostBatches).containsExactly(0L, 3L, 3L, 0L);
    }

    @Test
    void batchThatFillsItsGapInTimeIsNotLost() {
        NodeFold fold = fold();
        fold.accept(batch(0, 0, 100, 1));
        fold.accept(batch(3, 300, 400, 1));
        assertThat(fold.state().missingBatches()).isEqualTo(2);

        fold.accept(batch(2, 200, 300, 1));
        assertThat(fold.state().missingBatches()).isEqualTo(1);
        fold.accept(batch(1, 100, 200, 1));

        assertThat(fold.flush().windows())
                .allSatisfy(w -> assertThat(w.lostBatches()).isZero())
                .allSatisfy(w -> assertThat(w.sentPackets()).isEqualTo(4));
    }

    @Test
    void hugeJumpOfTheSequenceIsCountedAndStopsNothing() {
        NodeFold fold = fold();
        fold.accept(batch(0, 0, 100, 1));
        fold.accept(batch(Long.MAX_VALUE / 2, 100, 200, 1));
        fold.accept(batch(Long.MAX_VALUE, 200, 300, 1));
        fold.accept(batch(0, 300, 400, 1));
        fold.accept(batch(Long.MAX_VALUE, 400, 500, 1));

        assertThat(fold.flush().windows())
                .hasSize(5)
                .allSatisfy(w -> assertThat(w.lostBatches()).isEqualTo(Long.MAX_VALUE))
                .allSatisfy(w -> assertThat(w.sentPackets()).isEqualTo(5));
    }

    @Test
    void windowsComeInOrderOfClosingThenEndThenSizeThenQueue() {
        NodeFold fold = fold();
        fold.accept(Samples.batch(
                NODE,
                0,
                9_000,
                9_500,
                Samples.queue("b").sent(1).build(),
                Samples.queue("a").sent(1).build()));

        assertThat(fold.accept(heartbeat(1, 9_500, 12_000)).windows())
                .extracting(w -> w.endMillis() + w.queue() + w.sizeMillis())
                .containsExactly("10000a1000", "10000b1000", "10000a10000", "10000b10000");
    }

    @Test
    void silentRecordingClosesWhollyAndWhatComesThenIsLate() {
        NodeFold fold = fold();
        fold.accept(Samples.recorded(batch(0, 0, 500, 1)));

        assertThat(fold.idle(0).windows()).hasSize(5);
        Folded late = fold.accept(Samples.recorded(batch(1, 500, 1_000, 1)));

        assertThat(late.fate()).isEqualTo(Fate.LATE);
        assertThat(Objects.requireNonNull(late.refusal()).value()).contains("because the node was silent");
        assertThat(fold.accept(Samples.recorded(batch(2, 3_600_000, 3_600_500, 1)))
                        .fate())
                .isEqualTo(Fate.FOLDED);
    }

    @Test
    void silentLiveNodeClosesAWindowAtTheMillisecondAtWhichASlowClockWould() {
        NodeFold fold = fold();
        fold.accept(batch(0, 0, 500, 1));

        assertThat(fold.idle(1_000 + 2_000 + 10_000 - 1).windows()).isEmpty();
        assertThat(fold.idle(1_000 + 2_000 + 10_000).windows())
                .extracting(QueueWindow::sizeMillis)
                .containsExactly(1_000L);
        assertThat(fold.accept(batch(1, 20_000, 20_500, 1)).fate()).isEqualTo(Fate.FOLDED);
        assertThat(ofSize(fold.flush().windows(), 60_000))
                .extracting(QueueWindow::sentPackets)
                .containsExactly(2L);
    }

    @Test
    void batchWhoseSketchHoldsMoreThanCanBeSummedIsRefusedWholeAndTheRestGoesOn() {
        NodeFold fold = fold();
        fold.accept(batch(0, 0, 100, 1));
        long most = 1L << 32;

        assertThat(fold.accept(counted(1, most + 1)).fate()).isEqualTo(Fate.UNFIT);
        Folded refused = fold.accept(counted(1, most + 1));
        assertThat(Objects.requireNonNull(refused.refusal()).field()).isEqualTo("rttMicros.count");
        fold.accept(batch(2, 200, 300, 1));
        assertThat(fold.flush().windows())
                .extracting(QueueWindow::queue)
                .containsOnly("wan0")
                .hasSize(5);
        assertThat(fold.accept(counted(3, most)).fate()).isEqualTo(Fate.LATE);
    }

    @Test
    void sumThatDoesNotFitStaysAtTheGreatestNumber() {
        NodeFold fold = fold();
        fold.accept(Samples.batch(
                NODE, 0, 0, 100, Samples.queue("wan0").sent(1, Long.MAX_VALUE).build()));
        fold.accept(Samples.batch(
                NODE, 1, 100, 200, Samples.queue("wan0").sent(1, Long.MAX_VALUE).build()));

        assertThat(fold.flush().windows()).hasSize(5).allSatisfy(w -> {
            assertThat(w.sentBytes()).isEqualTo(Long.MAX_VALUE);
            assertThat(w.sentPackets()).isEqualTo(2);
        });
    }

    @Test
    void microsecondsForMillisecondsAreRefusedNamingTheUnit() {
        Folded refused = fold().accept(batch(0, 1_764_500_000_000_000L, 1_764_500_000_000_100L, 1));

        assertThat(refused.fate()).isEqualTo(Fate.CLOCK);
        assertThat(Objects.requireNonNull(refused.refusal()).mend()).contains("milliseconds");
    }

    /** Two queues, of which the second has a sketch of so many values. */
    private static SampleBatch counted(long sequence, long values) {
        List<Sketch> doubled = new ArrayList<>(List.of(Sketch.of(5)));
        while (doubled.get(doubled.size() - 1).count() < values) {
            Sketch last = doubled.get(doubled.size() - 1);
            doubled.add(last.merge(last));
        }
        Sketch sum = Sketch.empty();
        for (int bit = 0; bit < doubled.size(); bit++) {
            sum = (values >> bit & 1) == 1 ? sum.merge(doubled.get(bit)) : sum;
        }
        return Samples.batch(
                NODE,
                sequence,
                100,
                200,
                Samples.queue("other").sent(1).build(),
                Samples.queue("wan0").rtt(sum).build());
    }
}
