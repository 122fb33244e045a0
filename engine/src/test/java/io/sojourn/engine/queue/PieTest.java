// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Rig;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PieTest {
    private static final long MS = 1_000_000;
    private static final long RATE = 20_000_000;
    private static final long FRAME_NANOS = 605_600;

    private final Rig rig = new Rig();
    private long heldNanos;

    private Pie pie(Map<String, Long> given) {
        return new Pie(Rig.settings(Pie.TYPE, given, RATE), rig.around);
    }

    private void offer(Pie pie, int ecn, long nowNanos) {
        int packet = rig.packet(1514, nowNanos);
        rig.packets.setTos(packet, ecn);
        pie.enqueue(packet, nowNanos);
    }

    /** Offers {@code load} frames a frame time and serves one, from {@code fromNanos} on. */
    private long overload(Pie pie, int load, int ecn, long fromNanos, long untilNanos) {
        long now = fromNanos;
        for (; now < untilNanos; now += FRAME_NANOS) {
            for (int i = 0; i < load; i++) {
                offer(pie, ecn, now);
            }
            rig.serve(pie, RATE, now, now);
        }
        return now;
    }

    private static double share(long fraction) {
        return (double) fraction / Fraction.ONE;
    }

    @Test
    void thirtyMillisecondsAfterTwentyAddTheStepOfTheRfcOver2048() {
        PiStep step = PiStep.of(Rig.settings(Pie.TYPE, Map.of()), Pie.TARGET, Pie.ALPHA, Pie.BETA);
        assertThat(share(step.change(30 * MS, 20 * MS))).isCloseTo(0.014375, within(1e-9));
        assertThat(share(Pie.tuned(step.change(30 * MS, 20 * MS), 0))).isCloseTo(7.019e-6, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2048", "999, 2048", "1001, 512", "9999, 512", "10001, 128", "99999, 128", "100001, 32",
        "999999, 32", "1000001, 8", "9999999, 8", "10000001, 2", "99999999, 2", "100000001, 1", "1000000000, 1"
    })
    void stepsAreAsSmallAsTheProbabilityIs(long partsOfABillion, long divisor) {
        assertThat(Pie.tuned(2048, Fraction.ofParts(partsOfABillion))).isEqualTo(2048 / divisor);
    }

    /** RFC 8033 section 4.2 in floating point. */
    private static double reference(double p, double delay, double before) {
        double[] bounds = {1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1};
        double[] divisors = {2048, 512, 128, 32, 8, 2};
        double change = 0.125 * (delay - 0.015) + 1.25 * (delay - before);
        int i = 0;
        while (i < bounds.length && p >= bounds[i]) {
            i++;
        }
        change = i < bounds.length ? change / divisors[i] : Math.min(change, 0.02);
        change += delay > 0.25 ? 0.02 : 0;
        return Math.max(0, Math.min(1, p + change));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void probabilityFollowsTheFormulaForAnyDelays(long seed) {
        var random = new Random(seed);
        var pie = pie(Map.of("limit", 100_000L));
        double expected = 0;
        double before = 0;
        long delayNanos = random.nextInt(40) * MS + 1;
        long at = 15 * MS - 1;
        pie.adopt(rig.packet(1514, at - delayNanos), 0);
        for (int i = 0; i < 400; i++) {
            long nextNanos = Math.max(1, Math.min(300 * MS, delayNanos + (random.nextInt(41) - 20) * MS));
            pie.adopt(rig.packet(1514, at + 15 * MS - nextNanos), at);
            assertThat(share(pie.probability())).isCloseTo(expected, within(1e-7));
            rig.packets.release(pie.dequeue(at));
            expected = reference(expected, delayNanos / 1e9, before);
            before = delayNanos / 1e9;
            delayNanos = nextNanos;
            at += 15 * MS;
        }
    }

    @Test
    void burstsOf150MillisecondsAreNotDroppedFromWhateverTheDelay() {
        var pie = pie(Map.of("limit", 100_000L));
        overload(pie, 3, PacketStore.NOT_ECT, 0, 150 * MS);
        assertThat(pie.probability()).isPositive();
        assertThat(rig.losses).isEmpty();
        overload(pie, 3, PacketStore.NOT_ECT, 151 * MS, 2_000 * MS);
        assertThat(rig.losses).isNotEmpty().allMatch(loss -> loss.cause() == DropCause.AQM);
    }

    @Test
    void noAllowanceNoDelayBelowHalfTheTargetAndLessThanTwoPacketsDropNothing() {
        var pie = pie(Map.of("maxBurst", 0L));
        for (long now = 0; now < 10_000 * MS; now += FRAME_NANOS) {
            offer(pie, PacketStore.NOT_ECT, now);
            rig.serve(pie, RATE, now + 7 * MS, now + 7 * MS);
        }
        assertThat(rig.losses).isEmpty();
        assertThat(pie.probability()).isZero();
    }

    @Test
    void marksUpToTenPercentAndDropsAbove() {
        var pie = pie(Map.of("ecn", 1L, "limit", 100_000L));
        long now = 0;
        while (share(pie.probability()) < 0.1) {
            now = overload(pie, 2, PacketStore.ECT_0, now, now + 15 * MS);
            assertThat(rig.losses.isEmpty() || share(pie.probability()) > 0.1).isTrue();
        }
        assertThat(rig.marks).isNotEmpty();
        int marks = rig.marks.size();
        overload(pie, 2, PacketStore.ECT_0, now + 15 * MS, now + 1_000 * MS);
        assertThat(rig.losses).isNotEmpty();
        assertThat(rig.marks.size() - marks).isLessThan(3);
    }

    @Test
    void withEcnWhatCannotBeMarkedIsDropped() {
        var pie = pie(Map.of("ecn", 1L));
        overload(pie, 2, PacketStore.NOT_ECT, 0, 1_000 * MS);
        assertThat(rig.marks).isEmpty();
        assertThat(rig.losses).isNotEmpty();
    }

    @Test
    void probabilityIsForgottenOverALongIdleTimeWithBoundedWorkAndTheBurstIsGrantedAgain() {
        var pie = pie(Map.of("limit", 100_000L));
        long now = overload(pie, 3, PacketStore.NOT_ECT, 0, 5_000 * MS);
        assertThat(share(pie.probability())).isGreaterThan(0.2);
        rig.serve(pie, 1_000_000_000_000L, now, now + 1_000 * MS);
        assertThat(pie.backlogPackets()).isZero();
        int losses = rig.losses.size();
        long years = Long.MAX_VALUE / 2;
        overload(pie, 3, PacketStore.NOT_ECT, years, years + 150 * MS);
        assertThat(rig.losses).hasSize(losses);
    }

    /** Finds a probability of {@code least} or more and holds it by gains of 0; nothing waits afterwards. */
    private Pie held(double least) {
        var pie = pie(Map.of("limit", 1_000_000L));
        long now = 0;
        while (share(pie.probability()) < least) {
            now = overload(pie, 2, PacketStore.NOT_ECT, now, now + FRAME_NANOS);
        }
        var gainless = Map.of("alpha", 0L, "beta", 0L, "limit", 1_000_000L, "maxBurst", 0L);
        pie.configure(Rig.settings(Pie.TYPE, gainless, RATE), now);
        while (pie.backlogPackets() > 0) {
            rig.packets.release(pie.withdraw(now));
        }
        rig.losses.clear();
        heldNanos = now;
        return pie;
    }

    @Test
    void dropsAreNeitherTooCloseNorTooFarApart() {
        var pie = held(0.05);
        double probability = share(pie.probability());
        long now = heldNanos;
        while (rig.losses.size() < 10_000) {
            // Fifty packets of a millisecond each wait.
            now += MS;
            offer(pie, PacketStore.NOT_ECT, now);
            if (pie.backlogPackets() > 50) {
                rig.packets.release(pie.dequeue(now));
            }
        }
        long shortest = Long.MAX_VALUE;
        long longest = 0;
        for (int i = 2; i < rig.losses.size(); i++) {
            long gap = rig.losses.get(i).handle() - rig.losses.get(i - 1).handle();
            shortest = Math.min(shortest, gap);
            longest = Math.max(longest, gap);
        }
        double held = share(pie.probability());
        assertThat(held).isLessThanOrEqualTo(probability);
        assertThat(shortest).isEqualTo((long) Math.ceil(0.85 / held));
        assertThat(longest).isEqualTo((long) Math.ceil(8.5 / held));
    }

    @Test
    void probabilityOfAnIdleQueueFallsByOneIn64EachUpdateAfterTheFirst() {
        var pie = held(0.05);
        pie.withdraw(heldNanos + 30 * MS);
        long before = pie.probability();
        pie.withdraw(heldNanos + 30 * MS + 10 * 15 * MS);
        assertThat((double) pie.probability() / before).isCloseTo(Math.pow(63 / 64.0, 10), within(1e-9));
    }

    @Test
    void delayBelowHalfTheTargetIsNotDroppedFromUntilTheProbabilityIsTwentyPercent() {
        for (double least : new double[] {0.15, 0.21}) {
            var pie = held(least);
            long now = heldNanos;
            for (int i = 0; i < 2_000; i++) {
                now += MS;
                if (i == 50) {
                    // From here on the delay before is that of seven packets of a millisecond.
                    rig.losses.clear();
                }
                offer(pie, PacketStore.NOT_ECT, now);
                if (pie.backlogPackets() > 6) {
                    rig.packets.release(pie.dequeue(now));
                }
            }
            assertThat(rig.losses.isEmpty()).isEqualTo(least < 0.2);
        }
    }

    @Test
    void limitHoldsToThePacket() {
        var pie = pie(Map.of("limit", 10L));
        for (int i = 0; i < 11; i++) {
            offer(pie, PacketStore.NOT_ECT, 0);
        }
        assertThat(rig.losses).singleElement().matches(loss -> loss.cause() == DropCause.TAIL);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void responsiveFlowsSeeAMeanDelayNearTheTarget(long seed) {
        var random = new Random(seed);
        var seeded = new Rig(seed);
        boolean isMarking = seed % 2 == 0;
        var load = new ResponsiveLoad(seeded, RATE, 20 * MS + random.nextInt(60) * MS);
        load.classic(5 + random.nextInt(10), isMarking ? PacketStore.ECT_0 : PacketStore.NOT_ECT);
        var pie = new Pie(Rig.settings(Pie.TYPE, Map.of("ecn", isMarking ? 1L : 0L), RATE), seeded.around);
        var outcome = load.run(pie, 10_000 * MS, 40_000 * MS);
        assertThat(outcome.meanSojournNanos() / MS).isBetween(8.0, 22.0);
        assertThat(outcome.busyRatio()).isGreaterThan(0.9);
        assertThat(seeded.marks.isEmpty()).isEqualTo(!isMarking);
    }
}
