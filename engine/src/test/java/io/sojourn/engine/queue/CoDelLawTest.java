// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoDelLawTest {
    private static final long MS = 1_000_000;
    private static final int MTU = 1514;
    private static final long BACKLOG = 100_000;
    private static final CoDelLaw.Goal GOAL = new CoDelLaw.Goal(5 * MS, 100 * MS, MTU);

    private final CoDelLaw law = new CoDelLaw();

    /** Times of drops of packets that all have waited as long, one each 100 us, relative to the first drop. */
    private List<Long> drops(long fromNanos, long untilNanos, long sojournNanos) {
        List<Long> drops = new ArrayList<>();
        for (long now = fromNanos; now <= untilNanos; now += MS / 10) {
            if (law.isDrop(GOAL, sojournNanos, BACKLOG, now)) {
                drops.add(now);
            }
        }
        return drops;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1_000_000_000_000L, Long.MAX_VALUE / 2})
    void standingQueueIsDroppedFromAfter100MillisecondsThenEver100OverRootOfTheCountLater(long start) {
        List<Long> drops = drops(start, start + 450 * MS, 20 * MS);
        double[] expectedMillis = {100, 200, 270.7, 328.4, 378.4, 423.2};
        assertThat(drops).hasSize(expectedMillis.length);
        for (int i = 0; i < expectedMillis.length; i++) {
            // The law is asked every 0.1 ms.
            assertThat((drops.get(i) - start) / 1e6).isCloseTo(expectedMillis[i], within(0.16));
        }
    }

    @Test
    void firstDropComesAtTheNanosecondTheIntervalIsOverAndTheSecondOneIntervalLater() {
        assertThat(law.isDrop(GOAL, 5 * MS, BACKLOG, 7)).isFalse();
        assertThat(law.isDrop(GOAL, 5 * MS, BACKLOG, 100 * MS + 6)).isFalse();
        assertThat(law.isDrop(GOAL, 5 * MS, BACKLOG, 100 * MS + 7)).isTrue();
        assertThat(law.isDrop(GOAL, 5 * MS, BACKLOG, 200 * MS + 6)).isFalse();
        assertThat(law.isDrop(GOAL, 5 * MS, BACKLOG, 200 * MS + 7)).isTrue();
        long third = 200 * MS + 7 + CoDelLaw.spacingNanos(100 * MS, 2);
        assertThat(law.isDrop(GOAL, 5 * MS, BACKLOG, third - 1)).isFalse();
        assertThat(law.isDrop(GOAL, 5 * MS, BACKLOG, third)).isTrue();
    }

    @Test
    void onePacketANanosecondBelowTheTargetStartsTheIntervalAnew() {
        assertThat(law.isDrop(GOAL, 5 * MS, BACKLOG, 0)).isFalse();
        assertThat(law.isDrop(GOAL, 5 * MS - 1, BACKLOG, 99 * MS)).isFalse();
        assertThat(law.isDrop(GOAL, 5 * MS, BACKLOG, 101 * MS)).isFalse();
        assertThat(law.isDrop(GOAL, 5 * MS, BACKLOG, 201 * MS - 1)).isFalse();
        assertThat(law.isDrop(GOAL, 5 * MS, BACKLOG, 201 * MS)).isTrue();
    }

    @Test
    void backlogOfOneMtuIsNeverDroppedFromAndOneByteMoreIs() {
        assertThat(drops(0, 0, 20 * MS)).isEmpty();
        assertThat(law.isDrop(GOAL, 500 * MS, MTU, 150 * MS)).isFalse();
        assertThat(law.isDrop(GOAL, 500 * MS, MTU + 1, 151 * MS)).isFalse();
        assertThat(law.isDrop(GOAL, 500 * MS, MTU + 1, 251 * MS)).isTrue();
    }

    @Test
    void dropStateEndsWithTheFirstPacketBelowTheTarget() {
        assertThat(drops(0, 210 * MS, 20 * MS)).hasSize(2);
        assertThat(law.isDropping()).isTrue();
        assertThat(law.isDrop(GOAL, MS, BACKLOG, 211 * MS)).isFalse();
        assertThat(law.isDropping()).isFalse();
    }

    @Test
    void dropStateSoonAfterAnotherBeginsWithTheDropsGainedInThatOne() {
        assertThat(drops(0, 450 * MS, 20 * MS)).hasSize(6);
        assertThat(law.count()).isEqualTo(6);
        assertThat(law.isDrop(GOAL, MS, BACKLOG, 451 * MS)).isFalse();
        assertThat(drops(452 * MS, 560 * MS, 20 * MS)).hasSize(1);
        assertThat(law.count()).isEqualTo(5);
    }

    @Test
    void dropStateSixteenIntervalsAfterTheNextDropWasDueBeginsWithOne() {
        long firstAbove = 0;
        assertThat(drops(firstAbove, 450 * MS, 20 * MS)).hasSize(6);
        long due = 100 * MS;
        for (int count = 1; count <= 6; count++) {
            due += CoDelLaw.spacingNanos(100 * MS, count);
        }
        var late = new CoDelLaw();
        for (long now = 0; now <= 450 * MS; now += MS / 10) {
            late.isDrop(GOAL, 20 * MS, BACKLOG, now);
        }
        assertThat(reentryCount(law, due + 1600 * MS)).isEqualTo(1);
        assertThat(reentryCount(late, due + 1590 * MS)).isEqualTo(5);
    }

    private static int reentryCount(CoDelLaw law, long atNanos) {
        assertThat(law.isDrop(GOAL, MS, BACKLOG, 460 * MS)).isFalse();
        assertThat(law.isDrop(GOAL, 20 * MS, BACKLOG, 461 * MS)).isFalse();
        assertThat(law.isDrop(GOAL, 20 * MS, BACKLOG, atNanos)).isTrue();
        return law.count();
    }

    @Test
    void dropsMadeElsewhereCountForTheNextDropState() {
        assertThat(drops(0, 110 * MS, 20 * MS)).hasSize(1);
        assertThat(law.isDrop(GOAL, MS, BACKLOG, 111 * MS)).isFalse();
        law.droppedElsewhere(8);
        assertThat(drops(112 * MS, 220 * MS, 20 * MS)).hasSize(1);
        assertThat(law.count()).isEqualTo(8);
        law.droppedElsewhere(Integer.MAX_VALUE);
        assertThat(law.count()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 999, 10_000_000, 100_000_000, CoDelLaw.Goal.INTERVAL_LIMIT_NANOS})
    void spacingIsWithinThreeNanosecondsBelow1024AndWithinAFifthOfAPercentAbove(long intervalNanos) {
        for (int count = 1; count < 1024; count++) {
            double exact = intervalNanos / Math.sqrt(count);
            assertThat((double) CoDelLaw.spacingNanos(intervalNanos, count)).isCloseTo(exact, within(3.0));
        }
        var random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            int count = 1 + (random.nextInt() >>> (1 + random.nextInt(20)));
            double exact = intervalNanos / Math.sqrt(count);
            double spacing = CoDelLaw.spacingNanos(intervalNanos, count);
            assertThat(spacing).isBetween(exact - 3, exact * 1.002 + 3);
        }
    }

    @Test
    void rejectsAnIntervalBeyondItsLimitNamingIt() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CoDelLaw.Goal(1, 3_000_000_001L, 1))
                .withMessageContaining("intervalNanos=3000000001");
    }
}
