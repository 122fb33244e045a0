// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DropCause;
import io.sojourn.node.KeptEnds;
import io.sojourn.node.Policies;
import io.sojourn.node.Traffic;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DataPathTest {
    private static final long START = Traffic.START_NANOS;

    @Test
    void firstQueueThatMatchesTakesThePacket() {
        DataPath path = new DataPath(Policy.parse("test", """
                node: n
                queues:
                  - { name: a, match: { destinationPort: 5201, protocol: tcp }, policer: { rate: 1Mbit, burst: 2000B } }
                  - { name: b, match: { source: 10.0.0.0/8 }, policer: { rate: 1Mbit, burst: 2000B } }
                """));
        path.beginSecond(START);
        Packet other = Traffic.packet(START, 100);
        other.destinationPort = 80;
        path.offer(Traffic.packet(START, 100), START);
        path.offer(other, START);
        other.sourceLow = 1;
        path.offer(other, START);

        assertThat(path.queues())
                .allSatisfy(queue -> assertThat(queue.sample().offeredPackets()).isEqualTo(1));
        assertThat(path.unmatchedPackets()).isEqualTo(1);
    }

    @Test
    void packetIsKeptOnlyWhileItWaits() {
        DataPath path = new DataPath(Policies.shaper("12112kbit", "1514B", "10p"));
        path.beginSecond(START);
        for (int i = 0; i < 100; i++) {
            path.offer(Traffic.packet(START, 1_500), START);
        }
        assertThat(path.keptPackets()).isEqualTo(10);

        for (long now = START; !path.isEmpty(); now = path.nextReleaseNanos(now)) {
            path.release(now);
        }
        assertThat(path.keptPackets()).isZero();
    }

    @Test
    void egressIsToldOfEachPacketOnceByTheNumberItsSourceGaveIt() {
        List<String> told = new ArrayList<>();
        DataPath path = new DataPath(Policies.shaper("12112kbit", "1514B", "2p"), new Told(told));
        path.beginSecond(START);
        for (int i = 0; i < 4; i++) {
            Packet packet = Traffic.packet(START, 1_500);
            packet.handle = 70L + i;
            path.offer(packet, START);
        }
        path.release(START + Traffic.MILLI);
        path.release(START + 2 * Traffic.MILLI);

        assertThat(told).containsExactly("70 sent after 0 ms", "73 TAIL", "71 sent after 1 ms", "72 sent after 2 ms");
    }

    @Test
    void packetThatNoQueueTakesLeavesAtOnce() {
        List<String> told = new ArrayList<>();
        DataPath path = new DataPath(Policies.policer(), new Told(told));
        path.beginSecond(START);
        Packet packet = Traffic.packet(START, 100);
        packet.destinationLow = 1;
        path.offer(packet, START);

        assertThat(told).containsExactly("0 sent after 0 ms");
    }

    /** Writes down what became of packets. */
    private record Told(List<String> lines) implements Egress {
        @Override
        public void sent(Packet packet, long sojournNanos, long nowNanos) {
            lines.add(packet.handle + " sent after " + sojournNanos / Traffic.MILLI + " ms");
        }

        @Override
        public void dropped(Packet packet, DropCause cause, long nowNanos) {
            lines.add(packet.handle + " " + cause);
        }
    }

    @Test
    void secondOfMoreBusyQueuesThanFitIsToldInSeveralBatches() {
        DataPath path = new DataPath(Policy.parse(
                "test",
                IntStream.range(0, 250)
                        .mapToObj(i -> "      - { name: c%d, queue: fifo }\n".formatted(i))
                        .collect(Collectors.joining(
                                "",
                                "node: n\nlinks:\n  - name: wan\n    rate: 1Gbit\n    scheduler: drr\n    classes:\n",
                                IntStream.range(0, 250)
                                        .mapToObj(
                                                i -> "  - { match: { sourcePort: %d }, class: c%d }\n".formatted(i, i))
                                        .collect(Collectors.joining("", "rules:\n", ""))))));
        KeptEnds kept = new KeptEnds();
        Seconds seconds = new Seconds("n", path, kept);
        seconds.begin(START);
        for (int i = 0; i < 240; i++) {
            Packet packet = Traffic.packet(START, 100);
            packet.sourcePort = i;
            path.offer(packet, START);
        }
        path.release(START + Traffic.MILLI);
        seconds.turn();
        seconds.turn();
        seconds.turn();

        assertThat(kept.batches.stream().map(SampleBatch::sequence))
                .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
        assertThat(kept.batches.stream().map(batch -> batch.queues().size()))
                .containsExactly(64, 64, 64, 48, 64, 64, 64, 48, 0);
        assertThat(kept.batches.get(3).startMillis())
                .isEqualTo(kept.batches.get(0).startMillis());
    }

    @Test
    void batchOfAsManyQueuesAsThereMayBeAllLosingFitsIntoARecord() {
        int queues = 100;
        DataPath path = new DataPath(Policy.parse(
                "test",
                IntStream.range(0, queues)
                        .mapToObj(i ->
                                "  - { name: a-queue-with-a-name-%d, match: { destinationPort: %d },".formatted(i, i)
                                        + " shaper: { rate: 2Mbit, burst: 2000B, limit: 50p } }\n")
                        .collect(Collectors.joining("", "node: n\nqueues:\n", ""))));
        KeptEnds kept = new KeptEnds();
        Seconds seconds = new Seconds("n", path, kept);
        seconds.begin(START);
        Random random = new Random(1);
        for (int second = 0; second < 3; second++) {
            for (int i = 0; i < 100_000; i++) {
                long now = START + second * Traffic.SECOND + i * 10_000L;
                path.release(now);
                Packet packet = Traffic.packet(now, 40 + random.nextInt(1_460));
                packet.destinationPort = random.nextInt(queues);
                packet.sourcePort = random.nextInt(20);
                path.offer(packet, now);
            }
            seconds.turn();
        }

        assertThat(kept.batches).hasSize(6);
        for (SampleBatch batch : kept.batches) {
            assertThat(batch.trails()).hasSize(batch.queues().size());
            assertThat(Wire.write(batch, WireFormat.JSON).length).isLessThan(Wire.RECORD_LIMIT_BYTES * 3 / 4);
        }
    }
}
