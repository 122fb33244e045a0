// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.launcher.lab.Comparison.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every scenario of the program's own shows what it says. */
class ExamplesTest {
    @TestFactory
    List<DynamicNode> figuresAreWithinTheirBands() throws IOException {
        List<DynamicNode> nodes = new ArrayList<>();
        for (Path file : Scenarios.all().values()) {
            nodes.add(DynamicContainer.dynamicContainer(file.toString(), figures(file)));
        }
        return nodes;
    }

    private static Stream<DynamicTest> figures(Path file) throws IOException {
        Scenario scenario = ScenarioReader.read(file);
        List<DynamicTest> tests = new ArrayList<>();
        tests.add(DynamicTest.dynamicTest(
                "nothing is warned of", () -> assertThat(scenario.warnings()).isEmpty()));
        tests.add(DynamicTest.dynamicTest("every figure is within", () -> {
            Comparison comparison = Comparison.of(scenario, Headway.UNSEEN);
            assertThat(comparison.rows()).allSatisfy(row -> check(scenario, row));
        }));
        return tests.stream();
    }

    /** What the clock of a machine says is only looked for. */
    private static void check(Scenario scenario, Row row) {
        assertThat(row.median()).as("%s", row).isPresent();
        if (scenario.cases().get(0) instanceof NetworkCase) {
            assertThat(row.isWithin()).as("%s", row).isTrue();
        }
    }
}
