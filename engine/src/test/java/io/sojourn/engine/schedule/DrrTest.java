// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Rig.Departure;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrrTest {
    private static final long RATE = 20_000_000;

    private final Rig rig = new Rig();

    private ClassList classes(long... quantums) {
        ClassList classes = new ClassList(rig, Drr.TYPE, RATE);
        for (int leaf = 0; leaf < quantums.length; leaf++) {
            classes.leaf("class" + leaf, -1, Map.of("quantum", quantums[leaf]));
        }
        return classes;
    }

    private void offer(QueueDiscipline drr, int classId, int lengthBytes, int count) {
        for (int packet = 0; packet < count; packet++) {
            drr.enqueue(rig.packet(lengthBytes, classId, classId, 0), 0);
        }
    }

    private List<Integer> next(QueueDiscipline drr, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> rig.packets.classId(drr.dequeue(0)))
                .toList();
    }

    /** Shreedhar and Varghese: 1500 bytes send one packet of 1000, then, with 500 left, two. */
    @Test
    void quantumsOf1500And3000SendOneAndThreePacketsThenTwoAndThree() {
        QueueDiscipline drr = classes(1500, 3000).scheduler();
        offer(drr, 0, 1000, 10);
        offer(drr, 1, 1000, 10);
        assertThat(next(drr, 9)).containsExactly(0, 1, 1, 1, 0, 0, 1, 1, 1);
    }

    @Test
    void classThatEmptiesKeepsNoDeficit() {
        QueueDiscipline drr = classes(1500, 1500).scheduler();
        offer(drr, 0, 1000, 1);
        offer(drr, 1, 1500, 9);
        assertThat(next(drr, 2)).containsExactly(0, 1);
        offer(drr, 0, 1000, 9);
        assertThat(next(drr, 4)).containsExactly(0, 1, 0, 0);
    }

    @Test
    void deficitEqualToThePacketIsEnoughAndOneByteLessIsNot() {
        QueueDiscipline drr = classes(2000, 1999).scheduler();
        offer(drr, 0, 1000, 4);
        offer(drr, 1, 1000, 4);
        assertThat(next(drr, 6)).containsExactly(0, 0, 1, 0, 0, 1);
    }

    @Test
    void packetLongerThanTheQuantumWaitsItsTurnsAndLeaves() {
        QueueDiscipline drr = classes(1500, 1500).scheduler();
        offer(drr, 0, 4500, 2);
        offer(drr, 1, 1500, 6);
        assertThat(next(drr, 8)).containsExactly(1, 1, 0, 1, 1, 1, 0, 1);
    }

    @Test
    void anyLengthIsSent() {
        QueueDiscipline drr = classes(1 << 24, 1 << 24).scheduler();
        offer(drr, 0, Integer.MAX_VALUE, 2);
        offer(drr, 1, 1, 2);
        assertThat(rig.run(drr, 0, 0)).hasSize(4);
    }

    @Test
    void defaultQuantumIsOnePacket() {
        ClassList classes = new ClassList(rig, Drr.TYPE, RATE).leaf("only", -1, Map.of());
        assertThat(classes.classes.get(0).settings().value(Drr.QUANTUM)).isEqualTo(1514);
        assertThat(classes.problems()).isEmpty();
    }

    @Test
    void rejectsQuantumBelowOnePacketNamingTheClass() {
        assertThat(classes(1514, 1513).problems()).singleElement().satisfies(problem -> {
            assertThat(problem.parameter()).isEqualTo("class1.quantum");
            assertThat(problem.bound()).contains("1514B");
        });
    }

    @Test
    void deficitGoesOnInTheSchedulerThatFollows() {
        ClassList classes = classes(1500, 3000);
        QueueDiscipline before = classes.scheduler();
        offer(before, 0, 1000, 5);
        assertThat(next(before, 1)).containsExactly(0);
        offer(before, 1, 1000, 9);
        assertThat(next(before, 3)).containsExactly(1, 1, 1);
        QueueDiscipline after = classes.scheduler();
        after.inherit(before, 0);
        assertThat(after.backlogPackets()).isEqualTo(10);
        assertThat(next(after, 5)).containsExactly(0, 0, 1, 1, 1);
    }

    /** The paper's fairness measure: at most Q + 2 Max, each class' bytes being divided by its quantum over the least, Q. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void sharesOfClassesBackloggedThroughoutDifferByLessThanTheBoundOverAnyInterval(long seed) {
        Random random = new Random(seed);
        long[] quantums = {1514, 1514 + random.nextInt(9000), 1514 + random.nextInt(9000), 4000};
        QueueDiscipline drr = classes(quantums).scheduler();
        int[] longest = {1514, 200, 1514, 64};
        for (int packet = 0; packet < 40_000; packet++) {
            int id = random.nextInt(3);
            offer(drr, id, longest[id] - random.nextInt(longest[id] / 2), 1);
        }
        double[][] share = new double[5000][3];
        double[] total = new double[3];
        for (int step = 0; step < share.length; step++) {
            if (random.nextInt(3) == 0) {
                offer(drr, 3, longest[3], 1);
            }
            int packet = drr.dequeue(0);
            int id = rig.packets.classId(packet);
            if (id < 3) {
                total[id] += rig.packets.lengthBytes(packet) / (double) quantums[id];
            }
            share[step] = total.clone();
        }
        double bound = 1 + 2 * 1514.0 / 1514;
        for (int one = 0; one < 3; one++) {
            for (int other = 0; other < one; other++) {
                assertThat(widest(share, one, other)).isLessThanOrEqualTo(bound);
            }
        }
    }

    /** Greatest difference over any interval: the range that the difference of the running totals covers. */
    private static double widest(double[][] share, int one, int other) {
        double least = 0;
        double most = 0;
        for (double[] totals : share) {
            least = Math.min(least, totals[one] - totals[other]);
            most = Math.max(most, totals[one] - totals[other]);
        }
        return most - least;
    }

    @Test
    void classesThatComeAndGoLeaveTheRingWhole() {
        QueueDiscipline drr = classes(1514, 1514, 1514, 1514, 1514).scheduler();
        Random random = new Random(7);
        for (int step = 0; step < 50_000; step++) {
            if (random.nextInt(100) < 49) {
                offer(drr, random.nextInt(5), 40 + random.nextInt(1475), 1);
            } else if (drr.dequeue(step) == QueueDiscipline.NONE) {
                assertThat(drr.backlogPackets()).isZero();
                assertThat(drr.readyNanos(step)).isEqualTo(Long.MAX_VALUE);
            }
        }
        List<Departure> rest = rig.run(drr, 50_000, 50_000);
        assertThat(drr.backlogBytes()).isZero();
        assertThat(rest).extracting(Departure::lengthBytes).allMatch(length -> length <= 1514);
    }
}
