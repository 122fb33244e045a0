// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.LengthRule;
import io.sojourn.engine.Rig;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowTableTest {
    private final Rig rig = new Rig();
    private final Tin tin =
            new Tin(rig.around, new Backlog(), Isolation.FLOWS, new CountedLength(rig.packets, LengthRule.IP, true), 0);

    @Test
    void flowsShareAQueueOnlyWhenAllEightOfASetAreTaken() {
        FlowTable table = new FlowTable(tin, rig.packets, Isolation.FLOWS, 0);
        Map<Flow, Long> owner = new HashMap<>();
        int shared = 0;
        for (long key = 0; key < 3_000; key++) {
            Flow flow = put(table, key);
            if (owner.putIfAbsent(flow, key) != null) {
                shared++;
                assertThat(flow.isShared).isTrue();
            }
        }
        assertThat(owner)
                .as("every place is used before any is shared in its set")
                .hasSize(FlowTable.QUEUES);
        assertThat(shared).isEqualTo(3_000 - FlowTable.QUEUES);
    }

    @Test
    void flowThatSharedGetsAQueueOfItsOwnOnceThatIsEmpty() {
        FlowTable table = new FlowTable(tin, rig.packets, Isolation.FLOWS, 0);
        Map<Long, Flow> queueOf = new HashMap<>();
        for (long key = 0; key < 3_000; key++) {
            queueOf.put(key, put(table, key));
        }
        for (Flow flow : new HashSet<>(queueOf.values())) {
            while (!flow.waiting.isEmpty()) {
                rig.packets.release(flow.removeFirst());
            }
            table.detach(flow);
        }
        Set<Flow> used = new HashSet<>();
        for (long key = 2_800; key < 3_000; key++) {
            used.add(put(table, key));
        }
        assertThat(used).hasSize(200);
    }

    @Test
    void aHundredFlowsNeverShare() {
        for (long seed = 1; seed <= 20; seed++) {
            FlowTable table = new FlowTable(tin, rig.packets, Isolation.FLOWS, seed * 0x9e3779b97f4a7c15L);
            Set<Flow> used = new HashSet<>();
            for (long key = 0; key < 100; key++) {
                used.add(put(table, key));
            }
            assertThat(used).hasSize(100);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whateverIsSharedEachFlowStaysInOneQueueWhileItWaits(long seed) {
        Random random = new Random(seed);
        FlowTable table = new FlowTable(tin, rig.packets, Isolation.FLOWS, seed);
        Map<Long, Flow> queueOf = new HashMap<>();
        Map<Long, Integer> waiting = new HashMap<>();
        for (int i = 0; i < 60_000; i++) {
            if (random.nextInt(100) < (i / 10_000 % 2 == 0 ? 60 : 40)) {
                long key = random.nextInt(4_000);
                Flow flow = put(table, key);
                if (waiting.getOrDefault(key, 0) > 0) {
                    assertThat(flow).isSameAs(queueOf.get(key));
                }
                queueOf.put(key, flow);
                waiting.merge(key, 1, Integer::sum);
            } else {
                Flow flow = queueOf.get((long) random.nextInt(4_000));
                if (flow != null && !flow.waiting.isEmpty()) {
                    int packet = flow.removeFirst();
                    waiting.merge(rig.packets.flow(packet), -1, Integer::sum);
                    rig.packets.release(packet);
                    rest(table, flow);
                }
            }
        }
    }

    @Test
    void hostsHaveTheNumberOfTheirBusyFlows() {
        FlowTable table = new FlowTable(tin, rig.packets, Isolation.TRIPLE_ISOLATE, 1);
        Flow last = null;
        for (int i = 0; i < 30; i++) {
            int packet = rig.packet(100, i, 0, 0);
            rig.packets.setHosts(packet, 7, i % 3);
            last = table.find(packet);
            table.attach(last, packet);
            table.busy(last, 1);
        }
        assertThat(last).isNotNull();
        assertThat(table.hostLoad(last)).isEqualTo(30);
        table.busy(last, -1);
        assertThat(table.hostLoad(last)).isEqualTo(29);
    }

    @Test
    void hostsShareAPlaceOnlyWhenEightOfItsSetHaveFlows() {
        HostTable hosts = new HostTable();
        Set<Integer> places = new HashSet<>();
        for (int host = 0; host < 200; host++) {
            int place = hosts.attach(host);
            assertThat(hosts.attach(host)).isEqualTo(place);
            places.add(place);
        }
        assertThat(places).hasSize(200);
    }

    @Test
    void placeOfAHostWithoutFlowsIsGivenAgain() {
        HostTable hosts = new HostTable();
        for (int host = 0; host < 10_000; host++) {
            int place = hosts.attach(host);
            assertThat(hosts.busyFlows(place)).isZero();
            hosts.busy(place, 1);
            hosts.busy(place, -1);
            hosts.detach(place);
        }
    }

    /** A packet of the flow waits. */
    private Flow put(FlowTable table, long key) {
        int packet = rig.packet(100, key, 0, 0);
        Flow flow = table.find(packet);
        flow.addLast(packet);
        flow.rotation = Flow.Rotation.BULK;
        return flow;
    }

    private static void rest(FlowTable table, Flow flow) {
        if (flow.waiting.isEmpty()) {
            table.detach(flow);
        }
    }
}
