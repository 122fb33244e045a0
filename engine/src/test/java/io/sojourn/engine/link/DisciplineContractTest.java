// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every discipline in the registry, whatever it decides. */
class DisciplineContractTest {
    private static final long RATE = Parts.RATE_BITS_PER_SECOND;
    private static final long MILLISECOND = 1_000_000;

    /** One link under random load; remembers what came out, in order. */
    private static final class Load implements LinkObserver {
        final PacketStore packets = new PacketStore(1 << 16);
        final Random random;
        final Link link;
        final Map<Long, Long> lastHandleOfFlow = new HashMap<>();
        final Set<Long> inside = new HashSet<>();
        final List<DropCause> causes = new ArrayList<>();
        long offered;
        long sent;
        long dropped;

        Load(Part root, long seed) {
            random = new Random(seed);
            link = new Link(root, packets, this, seed, 0);
        }

        void offer(long nowNanos) {
            long flow = random.nextInt(20);
            int packet = packets.add(offered, 40 + random.nextInt(1475), nowNanos);
            packets.setFlow(packet, flow * 0x9e3779b97f4a7c15L);
            packets.setHosts(packet, (int) flow % 5, (int) flow % 3);
            packets.setClassId(packet, classOf(packets.flow(packet)));
            // Packets of a flow have one traffic class byte: those of different behavior may overtake each other (RFC
            // 2474 section 3, CAKE's tins), as may those of different ECN (RFC 9332 section 2.5.1).
            int tos = (int) flow * 45 & 0xff;
            packets.setHeader(packet, tos, random.nextBoolean() ? 6 : 17, 0);
            inside.add(offered);
            offered++;
            link.offer(packet, nowNanos);
            pollAll(nowNanos);
        }

        /** Until {@code untilNanos}, at the times at which the link says it is ready. */
        void runTo(long fromNanos, long untilNanos) {
            long nowNanos = fromNanos;
            for (long ready = link.nextReleaseNanos(nowNanos);
                    ready <= untilNanos;
                    ready = link.nextReleaseNanos(nowNanos)) {
                nowNanos = Math.max(nowNanos, ready);
                pollAll(nowNanos);
                assertThat(link.nextReleaseNanos(nowNanos))
                        .as("ready again once nothing leaves at %d", nowNanos)
                        .isGreaterThan(nowNanos);
            }
        }

        void pollAll(long nowNanos) {
            for (int packet = link.poll(nowNanos); packet >= 0; packet = link.poll(nowNanos)) {
                packets.release(packet);
            }
        }

        @Override
        public void sent(int packet, long sojournNanos, long nowNanos) {
            sent++;
            long handle = packets.handle(packet);
            assertThat(inside.remove(handle))
                    .as("packet %d leaves once", handle)
                    .isTrue();
            assertThat(sojournNanos).isNotNegative();
            Long before = lastHandleOfFlow.put(packets.flow(packet), handle);
            assertThat(before == null || before < handle).as("flow in order").isTrue();
        }

        @Override
        public void dropped(int packet, DropCause cause, long levelBytes, long nowNanos) {
            dropped++;
            causes.add(cause);
            assertThat(inside.remove(packets.handle(packet))).isTrue();
        }

        /** Flows are spread over the classes there are. */
        int classOf(long flow) {
            String name = "c" + Long.remainderUnsigned(flow, leafClasses());
            return link.classId(name).orElseThrow();
        }

        int leafClasses() {
            return (int) LinkTree.queues(link.root()).count();
        }

        void conserves() {
            assertThat(sent + dropped + link.backlogPackets()).isEqualTo(offered);
            assertThat(packets.size()).isEqualTo(link.backlogPackets()).isEqualTo(inside.size());
            assertThat(link.backlogBytes() == 0).isEqualTo(link.backlogPackets() == 0);
        }
    }

    static Stream<DisciplineType> types() {
        return Registry.types().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("types")
    void everyPacketComesOutOnceAndEveryFlowInOrder(DisciplineType type) {
        for (long seed = 1; seed <= 5; seed++) {
            Load load = new Load(Parts.around(type, RATE), seed);
            long nowNanos = 0;
            for (int i = 0; i < 4000; i++) {
                long next = nowNanos + load.random.nextInt(400_000);
                load.runTo(nowNanos, next);
                load.offer(next);
                nowNanos = next;
                load.conserves();
            }
            load.runTo(nowNanos, nowNanos + 100_000 * MILLISECOND);
            assertThat(load.link.backlogPackets()).isZero();
            assertThat(load.link.backlogBytes()).isZero();
            load.conserves();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("types")
    void changesUnderLoadLoseAndReorderNothingThatFitsAndKeepCounters(DisciplineType type) {
        for (long seed = 1; seed <= 5; seed++) {
            Load load = new Load(Parts.around(type, RATE), seed);
            runWithChanges(load, nowNanos -> change(load, type, nowNanos));
            long counted = 0;
            for (int id = 0; id < load.leafClasses(); id++) {
                counted += load.link.counters(id).sentPackets();
            }
            assertThat(counted).isEqualTo(load.sent);
        }
    }

    /** More than the link carries, changed after every 50th packet; then until it is empty. */
    private static void runWithChanges(Load load, LongConsumer change) {
        long nowNanos = 0;
        for (int i = 0; i < 3000; i++) {
            long next = nowNanos + load.random.nextInt(400_000);
            load.runTo(nowNanos, next);
            nowNanos = next;
            load.offer(nowNanos);
            if (i % 50 == 49) {
                change.accept(nowNanos);
            }
        }
        load.runTo(nowNanos, nowNanos + 100_000 * MILLISECOND);
        load.conserves();
    }

    static Stream<DisciplineType.SchedulerType> schedulers() {
        return Registry.types(DisciplineType.SchedulerType.class).stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("schedulers")
    void editsOfTheTreeUnderLoadLoseAndReorderNothing(DisciplineType.SchedulerType type) {
        for (long seed = 1; seed <= 5; seed++) {
            Load load = new Load(Parts.around(type, RATE), seed);
            runWithChanges(load, nowNanos -> edit(load, type, nowNanos));
            assertThat(load.link.backlogPackets()).isZero();
        }
    }

    /** Classes go and come back, change places, or get another scheduler; packets follow the rules, which change too. */
    private static void edit(Load load, DisciplineType.SchedulerType type, long nowNanos) {
        int before = load.link.backlogPackets();
        List<DisciplineType.SchedulerType> all = schedulers().toList();
        boolean isOther = load.random.nextBoolean();
        List<String> leaves = load.random.nextBoolean() ? List.of("c1", "c0") : List.of("c0", "c1", "c2");
        Part tree = Parts.scheduled(isOther ? all.get(load.random.nextInt(all.size())) : type, RATE, leaves);
        load.link.apply(Parts.shaped(tree, RATE), nowNanos, packet -> load.classOf(load.packets.flow(packet)));
        assertThat(load.link.backlogPackets()).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("types")
    void packetsOfAnyLengthAndHeaderNeverThrow(DisciplineType type) {
        Load load = new Load(Parts.around(type, RATE), 11);
        long nowNanos = 0;
        for (int i = 0; i < 5000; i++) {
            nowNanos += load.random.nextInt(3) == 0 ? (long) load.random.nextInt(1 << 30) * 16 : 1;
            load.runTo(nowNanos, nowNanos);
            int packet = load.packets.add(i, 1 + load.random.nextInt(1 << load.random.nextInt(18)), nowNanos);
            load.packets.setFlow(packet, load.random.nextLong());
            load.packets.setHosts(packet, load.random.nextInt(), load.random.nextInt());
            load.packets.setClassId(packet, load.random.nextInt(load.leafClasses()));
            load.packets.setHeader(packet, load.random.nextInt(), load.random.nextInt(), load.random.nextInt());
            load.packets.setAckNumber(packet, load.random.nextInt());
            load.packets.setIpLengthBytes(packet, load.random.nextInt(1 << 16));
            load.inside.add((long) i);
            load.offered++;
            load.link.offer(packet, nowNanos);
            load.pollAll(nowNanos);
            load.conserves();
        }
    }

    /** Half the rate, twice the rate, or a FIFO instead: what waits stays, as far as the new limit holds it. */
    private static void change(Load load, DisciplineType type, long nowNanos) {
        int before = load.link.backlogPackets();
        int kind = load.random.nextInt(3);
        Part next = kind == 2 && load.leafClasses() == 1
                ? Parts.shaped(Parts.fifo("c0"), RATE)
                : Parts.around(type, kind == 0 ? RATE / 2 : RATE * 2);
        long kept = Math.min(before, Parts.limitPackets(next));
        load.link.apply(next, nowNanos, Link.SAME_CLASS);
        assertThat(load.link.backlogPackets()).isEqualTo(kept);
    }
}
