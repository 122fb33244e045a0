// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.classify.PacketFields;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.HopPlan.Balancing;
import io.sojourn.lab.plan.HopPlan.Branch;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BalancerTest {
    private final Packets packets = new Packets();
    private int taken;

    private Step step(Balancing by, long... costs) {
        return step(1, by, costs);
    }

    private Step step(long seed, Balancing by, long... costs) {
        List<Branch> branches = LongStream.of(costs)
                .mapToObj(cost -> new Branch(cost, List.of()))
                .toList();
        Step[] paths = new Step[costs.length];
        for (int i = 0; i < costs.length; i++) {
            int path = i;
            paths[i] = new Step((packet, nowNanos) -> {
                taken = path;
                packets.giveBack(packet);
            });
        }
        return new Step(new Balancer(new HopPlan.Balancer("balancer", by, branches), seed), paths);
    }

    private int path(Step step, PacketFields header) {
        Packet packet = packets.take();
        packet.header = header;
        step.enter(packet, 0);
        return taken;
    }

    private int[] paths(Step step, int count) {
        int[] paths = new int[count];
        for (int i = 0; i < count; i++) {
            paths[i] = path(step, Headers.udp(0));
        }
        return paths;
    }

    @Test
    void costIsTenMillionOverTheKilobitsPerSecondAndNeverBelowOne() {
        assertThat(Branch.cost(100_000_000)).isEqualTo(100);
        assertThat(Branch.cost(50_000_000)).isEqualTo(200);
        assertThat(Branch.cost(20_000_000)).isEqualTo(500);
        assertThat(Branch.cost(10_000_000_000L)).isOne();
        assertThat(Branch.cost(100_000_000_000L)).isOne();
        assertThat(Branch.cost(1)).isEqualTo(10_000_000);
    }

    @Test
    void packetsGoInTurnWhateverTheCost() {
        assertThat(paths(step(Balancing.PER_PACKET, 100, 200, 500), 7)).containsExactly(0, 1, 2, 0, 1, 2, 0);
    }

    @Test
    void linksOf100And50MbitShareTwoToOneOverEveryThreePackets() {
        int[] paths = paths(step(Balancing.PER_PACKET_BY_COST, 100, 200), 3_000);
        for (int i = 0; i + 3 <= paths.length; i++) {
            assertThat(Arrays.stream(paths, i, i + 3).sum()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void overAnyStretchEachOfTwoPathsGetsItsShareToAPacket(long seed) {
        Random random = new Random(seed);
        long[] costs = {1 + random.nextInt(1_000), 1 + random.nextInt(1_000)};
        double share = (1.0 / costs[0]) / (1.0 / costs[0] + 1.0 / costs[1]);
        int[] paths = paths(step(Balancing.PER_PACKET_BY_COST, costs), 2_000);
        for (int from = 0; from < paths.length; from++) {
            int first = 0;
            for (int to = from; to < paths.length; to++) {
                first += paths[to] == 0 ? 1 : 0;
                double off = Math.abs(first - share * (to + 1 - from));
                if (off > 1 + 1e-6) {
                    assertThat(off).as("packets %d to %d", from, to).isLessThanOrEqualTo(1);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void afterAnyNumberOfPacketsEachOfManyPathsHasItsShareToFewPackets(long seed) {
        Random random = new Random(seed);
        long[] costs = random.longs(2 + random.nextInt(6), 1, 10_000).toArray();
        double total = LongStream.of(costs).mapToDouble(cost -> 1.0 / cost).sum();
        int[] paths = paths(step(Balancing.PER_PACKET_BY_COST, costs), 20_000);
        int[] counts = new int[costs.length];
        for (int i = 0; i < paths.length; i++) {
            counts[paths[i]]++;
            for (int path = 0; path < costs.length; path++) {
                double off = counts[path] - (i + 1) / (costs[path] * total);
                if (Math.abs(off) > 2) {
                    assertThat(off).as("path %d after %d packets", path, i + 1).isBetween(-2.0, 2.0);
                }
            }
        }
    }

    @Test
    void flowKeepsToOnePath() {
        Step step = step(Balancing.PER_FLOW, 100, 100, 100);
        for (int flow = 0; flow < 50; flow++) {
            int path = path(step, Headers.tcp(flow));
            for (int i = 0; i < 20; i++) {
                assertThat(path(step, Headers.tcp(flow))).isEqualTo(path);
            }
        }
    }

    @Test
    void manyFlowsSpreadInTheSharesOfTheirPaths() {
        assertThat(shareOfFirst(step(Balancing.PER_FLOW, 100, 200))).isCloseTo(1.0 / 2, within(0.01));
        assertThat(shareOfFirst(step(Balancing.PER_FLOW_BY_COST, 100, 200))).isCloseTo(2.0 / 3, within(0.01));
    }

    private double shareOfFirst(Step step) {
        int first = 0;
        for (int flow = 0; flow < 20_000; flow++) {
            first += path(step, Headers.tcp(flow)) == 0 ? 1 : 0;
        }
        return first / 20_000.0;
    }

    @Test
    void twoInARowChooseEachByItself() {
        Step first = step(1, Balancing.PER_FLOW, 100, 100);
        Step second = step(2, Balancing.PER_FLOW, 100, 100);
        int alike = 0;
        for (int flow = 0; flow < 20_000; flow++) {
            alike += path(first, Headers.tcp(flow)) == path(second, Headers.tcp(flow)) ? 1 : 0;
        }
        assertThat(alike / 20_000.0).isCloseTo(0.5, within(0.02));
    }

    @Test
    void onlyPathTakesEverything() {
        for (Balancing by : Balancing.values()) {
            assertThat(paths(step(by, 10_000_000), 5)).containsOnly(0);
        }
    }
}
