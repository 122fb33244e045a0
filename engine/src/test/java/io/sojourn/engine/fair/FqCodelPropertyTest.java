// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Rig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What FQ-CoDel promises, under random flows and packets. */
class FqCodelPropertyTest {
    private static final long MILLISECOND = 1_000_000;
    /** So many queues that a few flows never share one. */
    private static final long APART = 65_536;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void backloggedFlowsDifferByLessThanQuantumAndTwoPacketsOverAnyInterval(long seed) {
        for (long quantum : new long[] {300, 1514, 10_000}) {
            Rig own = new Rig(seed);
            FqCodel queue = queue(own, Map.of("quantum", quantum, "flows", APART));
            Shares shares = Shares.equal(own, queue, seed, 10);
            shares.serve(20_000);
            assertThat(own.losses).isEmpty();
            assertThat(shares.excess((a, b) -> quantum + 2 * Shares.LONGEST_BYTES))
                    .isNegative();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void newFlowWaitsForLessThanAQuantumAndAPacketOfEachOther(long seed) {
        Rig own = new Rig(seed);
        FqCodel queue = queue(own, Map.of("flows", APART));
        Random random = new Random(seed);
        Map<Long, Long> sentBefore = new HashMap<>();
        int sparse = 0;
        for (int i = 0; i < 20_000; i++) {
            offer(own, queue, random.nextInt(8), 40 + random.nextInt(1475), i);
            if (i % 37 == 0) {
                sentBefore.clear();
                offer(own, queue, 1000 + i, 100, i);
            }
            for (Rig.Departure left : own.serve(queue, 1, i, i)) {
                sentBefore.merge(left.flow(), (long) left.lengthBytes(), Long::sum);
                if (left.flow() >= 1000) {
                    sparse++;
                    assertThat(sentBefore.values()).allMatch(bytes -> bytes < 1514 + Shares.LONGEST_BYTES);
                    assertThat(i % 37).isLessThan(9);
                }
            }
        }
        assertThat(sparse).isGreaterThan(500);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void limitsHoldAndWhatTheyDropIsOfAFattestFlow(long seed) {
        Rig own = new Rig(seed);
        // Few enough that the order of flows is let go in between; no two of the ten share one with these seeds.
        FqCodel queue = queue(own, Map.of("limit", 60L, "limitBytes", 40_000L, "flows", 512L));
        Random random = new Random(seed);
        Backlogs backlogs = new Backlogs(own);
        for (int i = 0; i < 30_000; i++) {
            int flow = Math.min(9, (int) Math.abs(random.nextGaussian() * 5));
            int packet = own.packet(40 + random.nextInt(1475), flow, 0, i);
            backlogs.offered(packet);
            long fattest = backlogs.fattest();
            queue.enqueue(packet, i);
            backlogs.dropped(fattest);
            assertThat(queue.backlogPackets()).isLessThanOrEqualTo(60);
            assertThat(queue.backlogBytes()).isLessThanOrEqualTo(40_000);
            // Some times of plenty, in which nobody keeps the order of the flows.
            if (random.nextInt(10) < (i % 5000 < 1000 ? 10 : 8)) {
                own.serve(queue, 1, i, i).forEach(backlogs::left);
            }
        }
        assertThat(own.losses).hasSizeGreaterThan(1000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void linkNeverIdlesFlowsStayInOrderAndPeekTellsTheTruthWhileCoDelDrops(long seed) {
        Rig own = new Rig(seed);
        FqCodel queue = queue(own, Map.of("limit", 500L, "flows", 16L));
        Random random = new Random(seed);
        Map<Long, Long> last = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            long nowNanos = i * MILLISECOND;
            offer(own, queue, random.nextInt(30), 40 + random.nextInt(1475), nowNanos);
            int peeked = random.nextBoolean() ? queue.peek(nowNanos) : PacketStore.NONE;
            long promised = peeked == PacketStore.NONE ? -1 : own.packets.handle(peeked);
            if (random.nextInt(20) < 18) {
                boolean waits = queue.backlogPackets() > 0;
                List<Rig.Departure> departures = own.serve(queue, 1, nowNanos, nowNanos);
                assertThat(departures).hasSize(waits ? 1 : 0);
                for (Rig.Departure left : departures) {
                    assertThat(promised == -1 || promised == left.handle()).isTrue();
                    Long before = last.put(left.flow(), left.handle());
                    assertThat(before == null || before < left.handle()).isTrue();
                }
            }
        }
        assertThat(own.losses).anyMatch(loss -> loss.cause() == DropCause.AQM);
        assertThat(own.packets.size()).isEqualTo(queue.backlogPackets());
    }

    private static FqCodel queue(Rig rig, Map<String, Long> given) {
        return new FqCodel(Rig.settings(FqCodel.TYPE, given), rig.around);
    }

    private static void offer(Rig rig, FqCodel queue, long flow, int lengthBytes, long nowNanos) {
        queue.enqueue(rig.packet(lengthBytes, flow, 0, nowNanos), nowNanos);
    }

    /** Bytes that wait of each flow, counted from outside. */
    private static final class Backlogs {
        private final Rig rig;
        private final long[] bytes = new long[10];
        private final Map<Long, Integer> flowOf = new HashMap<>();
        private final Map<Long, Integer> lengthOf = new HashMap<>();
        private int seen;

        Backlogs(Rig rig) {
            this.rig = rig;
        }

        void offered(int packet) {
            int flow = (int) rig.packets.flow(packet);
            flowOf.put(rig.packets.handle(packet), flow);
            lengthOf.put(rig.packets.handle(packet), rig.packets.lengthBytes(packet));
            bytes[flow] += rig.packets.lengthBytes(packet);
        }

        long fattest() {
            return IntStream.range(0, bytes.length)
                    .mapToLong(flow -> bytes[flow])
                    .max()
                    .orElseThrow();
        }

        void left(Rig.Departure left) {
            bytes[(int) left.flow()] -= left.lengthBytes();
        }

        void dropped(long fattest) {
            for (int i = seen; i < rig.losses.size(); i++) {
                long handle = rig.losses.get(i).handle();
                int flow = flowOf.getOrDefault(handle, -1);
                if (i == seen) {
                    assertThat(bytes[flow]).isEqualTo(fattest);
                }
                bytes[flow] -= lengthOf.getOrDefault(handle, 0);
            }
            seen = rig.losses.size();
        }
    }
}
