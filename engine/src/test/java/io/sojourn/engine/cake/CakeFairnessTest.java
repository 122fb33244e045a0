// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.Rig;
import io.sojourn.engine.cake.Greedy.Sender;
import io.sojourn.engine.cake.Greedy.Sent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CakeFairnessTest {
    private static final long SECOND = 1_000_000_000;
    private static final long RATE = 20_000_000;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void flowsOfATinShareItEquallyOverAnyInterval(long seed) {
        Random random = new Random(seed);
        List<Sender> senders = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            senders.add(new Sender(random.nextLong(), i, i, 0, 100 + random.nextInt(1415)));
        }
        Greedy greedy = run("flows", Map.of(), senders, 5 * SECOND);
        long[] bytes = new long[senders.size()];
        long[][] least = new long[senders.size()][senders.size()];
        long[][] most = new long[senders.size()][senders.size()];
        for (Sent sent : greedy.sent) {
            bytes[sent.sender()] += sent.lengthBytes();
            for (int other = 0; other < bytes.length; other++) {
                long ahead = bytes[sent.sender()] - bytes[other];
                most[sent.sender()][other] = Math.max(most[sent.sender()][other], ahead);
                least[other][sent.sender()] = Math.min(least[other][sent.sender()], -ahead);
                // Two quantums of 610 bytes and a packet of each flow, at the beginning and at the end.
                assertThat(most[sent.sender()][other] - least[sent.sender()][other])
                        .isLessThanOrEqualTo(2 * (2 * 610 + 2 * 1514));
            }
        }
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "triple-isolate, 0.5",
        "dual-srchost, 0.5",
        "srchost, 0.5",
        "dual-dsthost, 0.0323",
        "flows, 0.0323",
        "hosts, 0.0323"
    })
    void hostWithOneFlowAgainstOneWithThirty(String isolation, double share) {
        List<Sender> senders = new ArrayList<>();
        senders.add(new Sender(1000, 1, 1, 0, 1514));
        for (int i = 0; i < 30; i++) {
            senders.add(new Sender(i, 2, 100 + i, 0, 1514));
        }
        Greedy greedy = run(isolation, Map.of(), senders, 20 * SECOND);
        assertThat(greedy.share(0, SECOND)).isCloseTo(share, within(share * 0.03));
        for (int i = 1; i <= 30 && !isolation.equals("srchost"); i++) {
            double part = (1 - greedy.share(0, SECOND)) / 30;
            assertThat(greedy.share(i, SECOND)).isCloseTo(part, within(part * 0.1));
        }
    }

    @Test
    void destinationsShareEquallyInDualDsthostAndTriple() {
        for (String isolation : List.of("dual-dsthost", "triple-isolate", "dsthost")) {
            List<Sender> senders = new ArrayList<>();
            senders.add(new Sender(1000, 1, 1, 0, 1514));
            for (int i = 0; i < 30; i++) {
                senders.add(new Sender(i, 100 + i, 2, 0, 1514));
            }
            assertThat(run(isolation, Map.of(), senders, 20 * SECOND).share(0, SECOND))
                    .isCloseTo(0.5, within(0.015));
        }
    }

    @Test
    void flowblindHasOneQueue() {
        Greedy greedy = run(
                "flowblind", Map.of(), List.of(new Sender(1, 1, 1, 0, 1500), new Sender(2, 2, 2, 0, 500)), 5 * SECOND);
        assertThat(greedy.share(0, 0)).isCloseTo(0.75, within(0.01));
    }

    @Test
    void busyTinsGetVoiceAQuarterBulkASixteenthAndTheRestBestEffort() {
        Greedy greedy = run("triple-isolate", Map.of(), threeTins(), 20 * SECOND);
        assertThat(greedy.share(2, SECOND)).isCloseTo(0.25, within(0.005));
        assertThat(greedy.share(1, SECOND)).isCloseTo(0.0625, within(0.005));
        assertThat(greedy.share(0, SECOND)).isCloseTo(0.6875, within(0.005));
    }

    @Test
    void tinsTakeWhatOthersLeave() {
        Greedy greedy = run("triple-isolate", Map.of(), threeTins().subList(1, 3), 10 * SECOND);
        assertThat(greedy.share(0, SECOND) + greedy.share(1, SECOND)).isEqualTo(1);
        Greedy bulk = run("triple-isolate", Map.of(), threeTins().subList(1, 2), 10 * SECOND);
        assertThat(bulk.sent.size()).isCloseTo((int) (10 * RATE / 8 / 1514), within(2));
    }

    @Test
    void withoutARateTinsShareByWeight() {
        Rig rig = new Rig();
        Greedy greedy = new Greedy(rig, new Cake(Rig.settings(Cake.TYPE, Map.of()), rig.around), threeTins());
        greedy.serve(5, 20_000);
        double all = 1024 + 64 + 256;
        assertThat(greedy.share(0, -1)).isCloseTo(1024 / all, within(0.01));
        assertThat(greedy.share(1, -1)).isCloseTo(64 / all, within(0.005));
        assertThat(greedy.share(2, -1)).isCloseTo(256 / all, within(0.01));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void voiceWithinItsPartWaitsForOnePacketAtMostWhateverElseWaits(long seed) {
        Random random = new Random(seed);
        Rig rig = new Rig(seed);
        Cake cake = cake(rig, "triple-isolate", Map.of());
        long packetNanos = 1514 * 8 * SECOND / RATE;
        long nowNanos = 0;
        long voiceReadyNanos = 0;
        for (int i = 0; i < 300; i++) {
            offer(rig, cake, random.nextInt(20), 0, 1514, 0);
        }
        Map<Long, Long> worst = new HashMap<>();
        while (nowNanos < 10 * SECOND) {
            if (nowNanos >= voiceReadyNanos) {
                offer(rig, cake, 99, Greedy.VOICE, 200, nowNanos);
                // 200 bytes each 400 us or more are 4 of 20 Mbit/s at most.
                voiceReadyNanos = nowNanos + 400_000 + random.nextInt(200_000);
            }
            int packet = cake.dequeue(nowNanos);
            if (packet == Cake.NONE) {
                nowNanos = Math.min(cake.readyNanos(nowNanos), Math.max(nowNanos + 1, voiceReadyNanos));
            } else {
                long flow = rig.packets.flow(packet);
                worst.merge(flow, nowNanos - rig.packets.arrivalNanos(packet), Math::max);
                rig.packets.release(packet);
                if (flow != 99) {
                    offer(rig, cake, flow, random.nextBoolean() ? 0 : Greedy.BULK, 1514, nowNanos);
                }
            }
        }
        assertThat(worst.get(99L)).isLessThanOrEqualTo(packetNanos);
        assertThat(worst).hasSizeGreaterThan(15);
    }

    private static List<Sender> threeTins() {
        return List.of(
                new Sender(1, 1, 1, 0, 1514),
                new Sender(2, 2, 2, Greedy.BULK, 1514),
                new Sender(3, 3, 3, Greedy.VOICE, 1514));
    }

    private static void offer(Rig rig, Cake cake, long flow, int tos, int lengthBytes, long nowNanos) {
        int packet = rig.packet(lengthBytes, flow, 0, nowNanos);
        rig.packets.setHosts(packet, (int) flow, 1);
        rig.packets.setTos(packet, tos);
        cake.enqueue(packet, nowNanos);
    }

    private static Greedy run(String isolation, Map<String, Long> given, List<Sender> senders, long untilNanos) {
        Rig rig = new Rig();
        Greedy greedy = new Greedy(rig, cake(rig, isolation, given), senders);
        greedy.run(5, untilNanos);
        return greedy;
    }

    private static Cake cake(Rig rig, String isolation, Map<String, Long> given) {
        Map<String, Long> settings = new HashMap<>(given);
        settings.putIfAbsent("rate", RATE);
        settings.put("isolation", (long) Isolation.words().indexOf(isolation));
        return new Cake(Rig.settings(Cake.TYPE, settings), rig.around);
    }
}
