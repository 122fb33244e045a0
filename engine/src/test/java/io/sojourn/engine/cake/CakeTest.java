// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Rig.Departure;
import io.sojourn.engine.Settings;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CakeTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLISECOND = 1_000_000;

    private final Rig rig = new Rig();

    @Test
    void defaultsAreThoseOfTheManual() {
        Settings settings = Rig.settings(Cake.TYPE, Map.of());
        assertThat(settings.has(CakeParameters.RATE)).isFalse();
        assertThat(settings.value(CakeParameters.RTT)).isEqualTo(100 * MILLISECOND);
        assertThat(settings.value(CakeParameters.LIMIT_BYTES)).isEqualTo(10_240 * 1514);
        assertThat(CakeParameters.diffserv(settings)).isEqualTo(Diffserv.DIFFSERV3);
        assertThat(CakeParameters.isolation(settings)).isEqualTo(Isolation.TRIPLE_ISOLATE);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"internet, 100", "lan, 1", "metro, 10", "regional, 30", "oceanic, 300", "satellite, 1000"})
    void pathsHaveTheirRoundTripTimes(String path, long rttMillis) {
        long word = CakeParameters.PATH.words().indexOf(path);
        Settings settings = Rig.settings(Cake.TYPE, Map.of("path", word));
        assertThat(settings.value(CakeParameters.RTT)).isEqualTo(rttMillis * MILLISECOND);
    }

    @ParameterizedTest(name = "{0} bit/s, rtt {1} ms")
    @CsvSource({
        "1000000, 100, 4194304",
        "1000000000, 100, 50000000",
        "1000000000, 10, 5000000",
        "1000000000000, 1000000, 4294967296"
    })
    void limitIsFourRoundTripsAtTheRateAndFourMebibytesAtLeast(long rate, long rttMillis, long limitBytes) {
        Settings settings = Rig.settings(Cake.TYPE, Map.of("rate", rate, "rtt", rttMillis * MILLISECOND));
        assertThat(settings.value(CakeParameters.LIMIT_BYTES)).isEqualTo(limitBytes);
    }

    @Test
    void limitBelowOnePacketIsAProblem() {
        Settings settings = Rig.settings(Cake.TYPE, Map.of("limitBytes", 1513L));
        assertThat(Cake.TYPE.check().problems(settings, new LinkFacts(1, 1514)))
                .singleElement()
                .hasToString("limitBytes=1513B is not at least the longest packet, 1514B; raise it: a queue that is "
                        + "too short for a packet drops it");
        Settings longer = Rig.settings(Cake.TYPE, Map.of("limitBytes", 1514L));
        assertThat(Cake.TYPE.check().problems(longer, new LinkFacts(1, 1514))).isEmpty();
    }

    @ParameterizedTest(name = "cell {0}, overhead {1}, mpu {2}, ip {3}: {4} bytes")
    @CsvSource({
        "0, 0, 0, 1500, 1500",
        "0, 38, 84, 20, 84",
        "1, 40, 0, 1500, 1749",
        "1, 40, 0, 40, 106",
        "2, 30, 0, 1500, 1554"
    })
    void rateCountsIpLengthAndWhatCarriesIt(long cell, long overhead, long mpu, int ipBytes, long countedBytes) {
        Cake cake = cake(Map.of("rate", 8_000_000L, "cell", cell, "overhead", overhead, "mpu", mpu));
        for (int i = 0; i < 2; i++) {
            int packet = rig.packet(ipBytes + 14, 0);
            rig.packets.setIpLengthBytes(packet, ipBytes);
            cake.enqueue(packet, 0);
        }
        assertThat(cake.dequeue(0)).isNotNegative();
        assertThat(cake.readyNanos(0)).isEqualTo(countedBytes * 1_000);
    }

    @Test
    void withoutAnOverheadLengthsCountAsTheyCome() {
        Cake cake = cake(Map.of("rate", 8_000_000L));
        int packet = rig.packet(1514, 0);
        rig.packets.setIpLengthBytes(packet, 1500);
        cake.enqueue(packet, 0);
        offer(cake, 1, 100, 0);
        cake.dequeue(0);
        assertThat(cake.readyNanos(0)).isEqualTo(1_514_000);
        assertThat(cake.dequeue(1_513_999)).isEqualTo(Cake.NONE);
        assertThat(cake.dequeue(1_514_000)).isNotNegative();
        assertThat(cake.readyNanos(1_514_000)).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void bytesInAnyIntervalAreAtMostOnePacketMoreThanTheRateAllows(long seed) {
        Random random = new Random(seed);
        long rate = 1_000_000L + random.nextInt(50_000_000);
        Cake cake = cake(Map.of("rate", rate));
        long nowNanos = 0;
        long excessNanobits = 0;
        long beforeNanos = 0;
        for (int i = 0; i < 5_000; i++) {
            long untilNanos = nowNanos + random.nextInt(2_000_000);
            for (Departure left : rig.run(cake, nowNanos, untilNanos)) {
                excessNanobits = Math.max(0, excessNanobits - (left.atNanos() - beforeNanos) * rate);
                beforeNanos = left.atNanos();
                assertThat(excessNanobits).isLessThanOrEqualTo(rate);
                excessNanobits += left.lengthBytes() * 8_000_000_000L;
            }
            nowNanos = untilNanos;
            for (int burst = random.nextInt(4); burst > 0; burst--) {
                int packet = offer(cake, random.nextInt(10), 40 + random.nextInt(1475), nowNanos);
                rig.packets.setTos(packet, random.nextInt(256));
            }
        }
        assertThat(rig.losses).allMatch(loss -> loss.cause() == DropCause.AQM);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void backlogNeverExceedsItsLimitAndTheFattestFlowPays(long seed) {
        Random random = new Random(seed);
        Cake cake = cake(Map.of("rate", 1_000_000L, "limitBytes", 50_000L));
        Map<Long, Long> flowOf = new HashMap<>();
        long nowNanos = 0;
        for (int i = 0; i < 20_000; i++) {
            // Flow 0 sends half of all packets.
            long flow = random.nextBoolean() ? 0 : 1 + random.nextInt(100);
            flowOf.put(rig.offered(), flow);
            offer(cake, flow, flow == 0 ? 1500 : 60, nowNanos);
            assertThat(cake.backlogBytes()).isLessThanOrEqualTo(50_000);
            rig.run(cake, nowNanos, nowNanos + 2 * MILLISECOND);
            nowNanos += 2 * MILLISECOND;
        }
        long full = rig.losses.stream()
                .filter(loss -> loss.cause() == DropCause.TAIL)
                .count();
        assertThat(full).isPositive();
        assertThat(rig.losses.stream()
                        .filter(loss -> loss.cause() == DropCause.TAIL)
                        .filter(loss -> flowOf.get(loss.handle()) != 0))
                .isEmpty();
    }

    @Test
    void packetLongerThanTheLimitIsDroppedAlone() {
        Cake cake = cake(Map.of("limitBytes", 2_000L));
        offer(cake, 1, 2_001, 0);
        assertThat(rig.losses).hasSize(1);
        assertThat(cake.backlogPackets()).isZero();
        offer(cake, 1, 2_000, 0);
        assertThat(rig.losses).hasSize(1);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void flowsStayInOrderAlsoWhereTheyShareQueues(long seed) {
        Random random = new Random(seed);
        Cake cake = cake(Map.of("rate", 100_000_000L));
        Map<Long, Queue<Long>> expected = new HashMap<>();
        long nowNanos = 0;
        for (int i = 0; i < 30_000; i++) {
            long flow = random.nextInt(i / 6000 % 2 == 0 ? 6_000 : 50);
            expected.computeIfAbsent(flow, any -> new ArrayDeque<>()).add(rig.offered());
            offer(cake, flow, 40 + random.nextInt(1000), nowNanos);
            for (Departure left : rig.run(cake, nowNanos, nowNanos + 20_000)) {
                Queue<Long> order = expected.get(left.flow());
                while (order.remove() != left.handle()) {
                    assertThat(order).as("those before it were dropped").isNotEmpty();
                }
            }
            nowNanos += 20_000;
        }
    }

    @Test
    void capableFlowsAreMarkedAndOthersDroppedButNeverTheLastPacket() {
        Cake cake = cake(Map.of("rate", 10_000_000L));
        for (int i = 0; i < 600; i++) {
            rig.packets.setTos(offer(cake, 1, 1514, 0), PacketStore.ECT_0);
            offer(cake, 2, 1514, 0);
        }
        List<Departure> left = rig.run(cake, 0, 10 * SECOND);
        assertThat(rig.marks).isNotEmpty().allMatch(handle -> handle % 2 == 0);
        assertThat(rig.losses).isNotEmpty().allMatch(loss -> loss.handle() % 2 == 1 && loss.cause() == DropCause.AQM);
        assertThat(left).hasSize(1200 - rig.losses.size()).anyMatch(each -> each.handle() == 1199);
        assertThat(rig.losses.get(0).atNanos()).isBetween(100 * MILLISECOND, 115 * MILLISECOND);
    }

    @Test
    void changeOfSettingsKeepsTheClockAndWhatPeekHeldLeavesFirst() {
        Cake cake = cake(Map.of("rate", 8_000_000L));
        offer(cake, 1, 1000, 0);
        assertThat(cake.dequeue(0)).isNotNegative();
        cake.configure(Rig.settings(Cake.TYPE, Map.of("rate", 80_000_000L, "diffserv", 1L)), 0);
        int first = offer(cake, 1, 1000, 0);
        offer(cake, 1, 1000, 0);
        assertThat(cake.readyNanos(0)).isEqualTo(MILLISECOND);
        assertThat(cake.peek(MILLISECOND)).isEqualTo(first);
        assertThat(cake.readyNanos(MILLISECOND)).isEqualTo(MILLISECOND);
        assertThat(cake.backlogPackets()).isEqualTo(2);
        assertThat(cake.withdraw(MILLISECOND)).isEqualTo(first);
        assertThat(cake.withdraw(MILLISECOND)).isNotNegative();
        assertThat(cake.withdraw(MILLISECOND)).isEqualTo(Cake.NONE);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void noPacketAndNoSettingThrows(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            Map<String, Long> given = new HashMap<>();
            given.put("diffserv", (long) random.nextInt(5));
            given.put("isolation", (long) random.nextInt(8));
            given.put("path", (long) random.nextInt(8));
            given.put("ackFilter", (long) random.nextInt(3));
            given.put("cell", (long) random.nextInt(3));
            if (random.nextBoolean()) {
                given.put("rate", 1_000L + (random.nextLong() >>> (24 + random.nextInt(30))));
                given.put("overhead", random.nextInt(300) - 50L > 256 ? 256L : -64L);
            }
            Cake cake = cake(given);
            long nowNanos = random.nextInt(1000) - 500L;
            for (int i = 0; i < 200; i++) {
                int lengthBytes = 1 + (random.nextInt() >>> (1 + random.nextInt(31)));
                int packet = rig.packet(Math.max(1, lengthBytes), random.nextInt(5), 0, nowNanos);
                rig.packets.setHeader(packet, random.nextInt(256), 6, random.nextInt(256));
                rig.packets.setAckNumber(packet, random.nextInt());
                rig.packets.setHosts(packet, random.nextInt(3), random.nextInt(3));
                cake.enqueue(packet, nowNanos);
                nowNanos += random.nextInt(1_000_000);
                int left = cake.dequeue(nowNanos);
                if (left >= 0) {
                    rig.packets.release(left);
                } else {
                    assertThat(cake.readyNanos(nowNanos)).isGreaterThan(nowNanos);
                }
            }
            for (int left = cake.withdraw(nowNanos); left >= 0; left = cake.withdraw(nowNanos)) {
                rig.packets.release(left);
            }
            assertThat(rig.packets.size()).isZero();
            assertThat(cake.backlogBytes()).isZero();
        }
    }

    private Cake cake(Map<String, Long> given) {
        return new Cake(Rig.settings(Cake.TYPE, given), rig.around);
    }

    private int offer(Cake cake, long flow, int lengthBytes, long nowNanos) {
        int packet = rig.packet(lengthBytes, flow, 0, nowNanos);
        rig.packets.setHosts(packet, (int) flow, 1);
        cake.enqueue(packet, nowNanos);
        return packet;
    }
}
