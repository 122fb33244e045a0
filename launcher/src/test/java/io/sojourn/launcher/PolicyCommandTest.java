// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.link.Registry;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyCommandTest {
    private static final String EDGE =
            TestData.root().resolve("examples/node/isp-edge.yaml").toString();

    @TempDir
    private Path temp;

    @Test
    void fineFilesAreOneLineEachAndExit0() {
        String policed =
                TestData.root().resolve("examples/node/policed-20mbit.yaml").toString();

        Cli cli = Cli.run("policy", "check", EDGE, policed);

        assertThat(cli.exitCode()).as(cli.err()).isZero();
        assertThat(cli.out().lines())
                .containsExactly(
                        EDGE + ": node isp-edge-1, fine: 6 queues, 0 warnings",
                        policed + ": node edge-1, fine: 1 queue, 0 warnings");
    }

    @Test
    void everyProblemOfAWrongFileIsALineAndTheOtherFileIsStillChecked() throws IOException {
        Path wrong = Files.writeString(temp.resolve("wrong.yaml"), """
                node: n
                links: [ { name: wan, rate: 0bit, queue: { discipline: fifo, limt: 5p } } ]
                default: wam
                """);

        Cli cli = Cli.run("policy", "check", wrong.toString(), EDGE);

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err().lines())
                .hasSize(3)
                .allMatch(line -> line.startsWith(wrong.toString()))
                .anyMatch(line -> line.contains("links[0].rate: 0bit; must be from 8bit"))
                .anyMatch(line -> line.contains("did you mean limit?"))
                .anyMatch(line -> line.contains("default: wam") && line.contains("did you mean wan?"));
        assertThat(cli.out()).contains("isp-edge-1, fine");
    }

    @Test
    void warningIsShownAndTheFileIsStillFine() throws IOException {
        Path shadowed = Files.writeString(temp.resolve("shadowed.yaml"), """
                node: n
                queues:
                  - { name: a, policer: { rate: 1Mbit, burst: 2000B } }
                  - { name: b, policer: { rate: 1Mbit, burst: 2000B } }
                """);

        Cli cli = Cli.run("policy", "check", shadowed.toString());

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.out()).contains("warning: queues[1]: any; should be more than queues[0] takes", "1 warning");
        assertThat(Cli.run("policy", "show", shadowed.toString()).out()).contains("never: queues[0] comes first");
    }

    @Test
    void treeIsDrawnWithEverySettingAndWhatIsComputedInParentheses() {
        Cli cli = Cli.run("policy", "show", EDGE);

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.out())
                .contains("node isp-edge-1, rates count docsis")
                .contains("link down  mtu 1518B")
                .contains("├─ class voice  rate 20Mbit, ceil 40Mbit, (burst ")
                .contains("queue fq-codel  ")
                .contains("(target 5ms)", "target 10ms, interval 150ms")
                .contains("direction in")
                .contains("subscribers: 2", "default: others");
    }

    @Test
    void jsonHoldsTheSameTree() throws IOException {
        JsonNode tree =
                Wire.json().readTree(Cli.run("policy", "show", "--json", EDGE).out());

        assertThat(tree.path("node").asText()).isEqualTo("isp-edge-1");
        assertThat(tree.path("links").path(0).path("kind").asText()).isEqualTo("link");
        assertThat(tree.path("rules").size()).isEqualTo(5);
        assertThat(tree.findValues("isComputed")).isNotEmpty();
    }

    @Test
    void everyDisciplineAndEveryParameterIsListedWithItsSource() {
        String out = Cli.run("policy", "disciplines").out();

        for (DisciplineType type : Registry.types()) {
            assertThat(out).contains(type.name() + " (", type.source(), type.summary());
            type.parameters().forEach(parameter -> assertThat(out).contains(parameter.name(), parameter.meaning()));
        }
    }

    @Test
    void defaultsAreThoseOfTheRateThatIsGiven() {
        assertThat(Cli.run("policy", "disciplines", "codel", "--rate", "1Mbit").out())
                .contains("18.168ms");
        assertThat(Cli.run("policy", "disciplines", "codel", "--rate", "100Mbit")
                        .out())
                .contains("5ms");
    }

    @Test
    void whatCannotBeReadIsOneLineAndExit2() {
        for (List<String> words : List.of(
                List.of("policy", "show", temp.resolve("none.yaml").toString()),
                List.of("policy", "check", temp.toString()),
                List.of("policy", "disciplines", "fq_codel"))) {
            Cli cli = Cli.run(words.toArray(String[]::new));
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.err().lines()).hasSize(1);
        }
        assertThat(Cli.run("policy").exitCode()).isEqualTo(2);
    }
}
