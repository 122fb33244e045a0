// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Rig.Departure;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PriqTest {
    private static final long MILLISECOND = 1_000_000;

    private final Rig rig = new Rig();

    private ClassList classes() {
        return new ClassList(rig, Priq.TYPE, 20_000_000);
    }

    private static Map<String, Long> priority(long priority) {
        return Map.of("priority", priority);
    }

    private void offer(QueueDiscipline priq, int classId, long nowNanos) {
        priq.enqueue(rig.packet(1000, classId, classId, nowNanos), nowNanos);
    }

    @Test
    void higherNumberLeavesFirst() {
        QueueDiscipline priq = classes()
                .leaf("bulk", -1, priority(0))
                .leaf("voice", -1, priority(15))
                .leaf("web", -1, priority(7))
                .scheduler();
        for (int packet = 0; packet < 6; packet++) {
            offer(priq, packet % 3, 0);
        }
        assertThat(rig.run(priq, 0, 0)).extracting(Departure::classId).containsExactly(1, 1, 2, 2, 0, 0);
        assertThat(priq.readyNanos(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void packetOfHighPriorityWaitsForOnePacketAtMost() {
        QueueDiscipline priq = classes()
                .leaf("bulk", -1, priority(1))
                .leaf("voice", -1, priority(6))
                .scheduler();
        offer(priq, 0, 0);
        offer(priq, 0, 0);
        assertThat(rig.packets.classId(priq.peek(0))).isZero();
        offer(priq, 1, 0);
        assertThat(rig.packets.classId(priq.peek(0))).isEqualTo(1);
        assertThat(rig.run(priq, 0, 0)).extracting(Departure::classId).containsExactly(1, 0, 0);
    }

    @Test
    void classThatHoldsBackItsPacketsLetsTheNextOneSend() {
        ClassList classes = classes();
        QueueDiscipline priq = classes.leaf("voice", -1, priority(9), new Paced(classes.fifo(), 10 * MILLISECOND))
                .leaf("video", -1, priority(8), new Paced(classes.fifo(), 4 * MILLISECOND))
                .leaf("bulk", -1, priority(0))
                .scheduler();
        for (int packet = 0; packet < 9; packet++) {
            offer(priq, packet % 3, 0);
        }
        assertThat(rig.run(priq, 0, 0)).extracting(Departure::classId).containsExactly(0, 1, 2, 2, 2);
        assertThat(priq.peek(0)).isEqualTo(QueueDiscipline.NONE);
        assertThat(priq.dequeue(0)).isEqualTo(QueueDiscipline.NONE);
        assertThat(priq.readyNanos(0)).isEqualTo(4 * MILLISECOND);
        List<Departure> rest = rig.run(priq, 0, 100 * MILLISECOND);
        assertThat(rest).extracting(Departure::classId).containsExactly(1, 1, 0, 0);
        assertThat(rest)
                .extracting(Departure::atNanos)
                .containsExactly(4 * MILLISECOND, 8 * MILLISECOND, 10 * MILLISECOND, 20 * MILLISECOND);
    }

    @Test
    void priqInsidePriqKeepsTheOrderOfBoth() {
        ClassList inner = classes().leaf("low", -1, priority(2)).leaf("high", -1, priority(3));
        ClassList outer = classes();
        QueueDiscipline priq = outer.part("both", -1, priority(5), inner.scheduler(), 0, 1)
                .part("bulk", -1, priority(4), outer.fifo(), 2)
                .scheduler();
        for (int packet = 0; packet < 6; packet++) {
            offer(priq, packet % 3, 0);
        }
        assertThat(rig.run(priq, 0, 0)).extracting(Departure::classId).containsExactly(1, 1, 0, 0, 2, 2);
    }

    @Test
    void rejectsPriorityGivenTwiceNamingBothClasses() {
        ClassList classes = classes()
                .leaf("bulk", -1, priority(3))
                .leaf("voice", -1, priority(4))
                .leaf("web", -1, priority(3));
        assertThat(classes.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.parameter()).isEqualTo("web.priority");
            assertThat(problem.bound()).contains("bulk");
        });
    }

    @Test
    void sixteenPrioritiesAreAcceptedAndServedInOrder() {
        ClassList classes = classes();
        for (long priority = 0; priority < 16; priority++) {
            classes.leaf("class" + priority, -1, priority(priority));
        }
        assertThat(classes.problems()).isEmpty();
        QueueDiscipline priq = classes.scheduler();
        for (int id = 0; id < 16; id++) {
            offer(priq, id, 0);
        }
        assertThat(rig.run(priq, 0, 0))
                .extracting(Departure::classId)
                .containsExactly(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noPacketLeavesWhileOneOfHigherPriorityIsReady(long seed) {
        ClassList classes = classes();
        Paced paced = new Paced(classes.fifo(), MILLISECOND);
        QueueDiscipline priq = classes.leaf("a", -1, priority(5))
                .leaf("b", -1, priority(11), paced)
                .leaf("c", -1, priority(14))
                .scheduler();
        int[] order = {2, 1, 0};
        Random random = new Random(seed);
        long nowNanos = 0;
        for (int step = 0; step < 20_000; step++) {
            nowNanos += random.nextInt(100_000);
            if (random.nextInt(3) > 0) {
                offer(priq, random.nextInt(3), nowNanos);
                continue;
            }
            int expected = -1;
            for (int id : order) {
                if (expected < 0 && classes.classes.get(id).queue().peek(nowNanos) >= 0) {
                    expected = id;
                }
            }
            int packet = priq.dequeue(nowNanos);
            assertThat(packet < 0 ? -1 : rig.packets.classId(packet)).isEqualTo(expected);
            if (packet < 0 && priq.backlogPackets() > 0) {
                assertThat(priq.readyNanos(nowNanos))
                        .isEqualTo(paced.readyNanos(nowNanos))
                        .isGreaterThan(nowNanos);
            }
        }
    }
}
