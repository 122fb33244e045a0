// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import static io.sojourn.streams.fold.Folding.batch;
import static io.sojourn.streams.fold.Folding.fold;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;

final class ClockRuleTest {
    private static final long END = 1_000_500;

    @Test
    void clockIsBelievedToTheMillisecondOfTheTolerance() {
        assertThat(fold().accept(batch(0, END - 500, END, 1), END + 10_000).fate())
                .isEqualTo(Fate.FOLDED);
        assertThat(fold().accept(batch(0, END - 500, END, 1), END + 10_001).fate())
                .isEqualTo(Fate.CLOCK);
        assertThat(fold().accept(batch(0, END - 500, END, 1), END - 10_000).fate())
                .isEqualTo(Fate.FOLDED);
        assertThat(fold().accept(batch(0, END - 500, END, 1), END - 10_001).fate())
                .isEqualTo(Fate.CLOCK);
    }

    @Test
    void refusalNamesNodeOffsetBoundAndMend() {
        Refusal refusal = Objects.requireNonNull(
                fold().accept(batch(0, END - 500, END, 1), END - 3_600_000).refusal());

        assertThat(refusal.node()).isEqualTo("edge-1");
        assertThat(refusal.value()).isEqualTo("1000500, clock of node edge-1 ahead by 3600.000 s");
        assertThat(refusal.bound()).isEqualTo("within 10.000 s of the broker's time");
        assertThat(refusal.mend()).isEqualTo("set the node's clock (NTP or PTP)");
    }

    @Test
    void refusedBatchMovesNeitherTimeNorSequence() {
        NodeFold fold = fold();
        fold.accept(batch(0, END - 500, END, 1), END);
        NodeState before = fold.state();

        fold.accept(batch(1, END + 3_600_000, END + 3_600_500, 1), END + 500);

        assertThat(fold.state()).isEqualTo(before);
    }

    @Test
    void batchesThatANodeHeldBackWhileTheBrokerWasAwayAreNoWrongClock() {
        NodeFold fold = fold();
        fold.accept(batch(0, END - 500, END, 1), END);

        for (long i = 1; i <= 60; i++) {
            assertThat(fold.accept(batch(i, END + i * 500 - 500, END + i * 500, 1), END + 30_000)
                            .fate())
                    .isEqualTo(Fate.FOLDED);
        }
    }

    @Test
    void heldBackIsBelievedToTheMillisecondOfTheHoldBackTime() {
        NodeFold fold = fold();
        fold.accept(batch(0, END - 500, END, 1), END);

        assertThat(fold.accept(batch(1, END, END + 500, 1), END + 120_001).fate())
                .isEqualTo(Fate.CLOCK);
        assertThat(fold.accept(batch(1, END, END + 500, 1), END + 120_000).fate())
                .isEqualTo(Fate.FOLDED);
    }

    @Test
    void clockThatWasSetBackIsRefusedAtOnce() {
        NodeFold fold = fold();
        fold.accept(batch(0, END - 500, END, 1), END);

        assertThat(fold.accept(batch(1, END - 30_000, END - 29_500, 1), END + 500)
                        .fate())
                .isEqualTo(Fate.CLOCK);
    }

    @Test
    void clockThatDriftsPastTheToleranceIsRefusedOnceTheHoldBackTimeIsOver() {
        NodeFold fold = fold();
        fold.accept(batch(0, 0, 500, 1), 500);
        long sequence = 1;
        long refusedMillis = 0;
        // A second by the broker is 900 ms by the node: 10 s behind after 100 s, 12 s after 120 s.
        for (long wall = 1_000; wall <= 300_000 && refusedMillis == 0; wall += 1_000) {
            long end = wall * 9 / 10;
            Folded folded = fold.accept(batch(sequence++, Math.max(500, end - 900), end, 1), wall);
            refusedMillis = folded.fate() == Fate.CLOCK ? wall : 0;
        }

        assertThat(refusedMillis).isEqualTo(100_000 + 121_000);
    }
}
