// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.Rig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WfqTest {
    private static final long GBIT = 1_000_000_000;

    private final Rig rig = new Rig();

    @Test
    void weightsAreThoseCiscoLists() {
        assertThat(IntStream.range(0, 8).map(Wfq::weight))
                .containsExactly(32384, 16192, 10794, 8096, 6476, 5397, 4626, 4048);
    }

    @Test
    void firstPacketOf96BytesAtPrecedence5HasSequenceNumber518112() {
        Wfq wfq = wfq(rig, Map.of());
        int voice = offer(wfq, 1, 5, 96, 0);
        assertThat(rig.packets.tag(voice)).isEqualTo(518_112);
    }

    @Test
    void sequenceNumberContinuesFromTheFlowsLastOrFromTheOneInService() {
        Wfq wfq = wfq(rig, Map.of());
        int first = offer(wfq, 1, 0, 100, 0);
        int second = offer(wfq, 1, 0, 100, 0);
        assertThat(rig.packets.tag(first)).isEqualTo(3_238_400);
        assertThat(rig.packets.tag(second)).isEqualTo(6_476_800);
        assertThat(wfq.dequeue(0)).isEqualTo(first);
        int other = offer(wfq, 2, 7, 100, 0);
        assertThat(rig.packets.tag(other)).isEqualTo(3_238_400 + 404_800);
        assertThat(wfq.peek(0)).isEqualTo(other);
    }

    @Test
    void voicePacketOvertakesABacklogOfLongOnes() {
        Wfq wfq = wfq(rig, Map.of());
        for (int i = 0; i < 20; i++) {
            offer(wfq, 1, 0, 1500, 0);
        }
        wfq.dequeue(0);
        offer(wfq, 2, 5, 96, 0);
        assertThat(rig.run(wfq, 0, 0).get(0).handle()).isEqualTo(20);
    }

    @Test
    void flowAtTheDiscardThresholdTakesNothingUntilFewerThanAQuarterWait() {
        Wfq wfq = wfq(rig, Map.of());
        for (int i = 0; i < 65; i++) {
            offer(wfq, 1, 0, 100, 3);
        }
        assertThat(rig.losses).containsExactly(new Rig.Loss(64, DropCause.TAIL, 3));
        for (int waiting = 64; waiting > 16; waiting--) {
            wfq.dequeue(4);
        }
        offer(wfq, 1, 0, 100, 4);
        assertThat(rig.losses).hasSize(2);
        wfq.dequeue(4);
        offer(wfq, 1, 0, 100, 4);
        assertThat(rig.losses).hasSize(2);
        assertThat(wfq.backlogPackets()).isEqualTo(16);
    }

    @Test
    void flowThatNeverReachedTheThresholdIsNotHeldToAQuarter() {
        Wfq wfq = wfq(rig, Map.of());
        for (int i = 0; i < 64; i++) {
            offer(wfq, 1, 0, 100, 0);
        }
        wfq.dequeue(0);
        offer(wfq, 1, 0, 100, 0);
        assertThat(rig.losses).isEmpty();
    }

    @Test
    void fullHoldQueueDropsFromTheTail() {
        Wfq wfq = wfq(rig, Map.of("limit", 10L));
        for (int i = 0; i < 12; i++) {
            offer(wfq, i, 0, 100, 0);
        }
        assertThat(rig.losses).extracting(Rig.Loss::handle).containsExactly(10L, 11L);
    }

    @Test
    void changeOfSettingsDropsForTheHoldQueueOnly() {
        Wfq wfq = wfq(rig, Map.of("discardThreshold", 2L, "limit", 5L));
        for (int i = 0; i < 6; i++) {
            wfq.adopt(rig.packet(100, 1, 0, i), 10);
        }
        assertThat(rig.losses).hasSize(1);
        assertThat(rig.run(wfq, 10, 10)).extracting(Rig.Departure::handle).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void backloggedFlowsDifferByAWeightedPacketOfEachOverAnyInterval(long seed) {
        Rig own = new Rig(seed);
        Wfq wfq = wfq(own, Map.of("flows", 65_536L));
        int[] tos = IntStream.range(0, 8).map(precedence -> precedence << 5).toArray();
        long[] weights = IntStream.range(0, 8).mapToLong(p -> 32_384 / (p + 1)).toArray();
        Shares shares = new Shares(own, wfq, seed, tos, weights);
        shares.serve(30_000);
        assertThat(shares.excess((a, b) -> (weights[a] + weights[b]) * Shares.LONGEST_BYTES))
                .isLessThanOrEqualTo(0);
        assertThat((double) shares.sentOf(5) / shares.sentOf(0)).isCloseTo(6, within(0.05));
    }

    @Test
    void sequenceNumbersMayRunOver() {
        Wfq wfq = wfq(rig, Map.of());
        for (int i = 0; i < 300_000; i++) {
            offer(wfq, 1, 0, Integer.MAX_VALUE, i);
            offer(wfq, 2, 7, Integer.MAX_VALUE, i);
            List<Rig.Departure> left = rig.run(wfq, i, i);
            assertThat(left.get(0).flow()).isEqualTo(2);
            assertThat(left.get(1).flow()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void limitsHoldFlowsStayInOrderAndTheLinkNeverIdles(long seed) {
        Rig own = new Rig(seed);
        Wfq wfq = wfq(own, Map.of("limit", 50L, "flows", 16L, "discardThreshold", 20L));
        Random random = new Random(seed);
        Map<Long, Long> last = new HashMap<>();
        long left = 0;
        for (int i = 0; i < 20_000; i++) {
            int flow = (int) Math.abs(random.nextGaussian() * 8);
            offer(own, wfq, flow, random.nextInt(8), 40 + random.nextInt(1475), i);
            assertThat(wfq.backlogPackets()).isLessThanOrEqualTo(50);
            boolean waits = wfq.backlogPackets() > 0;
            List<Rig.Departure> departures = random.nextInt(10) < 8 ? own.serve(wfq, 1, i, i) : List.of();
            for (Rig.Departure departure : departures) {
                assertThat(waits).isTrue();
                Long before = last.put(departure.flow(), departure.handle());
                assertThat(before == null || before < departure.handle()).isTrue();
            }
            left += departures.size();
        }
        left += own.serve(wfq, GBIT, 20_000, GBIT).size();
        assertThat(left + own.losses.size()).isEqualTo(own.offered());
        assertThat(wfq.backlogBytes()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"64000, 16", "64001, 32", "128000, 32", "256000, 64", "512000, 128", "512001, 256", "1000000000, 256"})
    void dynamicQueuesFollowTheRate(long rateBitsPerSecond, long queues) {
        assertThat(Rig.settings(Wfq.TYPE, Map.of(), rateBitsPerSecond).value(Wfq.FLOWS))
                .isEqualTo(queues);
    }

    private static Wfq wfq(Rig rig, Map<String, Long> given) {
        return new Wfq(Rig.settings(Wfq.TYPE, given), rig.around);
    }

    private int offer(Wfq wfq, long flow, int precedence, int lengthBytes, long nowNanos) {
        return offer(rig, wfq, flow, precedence, lengthBytes, nowNanos);
    }

    private static int offer(Rig rig, Wfq wfq, long flow, int precedence, int lengthBytes, long nowNanos) {
        int packet = rig.packet(lengthBytes, flow, 0, nowNanos);
        rig.packets.setTos(packet, precedence << 5);
        wfq.enqueue(packet, nowNanos);
        return packet;
    }
}
