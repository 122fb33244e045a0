// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.DropCause;
import io.sojourn.node.path.Egress;
import io.sojourn.node.path.Packet;
import io.sojourn.node.path.QueueTotals;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.Outcome;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ShaperNodeTest {
    private static final long START = Traffic.START_NANOS;
    private static final long SECOND = Traffic.SECOND;
    private static final long MILLI = Traffic.MILLI;
    private static final NodeConfig SIGNED = NodeConfig.once().signedWith(Told.key());

    private final FakeClock clock = new FakeClock();
    private final KeptEnds kept = new KeptEnds();

    @Test
    void everyWholeSecondOfTheRecordingHasItsBatchQuietOnesToo() throws IOException {
        Traffic traffic = new Traffic()
                .add(Traffic.packet(START + 900 * MILLI, 1_500))
                .add(Traffic.packet(START + 5 * SECOND, 1_500));

        run(NodeConfig.once(), Policies.policer(), traffic);

        assertThat(kept.batches).hasSize(6).allSatisfy(batch -> {
            assertThat(batch.clocking()).isEqualTo(Clocking.RECORDED);
            assertThat(batch.startMillis() % 1_000).isZero();
            assertThat(batch.endMillis()).isEqualTo(batch.startMillis() + 1_000);
        });
        assertThat(kept.batches.stream().map(SampleBatch::sequence)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
        assertThat(kept.samples("wan0").stream().map(QueueSample::offeredPackets))
                .containsExactly(1L, 0L, 0L, 0L, 0L, 1L);
    }

    @Test
    void sourceThatAnswersToWhatTheNodeLetsGoIsAskedAgainAtEachRelease() throws IOException {
        PingPong source = new PingPong();

        run(NodeConfig.once(), Policies.shaper("12112kbit", "1514B", "10p"), source);

        // A packet time of 1 ms, and 3 ms until the answer comes: bursts of two, one waiting for the other.
        assertThat(source.leftMillis).containsExactly(0L, 1L, 3L, 4L, 6L, 7L);
        assertThat(kept.samples("wan0").get(0).offeredPackets()).isEqualTo(6);
        assertThat(kept.samples("wan0").get(0).sojournMicros().max()).isBetween(990L, 1_010L);
    }

    /** Two packets at once; each that leaves brings another 3 ms after its own coming, four times in all. */
    private static final class PingPong implements PacketSource, Egress {
        private final Deque<Long> dueNanos = new ArrayDeque<>(List.of(START, START));
        private final List<Long> leftMillis = new ArrayList<>();

        @Override
        public boolean next(Packet into, Consumer<Reject> rejects) {
            throw new AssertionError("asked without the time of the next release");
        }

        @Override
        public boolean next(Packet into, long nextReleaseNanos, Consumer<Reject> rejects) {
            Long due = dueNanos.peek();
            if (due != null && due <= nextReleaseNanos) {
                into.copyFrom(Traffic.packet(dueNanos.remove(), 1_500));
                return true;
            }
            into.ipLengthBytes = 0;
            into.timeNanos = nextReleaseNanos;
            return nextReleaseNanos != Long.MAX_VALUE;
        }

        @Override
        public void sent(Packet packet, long sojournNanos, long nowNanos) {
            leftMillis.add((nowNanos - START + 500_000) / MILLI);
            if (leftMillis.size() <= 4) {
                dueNanos.add(packet.timeNanos + 3 * MILLI);
            }
        }

        @Override
        public void dropped(Packet packet, DropCause cause, long nowNanos) {
            throw new AssertionError("dropped by " + cause);
        }

        @Override
        public Egress egress() {
            return this;
        }

        @Override
        public void rewind() {
            throw new AssertionError("played once");
        }

        @Override
        public void close() {}
    }

    @Test
    void packetAtTheTurnOfASecondBelongsToTheOneThatBegins() throws IOException {
        Traffic traffic = new Traffic()
                .add(Traffic.packet(START, 1_500))
                .add(Traffic.packet(START + SECOND - 1, 1_500))
                .add(Traffic.packet(START + SECOND, 1_500));

        run(NodeConfig.once(), Policies.policer(), traffic);

        assertThat(kept.samples("wan0").stream().map(QueueSample::offeredPackets))
                .containsExactly(2L, 1L);
    }

    @Test
    void packetAtTheTurnOfASecondBelongsToTheOneThatBeginsThoughTheNodeSleptExactlyUntilThen() throws IOException {
        Traffic traffic = new Traffic().add(Traffic.packet(START, 1_500)).add(Traffic.packet(START + SECOND, 1_500));

        run(NodeConfig.once().atSpeed(1), Policies.policer(), traffic);

        assertThat(kept.samples("wan0").stream().map(QueueSample::offeredPackets))
                .containsExactly(1L, 1L);
    }

    @Test
    void fieldsThatANodeCannotSeeAreEmptyOrNullAndNeverZero() throws IOException {
        run(NodeConfig.once(), Policies.policer(), Traffic.steady(10, START, MILLI));

        QueueSample sample = kept.samples("wan0").get(0);
        assertThat(sample.sentBytes()).isEqualTo(10 * 1_514);
        assertThat(sample.rttMicros().isEmpty()).isTrue();
        assertThat(sample.sojournMicros().isEmpty()).isTrue();
        assertThat(sample.dataPackets()).isNull();
        assertThat(sample.linkBitsPerSecond()).isNull();
        assertThat(sample.activeFlows()).isEqualTo(1);
        assertThat(sample.unresponsiveBytes()).isZero();
        assertThat(sample.backlogPackets()).isZero();
    }

    @Test
    void packetsThatNoQueueTakesAreCountedAndPass() throws IOException {
        Packet other = Traffic.packet(START, 1_500);
        other.destinationLow = 1;
        ShaperNode node = run(NodeConfig.once(), Policies.policer(), new Traffic().add(other));

        assertThat(node.counters().unmatchedPackets()).isEqualTo(1);
        assertThat(node.counters().unmatchedBytes()).isEqualTo(1_500);
        assertThat(kept.sum("wan0", QueueSample::offeredPackets)).isZero();
    }

    @Test
    void shaperDelaysEachPacketOfABurstByTheTimeOfThoseBeforeIt() throws IOException {
        // 1514 bytes at 12.112 Mbit/s take 1 ms; the bucket holds one packet.
        run(NodeConfig.once(), Policies.shaper("12112kbit", "1514B", "100p"), Traffic.steady(101, START, 0));

        QueueSample sample = kept.samples("wan0").get(0);
        assertThat(sample.sentPackets()).isEqualTo(101);
        assertThat(sample.backlogPeakPackets()).isEqualTo(100);
        assertThat(sample.sojournMicros().max()).isEqualTo(100_000);
        assertThat(sample.sojournMicros().min()).isZero();
        assertThat(sample.sojournFloorMicros().count()).isEqualTo(2);
        assertThat(sample.sojournFloorMicros().min()).isZero();
        assertThat(sample.sojournFloorMicros().max()).isEqualTo(100_000);
    }

    @Test
    void totalsOfAQueueAreThoseOfTheWholeRun() throws IOException {
        // 102 packets at once in each of two seconds, of which one leaves at once and one does not fit.
        Traffic twice = Traffic.steady(102, START, 0);
        for (int i = 0; i < 102; i++) {
            twice.add(Traffic.packet(START + SECOND, 1_500));
        }

        QueueTotals totals = run(NodeConfig.once(), Policies.shaper("12112kbit", "1514B", "100p"), twice)
                .totals()
                .get(0);

        assertThat(totals.queue()).isEqualTo("wan0");
        assertThat(totals.offeredPackets()).isEqualTo(204);
        assertThat(totals.sentPackets()).isEqualTo(202);
        assertThat(totals.sentBytes()).isEqualTo(202 * 1_514);
        assertThat(totals.tailPackets()).isEqualTo(2).isEqualTo(totals.droppedPackets());
        assertThat(totals.backlogPackets()).isZero();
        assertThat(totals.backlogPeakPackets()).isEqualTo(100);
        // Ranks 101 and 200 of 0, 0, 1, 1, 2, 2, ... 100, 100 ms, at most 0.4 % off.
        assertThat(totals.delay().count()).isEqualTo(202);
        assertThat(totals.delay().p50Nanos()).isCloseTo(50 * MILLI, within(200_000L));
        assertThat(totals.delay().p99Nanos()).isCloseTo(99 * MILLI, within(400_000L));
        assertThat(totals.delay().maxNanos()).isEqualTo(100 * MILLI);
    }

    @Test
    void queueOfOnePacketMoreThanItsLimitLosesExactlyTheLast() throws IOException {
        run(NodeConfig.once(), Policies.shaper("12112kbit", "1514B", "100p"), Traffic.steady(102, START, 0));

        QueueSample sample = kept.samples("wan0").get(0);
        assertThat(sample.drops().tail()).isEqualTo(1);
        assertThat(sample.sentPackets()).isEqualTo(101);
    }

    @Test
    void whatWaitsWhenThePacketsEndIsLetGoAtItsRate() throws IOException {
        run(NodeConfig.once(), Policies.shaper("121120bit", "1514B", "100p"), Traffic.steady(31, START, 0));

        assertThat(kept.batches).hasSize(4);
        assertThat(kept.sum("wan0", QueueSample::sentPackets)).isEqualTo(31);
        assertThat(kept.samples("wan0").get(0).backlogPackets()).isEqualTo(21);
        assertThat(kept.samples("wan0").get(0).backlogPeakPackets()).isEqualTo(30);
        assertThat(kept.samples("wan0").get(1).backlogPeakPackets()).isEqualTo(21);
    }

    @Test
    void policerBecomesAShaperMidStreamAndNoPacketIsCountedTwiceOrLost() throws IOException {
        kept.settings.add(Told.shaper(1, 0, 20_000_000, 20_000, 500L).signed());
        kept.settingsAfter(1);

        // 24.2 Mbit/s for three seconds.
        run(SIGNED, Policies.policer(), Traffic.steady(6_000, START, MILLI / 2));

        assertThat(kept.answers).singleElement().satisfies(answer -> {
            assertThat(answer.outcome()).isEqualTo(Outcome.APPLIED);
            assertThat(answer.reason()).isEmpty();
            assertThat(answer.inForceRevision()).isEqualTo(1);
            assertThat(answer.recommendationId()).isEqualTo("r-1");
            assertThat(answer.atMillis()).isEqualTo((START + SECOND) / 1_000_000);
        });
        assertThat(kept.samples("wan0").get(0).settings().discipline()).isEqualTo(Discipline.POLICER);
        assertThat(kept.samples("wan0").get(1).settings().discipline()).isEqualTo(Discipline.SHAPER);
        assertThat(kept.sum("wan0", QueueSample::offeredPackets)).isEqualTo(6_000);
        assertThat(kept.sum("wan0", QueueSample::sentPackets)
                        + kept.sum("wan0", sample -> sample.drops().total()))
                .isEqualTo(6_000);
    }

    @Test
    void refusedSettingIsAnsweredWithItsReasonAndWhatIsInForce() throws IOException {
        kept.settings.add(Told.policer(3, 2, 15_000_000, 60_000).signed());
        kept.settings.add(Told.policer(1, 0, 50_000_000, 60_000).signed());
        kept.settings.add(Told.policer(1, 0, 15_000_000, 60_000).queue("wan9").signed());
        kept.settings.add(Told.policer(1, 0, 15_000_000, 60_000).signed(Told.otherKey()));
        kept.settings.add(Told.policer(1, 0, 15_000_000, 60_000)
                .expiring(clock.epochMillis())
                .signed());

        ShaperNode node = run(SIGNED, Policies.policer(), Traffic.steady(10, START, MILLI));

        assertThat(kept.answers).hasSize(5).allSatisfy(answer -> {
            assertThat(answer.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(answer.inForceRevision()).isZero();
        });
        assertThat(kept.answers.stream().map(AppliedSetting::reason).map(reason -> reason.replaceAll("[= ].*", "")))
                .containsExactly("expectedRevision", "rateBitsPerSecond", "queue", "signature", "expiresMillis");
        assertThat(kept.answers.get(2).inForce()).isNull();
        assertThat(kept.answers.get(0).inForce())
                .isEqualTo(QueueSettings.policer(20_000_000, 625_000, LengthAccounting.ETHERNET));
        assertThat(node.counters().refusedSettings()).isEqualTo(5);
    }

    @Test
    void settingThatComesTwiceIsAnsweredOnce() throws IOException {
        kept.settings.add(Told.policer(1, 0, 15_000_000, 60_000).signed());
        kept.settings.add(Told.policer(1, 0, 15_000_000, 60_000).signed());

        run(SIGNED, Policies.policer(), Traffic.steady(10, START, MILLI));

        assertThat(kept.answers).singleElement().satisfies(answer -> assertThat(answer.outcome())
                .isEqualTo(Outcome.APPLIED));
    }

    @Test
    void nodeKeepsTheRecordingsPaceAndSleepsNoLongerThanItTakesToNotice() throws IOException {
        run(NodeConfig.once().atSpeed(2), Policies.policer(), Traffic.steady(11, START, SECOND / 10));

        assertThat(clock.nanoTime()).isCloseTo(SECOND / 2, within(MILLI));
    }

    @Test
    void settingThatComesWhileTheNodeWaitsIsAppliedBeforeTheNextPacket() throws IOException {
        Traffic traffic =
                new Traffic().add(Traffic.packet(START, 1_500)).add(Traffic.packet(START + SECOND / 2, 1_500));
        clock.onSleep(() -> {
            if (clock.nanoTime() >= 200 * MILLI && kept.answers.isEmpty() && kept.settings.isEmpty()) {
                kept.settings.add(Told.policer(1, 0, 15_000_000, 60_000).signed());
            }
        });

        run(SIGNED.atSpeed(1), Policies.policer(), traffic);

        assertThat(kept.answers).singleElement().satisfies(answer -> assertThat(answer.atMillis())
                .isBetween(START / MILLI + 200, START / MILLI + 221));
    }

    @Test
    @Timeout(10)
    void foreverLastsUntilTheNodeIsStopped() throws Exception {
        CountDownLatch aBatch = new CountDownLatch(3);
        KeptEnds counting = new KeptEnds() {
            @Override
            public void batch(SampleBatch batch) {
                super.batch(batch);
                aBatch.countDown();
            }
        };
        Traffic traffic = Traffic.steady(10, START, MILLI);
        ShaperNode node = new ShaperNode(
                NodeConfig.once().times(NodeConfig.FOREVER), Policies.policer(), traffic, counting.ends(), clock);
        Thread thread = new Thread(() -> {
            try {
                node.run();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();

        aBatch.await();
        node.close();
        thread.join();

        assertThat(traffic.closed).isTrue();
        assertThat(node.counters().passes()).isGreaterThan(2);
    }

    @Test
    void sourceWithoutAPacketEndsEvenIfItIsToBePlayedForEver() throws IOException {
        run(NodeConfig.once().times(NodeConfig.FOREVER), Policies.policer(), new Traffic());

        assertThat(kept.batches).isEmpty();
    }

    private ShaperNode run(NodeConfig config, Policy policy, PacketSource traffic) throws IOException {
        ShaperNode node = new ShaperNode(config, policy, traffic, kept.ends(), clock);
        node.run();
        return node;
    }
}
