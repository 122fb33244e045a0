// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.LengthRule;
import io.sojourn.engine.Rig;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowHeapTest {
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void fattestIsTheFlowWithMostBytesWhateverCameAndWent(long seed) {
        Random random = new Random(seed);
        Rig rig = new Rig();
        CountedLength lengths = new CountedLength(rig.packets, LengthRule.IP, true);
        Tin tin = new Tin(rig.around, new Backlog(), Isolation.FLOWS, lengths, 0);
        FlowHeap heap = new FlowHeap();
        List<Flow> flows = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            flows.add(new Flow(tin, rig.packets));
        }
        for (int i = 0; i < 20_000; i++) {
            Flow flow = flows.get(random.nextInt(flows.size()));
            if (random.nextInt(100) < 50 + 30 * Math.cos(i / 2000.0)) {
                flow.addLast(rig.packet(1 + random.nextInt(1500), i));
            } else if (!flow.waiting.isEmpty()) {
                rig.packets.release(flow.removeFirst());
            }
            heap.changed(flow);
            long mostBytes =
                    flows.stream().mapToLong(each -> each.waiting.bytes()).max().orElse(0);
            long waiting =
                    flows.stream().filter(each -> !each.waiting.isEmpty()).count();
            assertThat(heap.size()).isEqualTo((int) waiting);
            if (waiting > 0) {
                assertThat(heap.fattest().waiting.bytes()).isEqualTo(mostBytes);
            }
        }
        heap.clear();
        assertThat(flows).allMatch(flow -> flow.heapPlace == -1);
    }
}
