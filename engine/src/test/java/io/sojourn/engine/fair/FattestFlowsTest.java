// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.Rig;
import org.junit.jupiter.api.Test;

class FattestFlowsTest {
    private final Rig rig = new Rig();
    private final FlowQueues flows = new FlowQueues(rig.packets, 2);
    private final FattestFlows fattest = new FattestFlows(flows);

    @Test
    void flowThatWasFattestWhenTheOrderWasLetGoIsForgotten() {
        add(0, 1000);
        add(0, 1000);
        assertThat(fattest.first()).isZero();
        add(0, 1000);
        add(0, 1000);
        fattest.calm();
        while (flows.packets(0) > 0) {
            flows.removeFirst(0);
            fattest.changed(0);
        }
        add(1, 100);
        assertThat(fattest.first()).isEqualTo(1);
    }

    private void add(int flow, int lengthBytes) {
        flows.addLast(flow, rig.packet(lengthBytes, 0));
        fattest.changed(flow);
    }
}
