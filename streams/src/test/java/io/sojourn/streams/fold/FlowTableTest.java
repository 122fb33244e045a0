// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import static io.sojourn.streams.fold.Folding.NODE;
import static io.sojourn.streams.fold.Folding.batch;
import static io.sojourn.streams.fold.Folding.fold;
import static io.sojourn.streams.fold.Folding.heartbeat;
import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.Sketch;
import io.sojourn.testkit.Samples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FlowTableTest {
    @Test
    void flowIsTheSumOfItsSamplesInTheWindow() {
        NodeFold fold = fold();
        fold.accept(Samples.with(batch(0, 0, 500, 1), List.of(Samples.flow("wan0", "f", 10, 1, 100)), List.of()));
        fold.accept(Samples.with(batch(1, 500, 999, 1), List.of(Samples.flow("wan0", "f", 30, 2, 300)), List.of()));

        List<FlowWindow> windows = fold.accept(heartbeat(2, 999, 3_000)).flowWindows();

        assertThat(windows).hasSize(1);
        FlowSample flow = windows.get(0).flows().get(0);
        assertThat(flow.packets()).isEqualTo(40);
        assertThat(flow.bytes()).isEqualTo(40 * 1_514);
        assertThat(flow.lostPackets()).isEqualTo(3);
        assertThat(flow.rttMicros()).isEqualTo(Sketch.of(100, 300));
        assertThat(flow.minRttMicros()).isNull();
    }

    @Test
    void sixtyFourLargestFlowsAreNamedAndTheSixtyFifthIsAmongTheOthers() {
        FlowTable table = new FlowTable();
        List<FlowSample> flows = new ArrayList<>();
        for (int i = 1; i <= 66; i++) {
            flows.add(Samples.flow("wan0", "flow-" + i, i, 0));
        }
        table.add(flows);

        FlowWindow window = table.top(table.ordered(), NODE, "wan0", 1_000, 0);

        assertThat(window.flows()).hasSize(64);
        assertThat(window.flows().get(0).flow()).isEqualTo("flow-66");
        assertThat(window.flows().get(63).flow()).isEqualTo("flow-3");
        assertThat(window.otherBytes()).isEqualTo((1 + 2) * 1_514);
    }

    @Test
    void flowBeyondTheLimitGoesToTheOthersAndTheKnownOnesGoOn() {
        FlowTable table = new FlowTable();
        List<FlowSample> flows = new ArrayList<>();
        for (int i = 0; i <= FlowTable.FLOW_LIMIT; i++) {
            flows.add(Samples.flow("wan0", "flow-" + i, 1, 0));
        }
        table.add(flows);
        table.add(List.of(Samples.flow("wan0", "flow-0", 9, 0)));

        FlowWindow window = table.top(table.ordered(), NODE, "wan0", 1_000, 0);

        assertThat(window.flows().get(0).packets()).isEqualTo(10);
        assertThat(window.otherBytes()).isEqualTo((FlowTable.FLOW_LIMIT - 64 + 1) * 1_514L);
    }

    @Test
    void nothingOfAFlowDependsOnTheOrderOfItsSamples() {
        FlowSample cubic = flow("cubic", 5L, 20_000L, 0.25);
        FlowSample bbr = flow("bbr", 9L, 10_000L, 0.75);

        assertThat(FlowTable.merge(cubic, bbr)).isEqualTo(FlowTable.merge(bbr, cubic));
        assertThat(FlowTable.merge(cubic, bbr))
                .isEqualTo(new FlowSample(
                        "wan0",
                        "f",
                        2,
                        2_000,
                        2,
                        0,
                        0,
                        0,
                        Sketch.empty(),
                        5L,
                        9L,
                        1_460L,
                        20_000L,
                        20_000L,
                        0.75,
                        "cubic"));
    }

    private static FlowSample flow(String congestionControl, long micros, long windowBytes, double limitedRatio) {
        return new FlowSample(
                "wan0",
                "f",
                1,
                1_000,
                1,
                0,
                0,
                0,
                Sketch.empty(),
                micros,
                micros,
                1_460L,
                windowBytes,
                windowBytes,
                limitedRatio,
                congestionControl);
    }
}
