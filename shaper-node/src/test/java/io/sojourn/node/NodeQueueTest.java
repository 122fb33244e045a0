// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.Conditioner;
import io.sojourn.engine.Decision;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeQueueTest {
    private static final long START = Traffic.START_NANOS;
    private static final QueueSettings POLICER = QueueSettings.policer(20_000_000, 625_000, LengthAccounting.ETHERNET);
    private static final QueueSettings SHAPER =
            QueueSettings.shaper(20_000_000, 20_000, 200L, LengthAccounting.ETHERNET);
    private static final QueueSettings SHORT_SHAPER =
            QueueSettings.shaper(15_000_000, 5_000, 20L, LengthAccounting.ETHERNET);

    private final List<Long> left = new ArrayList<>();
    private final List<Long> lost = new ArrayList<>();
    private final NodeQueue queue =
            Policies.policer().queues().stream().map(NodeQueue::new).findFirst().orElseThrow();

    @Test
    void policerBecomingAShaperKeepsItsCreditSoThatNoBurstIsGivenAway() {
        queue.beginSecond(START);
        offer(0, 412, START);
        queue.apply(SHAPER, 1, START, this::settle);
        offer(412, 10, START);

        // 625 000 bytes hold 412 packets of 1514 and a rest of 1232: the next has to wait.
        assertThat(left).hasSize(412);
        assertThat(queue.sample().backlogPackets()).isEqualTo(10);
    }

    @Test
    void shaperBecomingAPolicerLetsGoWhatWaitsInOrder() {
        queue.beginSecond(START);
        queue.apply(SHAPER, 1, START, this::settle);
        offer(0, 600, START);
        List<Long> before = List.copyOf(left);
        List<Long> dropped = List.copyOf(lost);
        queue.apply(POLICER, 2, START + 1, this::settle);

        assertThat(left).startsWith(before.toArray(Long[]::new)).isSorted().hasSizeGreaterThan(before.size());
        assertThat(lost).isEqualTo(dropped);
        QueueSample sample = queue.sample();
        assertThat(sample.backlogPackets()).isZero();
        assertThat(sample.offeredPackets()).isEqualTo(600);
        assertThat(sample.sentPackets()).isEqualTo(left.size());
    }

    @Test
    void loweredLimitCutsTheTailAndKeepsWhatFits() {
        queue.beginSecond(START);
        queue.apply(SHAPER, 1, START, this::settle);
        offer(0, 600, START);
        int sentBefore = left.size();
        lost.clear();
        queue.apply(SHORT_SHAPER, 2, START, this::settle);
        QueueSample sample = queue.sample();

        assertThat(sample.backlogPackets()).isEqualTo(20);
        assertThat(lost).hasSize(180).isSorted();
        assertThat(sample.sentPackets()).isEqualTo(sentBefore);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16})
    void howeverOftenSettingsChangeEveryPacketLeavesOnceInOrderOrIsLostOnce(long seed) {
        Random random = new Random(seed);
        List<QueueSettings> all = List.of(POLICER, SHAPER, SHORT_SHAPER);
        long offered = 0;
        long now = START;
        queue.beginSecond(START);
        for (int i = 0; i < 3_000; i++) {
            now += random.nextInt(1_000_000);
            release(now);
            if (random.nextInt(20) == 0) {
                queue.apply(all.get(random.nextInt(3)), i + 1L, now, this::settle);
            }
            int burst = random.nextInt(4);
            offer(offered, burst, now);
            offered += burst;
        }
        QueueSample sample = queue.sample();

        assertThat(left).isSorted().doesNotHaveDuplicates().doesNotContainAnyElementsOf(lost);
        assertThat(sample.offeredPackets()).isEqualTo(offered);
        assertThat(sample.sentPackets()).isEqualTo(left.size());
        assertThat(sample.drops().total()).isEqualTo(lost.size());
        assertThat(left.size() + lost.size() + sample.backlogPackets()).isEqualTo(offered);
        assertThat(sample.sentBytes() + sample.droppedBytes() + sample.backlogBytes())
                .isEqualTo(sample.offeredBytes());
    }

    @Test
    void udpIsUnresponsiveUnlessItIsQuicAndTcpNever() {
        queue.beginSecond(START);
        for (int port : new int[] {53, 443}) {
            Packet packet = Traffic.packet(START, 986);
            packet.protocol = 17;
            packet.destinationPort = port;
            queue.sent(packet, START);
        }
        queue.sent(Traffic.packet(START, 986), START);

        assertThat(queue.sample().unresponsiveBytes()).isEqualTo(1_000);
    }

    private void offer(long firstHandle, int count, long now) {
        for (long handle = firstHandle; handle < firstHandle + count; handle++) {
            settle(handle, queue.offer(handle, Traffic.packet(now, 1_500), now));
        }
    }

    private void release(long now) {
        for (long handle = queue.poll(now); handle != Conditioner.NONE; handle = queue.poll(now)) {
            left.add(handle);
        }
    }

    private void settle(long handle, Decision decision) {
        if (decision == Decision.FORWARD) {
            left.add(handle);
        } else if (decision.isDrop()) {
            lost.add(handle);
        }
    }
}
