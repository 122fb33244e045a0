// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FqCodelTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long GBIT = 1_000_000_000;

    private final Rig rig = new Rig();

    @Test
    void firstPacketOfANewFlowLeavesNextAfterTheTurnOfABackloggedOne() {
        FqCodel queue = queue(rig, Map.of());
        offer(queue, 0, 1514, 10, 0);
        assertThat(rig.packets.flow(queue.dequeue(0))).isZero();
        offer(queue, 1, 100, 1, 0);
        assertThat(flowsOf(rig.run(queue, 0, 0))).startsWith(1L, 0L).hasSize(10);
    }

    @Test
    void flowsThatBeginComeBeforeThoseThatHadTheirTurn() {
        FqCodel queue = queue(rig, Map.of());
        offer(queue, 0, 1514, 3, 0);
        offer(queue, 1, 1514, 3, 0);
        queue.dequeue(0);
        queue.dequeue(0);
        offer(queue, 2, 1514, 2, 0);
        offer(queue, 3, 1514, 2, 0);
        assertThat(flowsOf(rig.run(queue, 0, 0))).containsExactly(2L, 3L, 0L, 1L, 2L, 3L, 0L, 1L);
    }

    @Test
    void flowsThatAlwaysBeginAgainDoNotStarveTheOld() {
        FqCodel queue = queue(rig, Map.of());
        offer(queue, 0, 1514, 100, 0);
        queue.dequeue(0);
        offer(queue, 1, 40, 1, 0);
        int old = 0;
        for (int i = 0; i < 90; i++) {
            // Flows 1 and 2 in turn: while one is found empty, the other has just begun.
            long flow = rig.packets.flow(queue.dequeue(0));
            offer(queue, 3 - flow, 1000, flow == 0 ? 0 : 1, 0);
            old += flow == 0 ? 1 : 0;
        }
        // 22 of 1514 bytes, 68 of 1000: a third of the bytes for each of three flows.
        assertThat(old).isGreaterThanOrEqualTo(22);
    }

    @Test
    void standingQueueDropsFirstAfterAnIntervalAboveTheTargetAndOnlyItsOwn() {
        FqCodel queue = queue(rig, Map.of("target", 5 * MILLISECOND, "interval", 100 * MILLISECOND));
        offer(queue, 0, 1514, 200, 0);
        offer(queue, 1, 1514, 10, 0);
        List<Rig.Departure> early = departuresEach(queue, 5 * MILLISECOND, 105 * MILLISECOND - 1);
        assertThat(rig.losses).isEmpty();
        assertThat(early).extracting(Rig.Departure::flow).contains(1L);
        departuresEach(queue, 105 * MILLISECOND, 105 * MILLISECOND);
        assertThat(rig.losses).hasSize(1);
        assertThat(rig.losses.get(0).cause()).isEqualTo(DropCause.AQM);
    }

    @Test
    void onePacketBelowTheTargetBeginsTheIntervalAnew() {
        FqCodel queue = queue(rig, Map.of());
        offer(queue, 0, 1514, 60, 0);
        departuresEach(queue, 5 * MILLISECOND, 61 * MILLISECOND);
        offer(queue, 0, 1514, 200, 62 * MILLISECOND);
        // Those of 62 ms leave from 65 ms on, and are at the target of 5 ms at 67 ms.
        departuresEach(queue, 62 * MILLISECOND, 167 * MILLISECOND);
        assertThat(rig.losses).extracting(Rig.Loss::atNanos).containsExactly(167 * MILLISECOND);
    }

    @Test
    void marksInsteadOfDroppingWhatUnderstandsIt() {
        FqCodel queue = queue(rig, Map.of());
        for (int i = 0; i < 300; i++) {
            int packet = rig.packet(1514, 0, 0, 0);
            rig.packets.setTos(packet, i % 2 == 0 ? PacketStore.ECT_0 : PacketStore.NOT_ECT);
            queue.enqueue(packet, 0);
        }
        departuresEach(queue, 5 * MILLISECOND, 290 * MILLISECOND);
        assertThat(rig.marks).isNotEmpty().allMatch(handle -> handle % 2 == 0);
        assertThat(rig.losses).allMatch(loss -> loss.handle() % 2 == 1);
    }

    @Test
    void dropStateEndsWithTheFlowAndNothingOfItIsOwedLater() {
        FqCodel queue = queue(rig, Map.of("ecn", 0L));
        offer(queue, 0, 1514, 300, 0);
        offer(queue, 1, 1514, 3, 0);
        departuresEach(queue, 5 * MILLISECOND, 2000 * MILLISECOND);
        int before = rig.losses.size();
        assertThat(before).isPositive();
        long laterNanos = 10_000 * MILLISECOND;
        offer(queue, 0, 1514, 100, laterNanos);
        offer(queue, 1, 1514, 100, laterNanos);
        departuresEach(queue, laterNanos + 6 * MILLISECOND, laterNanos + 100 * MILLISECOND);
        assertThat(rig.losses).hasSize(before);
    }

    @ParameterizedTest
    @CsvSource({"60, 31", "59, 30", "40, 21"})
    void fullQueueDropsHalfOfTheFattestFlowFromItsHead(int fat, int dropped) {
        FqCodel queue = queue(rig, Map.of("limit", 100L));
        offer(queue, 0, 1000, fat, 0);
        for (int flow = 1; flow <= 100 - fat; flow++) {
            offer(queue, flow, 100, 1, 0);
        }
        assertThat(rig.losses).isEmpty();
        offer(queue, 0, 1000, 1, 5);
        // Of 61 packets, half of the bytes is reached with the 31st; of 60 with the 30th.
        assertThat(rig.losses).hasSize(dropped).allMatch(loss -> loss.cause() == DropCause.TAIL);
        assertThat(rig.losses).extracting(Rig.Loss::handle).isSorted().startsWith(0L);
    }

    @Test
    void overflowDropsAtMost64PacketsAtATime() {
        FqCodel queue = queue(rig, Map.of());
        offer(queue, 0, 1000, 10_240, 0);
        assertThat(rig.losses).isEmpty();
        offer(queue, 1, 100, 1, 0);
        assertThat(rig.losses).hasSize(64);
    }

    @Test
    void peekedPacketCountsTowardsTheLimit() {
        FqCodel queue = queue(rig, Map.of("limit", 2L));
        offer(queue, 0, 1000, 2, 0);
        queue.peek(0);
        offer(queue, 1, 100, 1, 0);
        assertThat(rig.losses).hasSize(1);
        assertThat(queue.backlogPackets()).isEqualTo(2);
    }

    @Test
    void after64DropsOfOverflowCoDelsSecondComesAfterAnEighthOfAnInterval() {
        FqCodel queue = queue(rig, Map.of("limit", 200L));
        offer(queue, 0, 1514, 201, 0);
        departuresEach(queue, 5 * MILLISECOND, 125 * MILLISECOND);
        assertThat(rig.losses)
                .filteredOn(loss -> loss.cause() == DropCause.AQM)
                .extracting(Rig.Loss::atNanos)
                .containsExactly(105 * MILLISECOND, 118 * MILLISECOND);
    }

    @Test
    void changeOfSettingsDropsNoMoreThanTheLimitAsks() {
        FqCodel queue = queue(rig, Map.of("limit", 10L));
        for (int i = 0; i < 11; i++) {
            queue.adopt(rig.packet(100, i % 3, 0, i), 200 * MILLISECOND);
        }
        assertThat(rig.losses).hasSize(1);
        assertThat(queue.backlogPackets()).isEqualTo(10);
    }

    @Test
    void onePacketLargerThanTheByteLimitIsDropped() {
        FqCodel queue = queue(rig, Map.of("limitBytes", 1000L));
        offer(queue, 0, Integer.MAX_VALUE, 1, 0);
        assertThat(rig.losses).hasSize(1);
        assertThat(queue.backlogPackets()).isZero();
        assertThat(queue.dequeue(0)).isEqualTo(PacketStore.NONE);
    }

    @ParameterizedTest
    @CsvSource({"49999999, 300", "50000000, 1514"})
    void quantumIs300Below50MegabitsPerSecond(long rateBitsPerSecond, long quantum) {
        assertThat(Rig.settings(FqCodel.TYPE, Map.of(), rateBitsPerSecond).value(FqCodel.QUANTUM))
                .isEqualTo(quantum);
    }

    @Test
    void intervalBelowTwiceTheTargetIsRefused() {
        Settings settings =
                Rig.settings(FqCodel.TYPE, Map.of("target", 60 * MILLISECOND, "interval", 100 * MILLISECOND));
        assertThat(FqCodel.TYPE.check().problems(settings, new LinkFacts(GBIT, 1514)))
                .hasSize(1);
    }

    private List<Rig.Departure> departuresEach(FqCodel queue, long fromNanos, long untilNanos) {
        List<Rig.Departure> departures = new ArrayList<>();
        for (long nowNanos = fromNanos; nowNanos <= untilNanos; nowNanos += MILLISECOND) {
            departures.addAll(rig.serve(queue, 1, nowNanos, nowNanos));
        }
        return departures;
    }

    private static FqCodel queue(Rig rig, Map<String, Long> given) {
        return new FqCodel(Rig.settings(FqCodel.TYPE, given), rig.around);
    }

    private void offer(FqCodel queue, long flow, int lengthBytes, int count, long nowNanos) {
        for (int i = 0; i < count; i++) {
            offer(rig, queue, flow, lengthBytes, nowNanos);
        }
    }

    private static void offer(Rig rig, FqCodel queue, long flow, int lengthBytes, long nowNanos) {
        queue.enqueue(rig.packet(lengthBytes, flow, 0, nowNanos), nowNanos);
    }

    private static List<Long> flowsOf(List<Rig.Departure> departures) {
        return departures.stream().map(Rig.Departure::flow).toList();
    }
}
