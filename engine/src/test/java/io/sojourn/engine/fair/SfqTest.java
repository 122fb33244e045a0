// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SfqTest {
    private static final long SECOND = 1_000_000_000;
    private static final long GBIT = 1_000_000_000;

    private final Rig rig = new Rig();

    @Test
    void flowsOfFullPacketsTakeTurnsWithAQuantumOfOne() {
        Sfq sfq = sfq(rig, Map.of());
        for (int flow = 0; flow < 3; flow++) {
            offer(sfq, flow, 1514, 3, 0);
        }
        assertThat(flowsOf(all(sfq))).containsExactly(0L, 1L, 2L, 0L, 1L, 2L, 0L, 1L, 2L);
    }

    @Test
    void flowSendsWhileItHasCreditAndItsLastPacketMayOverdrawIt() {
        Sfq sfq = sfq(rig, Map.of("quantum", 1514L));
        offer(sfq, 0, 757, 5, 0);
        offer(sfq, 1, 756, 5, 0);
        assertThat(flowsOf(all(sfq))).containsExactly(0L, 0L, 1L, 1L, 1L, 0L, 0L, 1L, 1L, 0L);
    }

    @Test
    void packet128IsDroppedFromTheTailOfTheLongestFlow() {
        Sfq sfq = sfq(rig, Map.of());
        offer(sfq, 0, 100, 3, 0);
        offer(sfq, 1, 100, 100, 0);
        offer(sfq, 2, 100, 24, 0);
        assertThat(rig.losses).isEmpty();
        offer(sfq, 3, 100, 1, 7);
        assertThat(rig.losses).containsExactly(new Rig.Loss(102, DropCause.TAIL, 7));
        assertThat(sfq.backlogPackets()).isEqualTo(127);
    }

    @Test
    void fullOfSinglePacketsItDropsTheOneWhoseTurnIsNext() {
        Sfq sfq = sfq(rig, Map.of("limit", 4L));
        for (int flow = 0; flow < 5; flow++) {
            offer(sfq, flow, 100, 1, 0);
        }
        assertThat(rig.losses).extracting(Rig.Loss::handle).containsExactly(0L);
        assertThat(flowsOf(all(sfq))).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void packetBeyondTheDepthOfItsFlowIsDropped() {
        Sfq sfq = sfq(rig, Map.of("depth", 3L));
        offer(sfq, 0, 100, 4, 0);
        offer(sfq, 1, 100, 3, 0);
        assertThat(rig.losses).extracting(Rig.Loss::handle).containsExactly(3L);
    }

    @Test
    void flowBeyondTheFlowsThatMayWaitIsDroppedAndTakenAgainOnceOneHasLeft() {
        Sfq sfq = sfq(rig, Map.of("flows", 2L));
        offer(sfq, 0, 100, 1, 0);
        offer(sfq, 1, 100, 1, 0);
        offer(sfq, 2, 100, 1, 0);
        assertThat(rig.losses).extracting(Rig.Loss::handle).containsExactly(2L);
        assertThat(sfq.dequeue(0)).isNotNegative();
        offer(sfq, 2, 100, 1, 0);
        assertThat(rig.losses).hasSize(1);
    }

    @Test
    void changeOfSettingsDropsForTheLimitOnly() {
        Sfq sfq = sfq(rig, Map.of("flows", 1L, "depth", 1L, "limit", 5L));
        for (int i = 0; i < 6; i++) {
            sfq.adopt(rig.packet(100, i % 2, 0, i), 10);
        }
        assertThat(rig.losses).hasSize(1);
        assertThat(sfq.backlogPackets()).isEqualTo(5);
    }

    @Test
    void twoFlowsThatShareABucketAreApartAfterPerturb() {
        Sfq sfq = sfq(rig, Map.of("divisor", 2L, "perturb", SECOND));
        int other = collidingWithFlowZero();
        boolean isApart = false;
        for (int second = 0; second < 20 && !isApart; second++) {
            offer(sfq, 0, 1514, 3, second * SECOND);
            offer(sfq, other, 1514, 3, second * SECOND);
            List<Long> order = flowsOf(all(sfq));
            assertThat(order).hasSize(6);
            isApart = !order.equals(List.of(0L, 0L, 0L, (long) other, (long) other, (long) other));
        }
        assertThat(isApart).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void perturbReordersNoFlowAndDropsNothing(long seed) {
        Rig own = new Rig(seed);
        Sfq sfq = sfq(own, Map.of("perturb", SECOND, "divisor", 8L, "flows", 8L));
        Random random = new Random(seed);
        Map<Long, Long> last = new HashMap<>();
        for (int i = 0; i < 5000; i++) {
            long nowNanos = i * SECOND / 20;
            if (sfq.backlogPackets() < 100) {
                int burst = random.nextInt(3);
                for (int n = 0; n < burst; n++) {
                    sfq.enqueue(own.packet(40 + random.nextInt(1475), random.nextInt(30), 0, nowNanos), nowNanos);
                }
            }
            for (Rig.Departure left : own.serve(sfq, 1, nowNanos, nowNanos)) {
                Long before = last.put(left.flow(), left.handle());
                assertThat(before == null || before < left.handle()).isTrue();
            }
        }
        assertThat(own.losses).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void backloggedFlowsDifferByLessThanQuantumAndTwoPacketsOverAnyInterval(long seed) {
        Rig own = new Rig(seed);
        for (long quantum : new long[] {1514, 3000, 10_000}) {
            // So many buckets that none of the ten flows shares one.
            Sfq sfq = sfq(own, Map.of("quantum", quantum, "divisor", 65_536L));
            Shares shares = Shares.equal(own, sfq, seed, 10);
            shares.serve(20_000);
            assertThat(shares.excess((a, b) -> quantum + 2 * Shares.LONGEST_BYTES))
                    .isNegative();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void neverMoreThanTheLimitsWaitAndTheLinkNeverIdles(long seed) {
        Rig own = new Rig(seed);
        Sfq sfq = sfq(own, Map.of("limit", 50L, "flows", 12L, "depth", 20L));
        Random random = new Random(seed);
        long left = 0;
        for (int i = 0; i < 20_000; i++) {
            int flow = (int) Math.abs(random.nextGaussian() * 8);
            sfq.enqueue(own.packet(40 + random.nextInt(1475), flow, 0, i), i);
            assertThat(sfq.backlogPackets()).isLessThanOrEqualTo(50);
            if (random.nextInt(10) < 8) {
                boolean waits = sfq.backlogPackets() > 0;
                int departures = own.serve(sfq, 1, i, i).size();
                assertThat(departures == 1).isEqualTo(waits);
                left += departures;
            }
        }
        left += own.serve(sfq, GBIT, 20_000, SECOND).size();
        assertThat(left + own.losses.size()).isEqualTo(own.offered());
        assertThat(own.packets.size()).isZero();
        assertThat(sfq.backlogBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whatIsDroppedWasInOneOfTheLongestFlows(long seed) {
        Sfq sfq = sfq(rig, Map.of("limit", 40L, "divisor", 65_536L));
        Random random = new Random(seed);
        int[] waiting = new int[10];
        Map<Long, Integer> flowOf = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            int flow = Math.min(9, (int) Math.abs(random.nextGaussian() * 5));
            int packet = rig.packet(100, flow, 0, i);
            flowOf.put(rig.packets.handle(packet), flow);
            waiting[flow]++;
            int before = rig.losses.size();
            int longest = IntStream.of(waiting).max().orElseThrow();
            sfq.enqueue(packet, i);
            for (Rig.Loss loss : rig.losses.subList(before, rig.losses.size())) {
                assertThat(waiting[flowOf.get(loss.handle())]--).isEqualTo(longest);
            }
            if (random.nextInt(10) < 8) {
                rig.serve(sfq, 1, i, i).forEach(left -> waiting[(int) left.flow()]--);
            }
        }
        assertThat(rig.losses).hasSizeGreaterThan(1000);
    }

    @Test
    void quantumBelowAPacketIsRefusedNamingBoth() {
        Settings settings = Rig.settings(Sfq.TYPE, Map.of("quantum", 1513L));
        assertThat(Sfq.TYPE.check().problems(settings, new LinkFacts(GBIT, 1514)))
                .extracting(Object::toString)
                .containsExactly("quantum=1513B is not at least the longest packet, 1514B; raise quantum to the MTU");
        assertThat(Rig.settings(Sfq.TYPE, Map.of()).value(Sfq.QUANTUM)).isEqualTo(1514);
    }

    private static int collidingWithFlowZero() {
        Rig rig = new Rig();
        return IntStream.range(1, 100)
                .filter(flow -> {
                    Sfq same = sfq(rig, Map.of("divisor", 2L));
                    same.enqueue(rig.packet(1514, 0, 0, 0), 0);
                    same.enqueue(rig.packet(1514, 0, 0, 0), 0);
                    same.enqueue(rig.packet(1514, flow, 0, 0), 0);
                    same.dequeue(0);
                    return rig.packets.flow(same.dequeue(0)) == 0;
                })
                .findFirst()
                .orElseThrow();
    }

    private static Sfq sfq(Rig rig, Map<String, Long> given) {
        return new Sfq(Rig.settings(Sfq.TYPE, given), rig.around);
    }

    private void offer(Sfq sfq, long flow, int lengthBytes, int count, long nowNanos) {
        for (int i = 0; i < count; i++) {
            sfq.enqueue(rig.packet(lengthBytes, flow, 0, nowNanos), nowNanos);
        }
    }

    private List<Rig.Departure> all(Sfq sfq) {
        return rig.run(sfq, 0, 0);
    }

    private static List<Long> flowsOf(List<Rig.Departure> departures) {
        return departures.stream().map(Rig.Departure::flow).toList();
    }
}
