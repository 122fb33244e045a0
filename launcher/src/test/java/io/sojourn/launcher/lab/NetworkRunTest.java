// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.Simulation;
import io.sojourn.lab.measure.Recorder;
import io.sojourn.lab.plan.Plan;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NetworkRunTest {
    private static final Path SMALL =
            TestData.root().resolve("launcher/src/test/resources/scenarios/small/scenario.yaml");

    @Test
    void runTellsOfAllItsTimeAndIsWhatItIsInOnePiece() throws IOException {
        for (Case one : ScenarioReader.read(SMALL).cases()) {
            NetworkCase network = (NetworkCase) one;
            List<Long> passed = new ArrayList<>();
            NetworkRun run = NetworkRun.of(network, 3, told(passed));
            Plan plan = network.plan(3);
            Recorder recorder = new Recorder(plan);
            new Simulation(plan, recorder).runUntil(plan.durationNanos());

            assertThat(passed).hasSizeGreaterThan(100);
            assertThat(passed.stream().mapToLong(nanos -> nanos).sum()).isEqualTo(network.durationNanos());
            assertThat(run.outcome()).usingRecursiveComparison().isEqualTo(recorder.outcome());
        }
    }

    private static Headway told(List<Long> passed) {
        return new Headway() {
            @Override
            public void passed(long virtualNanos) {
                passed.add(virtualNanos);
            }

            @Override
            public void done(int runs) {}
        };
    }
}
