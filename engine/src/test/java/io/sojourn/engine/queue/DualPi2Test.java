// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DualPi2Test {
    private static final long MS = 1_000_000;
    private static final long RATE = 20_000_000;
    private static final long FRAME_NANOS = 605_600;
    /** No controller and no step: what is left is the scheduler. */
    private static final Map<String, Long> SCHEDULER_ONLY =
            Map.of("alpha", 0L, "beta", 0L, "step", 1_000_000_000L, "limit", 1_000_000L);

    private final Rig rig = new Rig();

    private DualPi2 dualPi2(Map<String, Long> given) {
        return new DualPi2(Rig.settings(DualPi2.TYPE, given, RATE), rig.around);
    }

    private void offer(DualPi2 queue, int ecn, int lengthBytes, long nowNanos) {
        int packet = rig.packet(lengthBytes, ecn, 0, nowNanos);
        rig.packets.setTos(packet, ecn);
        queue.enqueue(packet, nowNanos);
    }

    private static double share(long fraction) {
        return (double) fraction / Fraction.ONE;
    }

    @Test
    void tenMillisecondsAboveTheTargetAfterNoneGiveTheProbabilitiesOfTheFormulas() {
        PiStep step = PiStep.of(Rig.settings(DualPi2.TYPE, Map.of()), DualPi2.TARGET, DualPi2.ALPHA, DualPi2.BETA);
        long base = DualPi2.moved(0, step.change(25 * MS, 15 * MS));
        assertThat(share(base)).isCloseTo(0.0336, within(1e-9));
        assertThat(share(DualPi2.classicProbability(base))).isCloseTo(0.00112896, within(1e-9));
        assertThat(share(DualPi2.coupledProbability(base, 2))).isCloseTo(0.0672, within(1e-9));
    }

    @Test
    void controllerReadsTheAgeOfTheOlderHeadEverySixteenMilliseconds() {
        var queue = dualPi2(Map.of());
        offer(queue, PacketStore.NOT_ECT, 1514, 0);
        offer(queue, PacketStore.ECT_1, 1514, 10 * MS);
        queue.readyNanos(16 * MS);
        assertThat(queue.baseProbability()).isZero();
        offer(queue, PacketStore.ECT_1, 1514, 16 * MS - 1);
        assertThat(queue.baseProbability()).isZero();
        offer(queue, PacketStore.ECT_1, 1514, 16 * MS);
        assertThat(share(queue.baseProbability())).isCloseTo(0.16 * 0.001 + 3.2 * 0.016, within(1e-9));
        // Two updates at once: ages 32 and 48 ms.
        offer(queue, PacketStore.ECT_1, 1514, 48 * MS);
        assertThat(share(queue.baseProbability()))
                .isCloseTo(0.16 * (0.001 + 0.017 + 0.033) + 3.2 * 0.048, within(1e-9));
    }

    @Test
    void ect1AndCeGoFirstAndTheRestIsClassic() {
        var queue = dualPi2(SCHEDULER_ONLY);
        for (int ecn : new int[] {PacketStore.NOT_ECT, PacketStore.ECT_0, PacketStore.ECT_1, PacketStore.CE}) {
            offer(queue, ecn, 100, 0);
        }
        List<Rig.Departure> departures = rig.serve(queue, RATE, 0, MS);
        assertThat(departures).extracting(Rig.Departure::flow).startsWith((long) PacketStore.ECT_1);
        assertThat(departures).extracting(Rig.Departure::handle).containsExactly(2L, 0L, 3L, 1L);
    }

    @Test
    void lowLatencyPacketIsMarkedFromTheNanosecondOfTheStepOn() {
        var queue = dualPi2(Map.of("step", MS));
        for (int i = 0; i < 4; i++) {
            offer(queue, PacketStore.ECT_1, 1514, 0);
        }
        queue.dequeue(MS - 1);
        assertThat(rig.marks).isEmpty();
        queue.dequeue(MS);
        assertThat(rig.marks).containsExactly(1L);
    }

    @Test
    void lowLatencyPacketWithLessThanAnMtuBehindItIsNotMarkedByTheStep() {
        var queue = dualPi2(Map.of());
        offer(queue, PacketStore.ECT_1, 1514, 0);
        offer(queue, PacketStore.ECT_1, 1513, 0);
        queue.dequeue(15 * MS);
        assertThat(rig.marks).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whileBothWaitClassicGetsATenthOfTheBytesOfAnyIntervalWithinTenPackets(long seed) {
        var random = new Random(seed);
        var queue = dualPi2(SCHEDULER_ONLY);
        for (int i = 0; i < 2_000; i++) {
            offer(queue, PacketStore.ECT_1, 40 + random.nextInt(1475), 0);
            offer(queue, PacketStore.NOT_ECT, 40 + random.nextInt(1475), 0);
        }
        List<Rig.Departure> departures = rig.serve(queue, RATE, 0, 300 * MS);
        double least = 0;
        double most = 0;
        double classicAhead = 0;
        for (Rig.Departure departure : departures) {
            classicAhead += departure.flow() == PacketStore.NOT_ECT
                    ? 0.9 * departure.lengthBytes()
                    : -0.1 * departure.lengthBytes();
            least = Math.min(least, classicAhead);
            most = Math.max(most, classicAhead);
        }
        assertThat(departures).hasSizeGreaterThan(400);
        assertThat(most - least).isLessThan(2 * 1514);
    }

    @ParameterizedTest
    @ValueSource(ints = {PacketStore.NOT_ECT, PacketStore.ECT_1})
    void whatAQueueSentAloneIsNotHeldAgainstItNorInItsFavor(int alone) {
        var queue = dualPi2(SCHEDULER_ONLY);
        for (int i = 0; i < 1_000; i++) {
            offer(queue, alone, 1514, 0);
        }
        rig.serve(queue, RATE, 0, 1_000 * MS);
        for (int i = 0; i < 100; i++) {
            offer(queue, PacketStore.ECT_1, 1514, 1_000 * MS);
            offer(queue, PacketStore.NOT_ECT, 1514, 1_000 * MS);
        }
        List<Rig.Departure> departures = rig.serve(queue, RATE, 1_000 * MS, 1_000 * MS + 29 * FRAME_NANOS);
        assertThat(departures).hasSize(30);
        assertThat(departures.stream().filter(departure -> departure.flow() == PacketStore.NOT_ECT))
                .hasSizeBetween(2, 4);
    }

    @Test
    void floodOfLowLatencyPacketsIsDroppedFromAndLeavesClassicItsShare() {
        var queue = dualPi2(Map.of());
        for (long now = 0; now < 20_000 * MS; now += FRAME_NANOS) {
            offer(queue, PacketStore.ECT_1, 1514, now);
            offer(queue, PacketStore.ECT_1, 1514, now);
            // One in five frame times, twice its share.
            if (now / FRAME_NANOS % 5 == 0) {
                offer(queue, PacketStore.NOT_ECT, 1514, now);
            }
            if (now / FRAME_NANOS % 5 != 4) {
                rig.packets.release(queue.dequeue(now));
            }
        }
        assertThat(share(queue.baseProbability())).isGreaterThan(0.5);
        assertThat(rig.losses).isNotEmpty().allMatch(loss -> loss.cause() == DropCause.AQM);
        assertThat(queue.backlogPackets()).isLessThan(1_000);
    }

    @Test
    void belowOverloadWhatCanBeMarkedIsMarkedAndFromThereOnDropped() {
        var queue = dualPi2(Map.of());
        long now = 0;
        for (; DualPi2.coupledProbability(queue.baseProbability(), 2) < Fraction.ONE; now += FRAME_NANOS) {
            assertThat(rig.losses).isEmpty();
            offer(queue, PacketStore.ECT_0, 1514, now);
            offer(queue, PacketStore.ECT_0, 1514, now);
            rig.packets.release(queue.dequeue(now));
        }
        assertThat(rig.marks).isNotEmpty();
        int marks = rig.marks.size();
        for (int i = 0; i < 5; i++) {
            rig.packets.release(queue.dequeue(now));
        }
        assertThat(rig.losses).isNotEmpty();
        assertThat(rig.marks).hasSize(marks);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10_000_000, 250_000_000, 999_999_999, 1_000_000_000})
    void recurrenceComesUpAsOftenAsTheSumOfProbabilitiesWithinOne(long parts) {
        var recurrence = new Recurrence();
        int due = 0;
        for (int i = 1; i <= 100_000; i++) {
            due += recurrence.isDue(Fraction.ofParts(parts)) ? 1 : 0;
            assertThat(i * (parts / 1e9) - due).isBetween(-1e-6, 1.000001);
        }
    }

    @Test
    void limitCountsBothQueues() {
        var queue = dualPi2(Map.of("limit", 2L));
        offer(queue, PacketStore.ECT_1, 100, 0);
        offer(queue, PacketStore.NOT_ECT, 100, 0);
        offer(queue, PacketStore.ECT_1, 100, 0);
        assertThat(rig.losses).singleElement().matches(loss -> loss.cause() == DropCause.TAIL);
    }

    @Test
    void oneDequeueDropsNoMoreThan256() {
        var queue = dualPi2(Map.of());
        for (int i = 0; i < 5_000; i++) {
            offer(queue, PacketStore.NOT_ECT, 1514, 0);
        }
        assertThat(queue.dequeue(1_000_000 * MS)).isNotEqualTo(PacketStore.NONE);
        assertThat(share(queue.baseProbability())).isEqualTo(1);
        assertThat(rig.losses).hasSize(DualPi2.DROPS_LIMIT);
    }

    @Test
    void slowLinksGetAStepOfOneAndAHalfPackets() {
        assertThat(Rig.settings(DualPi2.TYPE, Map.of(), RATE).value(DualPi2.STEP))
                .isEqualTo(MS);
        Settings slow = Settings.of(DualPi2.TYPE.parameters(), new HashMap<>(), new LinkFacts(1_000_000, 1514));
        assertThat(slow.value(DualPi2.STEP)).isEqualTo(18_168_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void scalableFlowsHaveLowDelayAndClassicOnesTheTargetAndAboutTheSameRate(long seed) {
        var random = new Random(seed);
        var seeded = new Rig(seed);
        int classic = 1 + random.nextInt(4);
        int scalable = 1 + random.nextInt(4);
        var load = new ResponsiveLoad(seeded, 2 * RATE, 10 * MS + random.nextInt(20) * MS);
        load.classic(classic, seed % 2 == 0 ? PacketStore.ECT_0 : PacketStore.NOT_ECT);
        load.scalable(scalable);
        var queue = new DualPi2(Rig.settings(DualPi2.TYPE, Map.of(), 2 * RATE), seeded.around);
        var outcome = load.run(queue, 10_000 * MS, 40_000 * MS);
        double classicPackets = 0;
        double scalablePackets = 0;
        for (int flow = 0; flow < classic + scalable; flow++) {
            if (flow < classic) {
                assertThat(outcome.sojournNanos(50, flow)).isBetween(5 * MS, 25 * MS);
                classicPackets += outcome.packets(flow) / (double) classic;
            } else {
                assertThat(outcome.sojournNanos(99, flow)).isLessThan(5 * MS);
                scalablePackets += outcome.packets(flow) / (double) scalable;
            }
        }
        assertThat(scalablePackets / classicPackets).isBetween(0.33, 3.0);
        assertThat(outcome.busyRatio()).isGreaterThan(0.95);
    }
}
