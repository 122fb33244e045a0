// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.node.Policies;
import io.sojourn.node.Traffic;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeQueueTest {
    private static final long START = Traffic.START_NANOS;
    private static final LengthAccounting ETHERNET = LengthAccounting.ETHERNET;
    private static final QueueSettings POLICER = QueueSettings.policer(20_000_000, 625_000, ETHERNET);
    private static final QueueSettings SHAPER = QueueSettings.shaper(20_000_000, 20_000, 200L, ETHERNET);
    private static final QueueSettings SHORT_SHAPER = QueueSettings.shaper(15_000_000, 5_000, 20L, ETHERNET);
    private static final QueueSettings CODEL = managed(Discipline.CODEL, 1_000L);

    private final DataPath path = new DataPath(Policies.policer());
    private final NodeQueue queue = path.queue("wan0").orElseThrow();
    private long nowNanos = START;

    @Test
    void shaperInAPolicersPlaceLetsOneBurstOfItsOwnPassAtMost() {
        path.beginSecond(START);
        offer(412, START);
        apply(SHAPER, START);
        offer(20, START);

        // 20 000 bytes hold 13 packets of 1514; what the policer's bucket still held is gone.
        QueueSample sample = queue.sample();
        assertThat(sample.sentPackets()).isEqualTo(412 + 13);
        assertThat(sample.backlogPackets()).isEqualTo(7);
    }

    @Test
    void policerInAShapersPlaceLetsGoAllThatWaits() {
        path.beginSecond(START);
        apply(SHAPER, START);
        offer(600, START);
        apply(POLICER, START + 1);

        QueueSample sample = queue.sample();
        assertThat(sample.backlogPackets()).isZero();
        assertThat(sample.sentPackets()).isEqualTo(213);
        assertThat(sample.drops().tail()).isEqualTo(600 - 213);
        assertThat(sample.drops().policed()).isZero();
    }

    @Test
    void policerInAShapersPlaceStartsFullAsOneDoesThatIsSwitchedOn() {
        path.beginSecond(START);
        apply(SHAPER, START);
        offer(600, START);
        apply(POLICER, START + 1);
        queue.sample();
        offer(500, START + 1);

        // RFC 2697 section 3: "initially (at time 0) full"; 625 000 bytes hold 412 packets.
        assertThat(queue.sample().drops().policed()).isEqualTo(500 - 412);
    }

    @Test
    void loweredLimitCutsTheTailAndKeepsWhatFits() {
        path.beginSecond(START);
        apply(SHAPER, START);
        offer(600, START);
        queue.sample();
        apply(SHORT_SHAPER, START);

        QueueSample sample = queue.sample();
        assertThat(sample.backlogPackets()).isEqualTo(20);
        assertThat(sample.drops().tail()).isEqualTo(180);
        assertThat(sample.sentPackets()).isZero();
    }

    @Test
    void shaperBecomesManagedAndItsQueueKeepsItsAge() {
        path.beginSecond(START);
        apply(SHAPER, START);
        offer(600, START);
        apply(CODEL, START + 1_000_000);
        queue.sample();
        release(START + Traffic.SECOND);

        QueueSample sample = queue.sample();
        assertThat(queue.state().inForce()).isEqualTo(CODEL);
        assertThat(sample.backlogPackets()).isZero();
        // 200 packets of 1514 bytes at 20 Mbit/s: the last leaves after some 121 ms, had CoDel dropped none.
        assertThat(sample.drops().aqm()).isPositive();
        assertThat(sample.sojournMicros().max()).isBetween(100_000L, 125_000L);
    }

    @Test
    void packetThatUnderstandsMarksIsMarkedAndNotDropped() {
        DataPath marking = new DataPath(Policy.parse("test", """
                node: n
                links: [ { name: wan, rate: 20Mbit, queue: { discipline: codel, ecn: on } } ]
                default: wan
                """));
        marking.beginSecond(START);
        for (int i = 0; i < 80; i++) {
            Packet packet = Traffic.packet(START, 1_500);
            packet.tos = 2;
            marking.offer(packet, START);
        }
        // 80 packets of 1514 bytes at 20 Mbit/s take 48 ms; twice, so that the delay stands for an interval.
        long now = START;
        for (int i = 0; i < 400; i++) {
            now += 605_600;
            marking.release(now);
            Packet packet = Traffic.packet(now, 1_500);
            packet.tos = 2;
            marking.offer(packet, now);
        }

        QueueSample sample = marking.queues().get(0).sample();
        assertThat(sample.markedPackets()).isPositive();
        assertThat(sample.drops().total()).isZero();
        assertThat(sample.linkBitsPerSecond()).isEqualTo(20_000_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16})
    void howeverOftenSettingsChangeEveryPacketLeavesOnceOrIsLostOnce(long seed) {
        Random random = new Random(seed);
        List<QueueSettings> all = List.of(POLICER, SHAPER, SHORT_SHAPER, CODEL);
        long offered = 0;
        long now = START;
        path.beginSecond(START);
        for (int i = 0; i < 3_000; i++) {
            now += random.nextInt(1_000_000);
            release(now);
            if (random.nextInt(20) == 0) {
                path.apply(queue, all.get(random.nextInt(all.size())), i + 1L, now);
            }
            int burst = random.nextInt(4);
            offer(burst, now);
            offered += burst;
        }
        QueueSample sample = queue.sample();

        assertThat(sample.offeredPackets()).isEqualTo(offered);
        assertThat(sample.backlogPackets()).isEqualTo(path.keptPackets());
        assertThat(sample.sentPackets() + sample.drops().total() + sample.backlogPackets())
                .isEqualTo(offered);
        assertThat(sample.sentBytes() + sample.droppedBytes() + sample.backlogBytes())
                .isEqualTo(sample.offeredBytes());
    }

    @Test
    void udpIsUnresponsiveUnlessItIsQuicAndTcpNever() {
        path.beginSecond(START);
        for (int port : new int[] {53, 443}) {
            Packet packet = Traffic.packet(START, 986);
            packet.protocol = 17;
            packet.destinationPort = port;
            path.offer(packet, START);
        }
        path.offer(Traffic.packet(START, 986), START);

        assertThat(queue.sample().unresponsiveBytes()).isEqualTo(1_000);
    }

    static QueueSettings managed(Discipline discipline, Long limitPackets) {
        return new QueueSettings(
                discipline, 20_000_000L, 20_000L, limitPackets, null, 5_000L, 100_000L, LengthAccounting.ETHERNET);
    }

    private void apply(QueueSettings settings, long atNanos) {
        nowNanos = atNanos;
        path.apply(queue, settings, queue.state().revision() + 1, atNanos);
    }

    private void offer(int count, long atNanos) {
        for (int i = 0; i < count; i++) {
            path.offer(Traffic.packet(atNanos, 1_500), atNanos);
        }
    }

    /** Lets go everything up to a time, at its own times. */
    private void release(long untilNanos) {
        for (long next = path.nextReleaseNanos(nowNanos); next <= untilNanos; next = path.nextReleaseNanos(nowNanos)) {
            nowNanos = Math.max(nowNanos, next);
            path.release(nowNanos);
        }
        nowNanos = untilNanos;
    }
}
