// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import static io.sojourn.engine.PacketStore.CWR;
import static io.sojourn.engine.PacketStore.ECE;
import static io.sojourn.engine.PacketStore.HAS_SACK;
import static io.sojourn.engine.PacketStore.PURE_ACK;
import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Rig.Departure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AckFilterTest {
    private static final long OFF = 0;
    private static final long ON = 1;
    private static final long AGGRESSIVE = 2;
    private static final int DATA = 0;

    private final Rig rig = new Rig();

    @Test
    void twoAcksStayOfAnyNumber() {
        Cake cake = cake(ON);
        acks(cake, PURE_ACK, 100, 200, 300, 400, 500);
        assertThat(left(cake)).containsExactly(3L, 4L);
        assertThat(rig.losses).hasSize(3).allMatch(loss -> loss.cause() == DropCause.AQM);
    }

    @Test
    void aggressiveLeavesOne() {
        Cake cake = cake(AGGRESSIVE);
        acks(cake, PURE_ACK, 100, 200, 300, 400, 500);
        assertThat(left(cake)).containsExactly(4L);
    }

    @Test
    void offTakesNothingOut() {
        Cake cake = cake(OFF);
        acks(cake, PURE_ACK, 100, 200, 300);
        assertThat(left(cake)).containsExactly(0L, 1L, 2L);
    }

    @Test
    void sequenceNumbersWrap() {
        Cake cake = cake(AGGRESSIVE);
        acks(cake, PURE_ACK, -200, -100, 50);
        assertThat(left(cake)).containsExactly(2L);
    }

    @Test
    void acksWithSackBlocksStayButMakeOthersNeedless() {
        Cake cake = cake(ON);
        acks(cake, PURE_ACK, 100, 200);
        acks(cake, PURE_ACK | HAS_SACK, 300, 400);
        acks(cake, PURE_ACK, 500, 600);
        assertThat(left(cake)).containsExactly(2L, 3L, 4L, 5L);
    }

    @Test
    void repeatedAcksStay() {
        Cake cake = cake(AGGRESSIVE);
        acks(cake, PURE_ACK, 100, 100, 100);
        assertThat(left(cake)).containsExactly(0L, 1L, 2L);
    }

    @Test
    void lateAckNeitherGoesNorTakesOthersOut() {
        Cake cake = cake(AGGRESSIVE);
        acks(cake, PURE_ACK, 300, 100);
        assertThat(left(cake)).containsExactly(0L, 1L);
    }

    @Test
    void changeOfEceOrCwrKeepsWhatCameBefore() {
        for (int flag : new int[] {ECE, CWR}) {
            Cake cake = cake(ON);
            long first = rig.offered();
            acks(cake, PURE_ACK, 100, 200, 300);
            acks(cake, PURE_ACK | flag, 400, 500, 600);
            acks(cake, PURE_ACK, 700);
            assertThat(left(cake)).containsExactly(first + 1, first + 2, first + 4, first + 5, first + 6);
        }
    }

    @Test
    void dataInBetweenKeepsTheLastAckAlsoInAggressive() {
        Cake cake = cake(AGGRESSIVE);
        acks(cake, PURE_ACK, 100);
        acks(cake, DATA, 150);
        acks(cake, PURE_ACK, 200);
        assertThat(left(cake)).containsExactly(0L, 1L, 2L);
    }

    @Test
    void acksOfOtherFlowsInTheSameQueueAreNotConfused() {
        Cake cake = new Cake(
                Rig.settings(Cake.TYPE, Map.of("rate", 1_000_000L, "ackFilter", AGGRESSIVE, "isolation", 7L)),
                rig.around);
        for (int i = 0; i < 6; i++) {
            offer(cake, i % 2, PURE_ACK, 100 * i, 0);
        }
        assertThat(left(cake)).hasSize(6);
    }

    @Test
    void adoptedAcksAllStay() {
        Cake cake = cake(AGGRESSIVE);
        for (int i = 0; i < 5; i++) {
            cake.adopt(ack(1, PURE_ACK, 100 * i, 0), 0);
        }
        assertThat(left(cake)).hasSize(5);
    }

    /** Whatever comes: the newest acknowledgment of a flow is never lost, nor one with SACK, nor a change of ECE, CWR. */
    @ParameterizedTest(name = "mode {0}, seed {1}")
    @CsvSource({"1, 1", "1, 2", "1, 3", "1, 4", "2, 1", "2, 2", "2, 3", "2, 4"})
    void onlyNeedlessAcksGo(long mode, long seed) {
        Random random = new Random(seed);
        Cake cake = cake(mode);
        Map<Long, Sent> byHandle = new HashMap<>();
        Map<Long, List<Sent>> byFlow = new HashMap<>();
        List<Departure> left = new ArrayList<>();
        int[] ackOfFlow = new int[5];
        long nowNanos = 0;
        for (int i = 0; i < 20_000; i++) {
            int flow = random.nextInt(ackOfFlow.length);
            ackOfFlow[flow] += random.nextInt(4) * 1000;
            int flags = flags(random);
            Sent sent = new Sent(rig.offered(), flags, ackOfFlow[flow]);
            byHandle.put(sent.handle, sent);
            byFlow.computeIfAbsent((long) flow, any -> new ArrayList<>()).add(sent);
            offer(cake, flow, flags, ackOfFlow[flow], nowNanos);
            long untilNanos = nowNanos + random.nextInt(800_000);
            left.addAll(rig.run(cake, nowNanos, untilNanos));
            nowNanos = untilNanos;
        }
        left.addAll(rig.run(cake, nowNanos, Long.MAX_VALUE / 4));
        assertThat(rig.losses).hasSizeGreaterThan(1_000);
        for (Rig.Loss loss : rig.losses) {
            Sent lost = byHandle.get(loss.handle());
            assertThat(lost.flags & PURE_ACK).isNotZero();
            assertThat(lost.flags & HAS_SACK).isZero();
        }
        byFlow.values().forEach(sent -> superseded(sent, left));
        assertThat(left.size() + rig.losses.size()).isEqualTo(20_000);
    }

    /** Each lost one has a later one that went, with the same flags as all up to it, and acknowledging more. */
    private static void superseded(List<Sent> sent, List<Departure> left) {
        var arrived = new java.util.HashSet<Long>();
        left.forEach(departure -> arrived.add(departure.handle()));
        for (int i = 0; i < sent.size(); i++) {
            Sent lost = sent.get(i);
            if (arrived.contains(lost.handle)) {
                continue;
            }
            int next = i + 1;
            while (!arrived.contains(sent.get(next).handle) || (sent.get(next).flags & PURE_ACK) == 0) {
                assertThat(sent.get(next).flags & (ECE | CWR)).isEqualTo(lost.flags & (ECE | CWR));
                next++;
            }
            assertThat(sent.get(next).ackNumber - lost.ackNumber).isPositive();
            assertThat(sent.get(next).flags & (ECE | CWR)).isEqualTo(lost.flags & (ECE | CWR));
        }
    }

    private record Sent(long handle, int flags, int ackNumber) {}

    private static int flags(Random random) {
        int flags = random.nextInt(10) < 8 ? PURE_ACK : DATA;
        flags |= random.nextInt(10) == 0 ? HAS_SACK : 0;
        flags |= random.nextInt(20) == 0 ? ECE : 0;
        return flags | (random.nextInt(20) == 0 ? CWR : 0);
    }

    private void acks(Cake cake, int flags, int... ackNumbers) {
        for (int ackNumber : ackNumbers) {
            offer(cake, 1, flags, ackNumber, 0);
        }
    }

    private void offer(QueueDiscipline cake, long flow, int flags, int ackNumber, long nowNanos) {
        cake.enqueue(ack(flow, flags, ackNumber, nowNanos), nowNanos);
    }

    private int ack(long flow, int flags, int ackNumber, long nowNanos) {
        int packet = rig.packet(66, flow, 0, nowNanos);
        // ECT, so that the queue manager marks and drops none.
        rig.packets.setHeader(packet, 2, 6, flags);
        rig.packets.setAckNumber(packet, ackNumber);
        return packet;
    }

    private List<Long> left(Cake cake) {
        return rig.run(cake, 0, 10_000_000_000L).stream().map(Departure::handle).toList();
    }

    private Cake cake(long ackFilter) {
        return new Cake(Rig.settings(Cake.TYPE, Map.of("rate", 1_000_000L, "ackFilter", ackFilter)), rig.around);
    }
}
