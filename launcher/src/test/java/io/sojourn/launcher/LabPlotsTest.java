// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabPlotsTest {
    private static final Path SCENARIOS = TestData.root().resolve("launcher/src/test/resources/scenarios");
    private static final String SMALL = SCENARIOS.resolve("small").toString();

    @TempDir
    private Path root;

    @Test
    void runDrawsEveryCaseAndMeasuresTheSame() throws IOException {
        Path folder = root.resolve("plots");
        Cli run = Cli.run("lab", "run", SMALL, "--plots", folder.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo(Cli.run("lab", "run", SMALL).out());
        assertThat(run.err()).isEqualTo("sojourn: charts are in " + folder.resolve("index.html") + "\n");
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("A policer against a shaper at 20 Mbit/s, briefly");
        for (String chart : new String[] {"rate", "packets", "rtt", "ack", "queue"}) {
            assertThat(folder.resolve("policer-" + chart + ".svg")).isNotEmptyFile();
            assertThat(folder.resolve("shaper-" + chart + ".svg")).isNotEmptyFile();
        }
        assertThat(folder.resolve("compare-goodput.svg")).isNotEmptyFile();
    }

    @Test
    void onlyTheCaseThatIsRunIsDrawn() {
        assertThat(Cli.run("lab", "run", SMALL, "--case", "policer", "--plots", root.toString())
                        .exitCode())
                .isZero();
        assertThat(root.resolve("policer-rate.svg")).exists();
        assertThat(root.resolve("shaper-rate.svg")).doesNotExist();
    }

    @Test
    void whatCannotBeDrawnOrWrittenIsRefusedInOneLineBeforeTheRun() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "");
        Cli inTheWay = Cli.run("lab", "run", SMALL, "--plots", file.toString());
        assertThat(inTheWay.exitCode()).isEqualTo(2);
        assertThat(inTheWay.out()).isEmpty();
        assertThat(inTheWay.err()).isEqualTo("sojourn: --plots " + file + " is no folder; name a folder\n");

        Cli cost = Cli.run("lab", "run", SCENARIOS.resolve("cost").toString(), "--plots", root.toString());
        assertThat(cost.exitCode()).isEqualTo(2);
        assertThat(cost.err()).isEqualTo("sojourn: --plots: cost runs no network that could be drawn; leave it out\n");
    }
}
