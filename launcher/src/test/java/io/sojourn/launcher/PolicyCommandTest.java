// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.link.Registry;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.TestData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
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
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out().lines().filter(line -> line.startsWith(wrong.toString())))
                .hasSize(4)
                .anyMatch(line -> line.contains("links[0].rate: 0bit; must be from 8bit"))
                .anyMatch(line -> line.contains("did you mean limit?"))
                .anyMatch(line -> line.contains("default: wam") && line.contains("did you mean wan?"))
                .endsWith(wrong + ": 3 problems");
        assertThat(cli.out()).contains("isp-edge-1, fine");
    }

    @Test
    void reportIsThereAsJson() throws IOException {
        Path wrong = Files.writeString(temp.resolve("wrong.yaml"), "node: n\nqueues: [ { name: a } ]\n");

        JsonNode reports = Wire.json()
                .readTree(Cli.run("policy", "check", "--json", wrong.toString(), EDGE, temp.toString())
                        .out());

        assertThat(reports.findValuesAsText("fine")).containsExactly("false", "true", "false");
        assertThat(reports.path(0).path("problems").path(0).path("path").asText())
                .isEqualTo("queues[0]");
        assertThat(reports.path(1).path("queues").asInt()).isEqualTo(6);
        assertThat(reports.path(2).path("unreadable").asText()).contains("is a folder");
    }

    @Test
    void fileMayComeFromStandardInput() {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("node: n\nqueues: [ { name: a } ]\n".getBytes(UTF_8)));
            assertThat(Cli.run("policy", "check", "-").out()).startsWith("standard input: queues[0]");
            System.setIn(new ByteArrayInputStream(new byte[] {'n', (byte) 0xff}));
            assertThat(Cli.run("policy", "check", "-").out()).contains("standard input is no UTF-8");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void fileThatIsNoTextIsRefusedAndTheNextIsStillRead() throws IOException {
        Path binary = Files.write(temp.resolve("binary.yaml"), new byte[] {0x7f, 'E', 'L', 'F', (byte) 0xd0});

        Cli cli = Cli.run("policy", "check", binary.toString(), EDGE);

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.out()).contains("must be UTF-8", "isp-edge-1, fine");
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
                .contains("bounds  rate [100Mbit, 200Mbit], (burst [")
                .contains("speedtest  198.51.100.0/28 2001:db8:51::/64")
                .contains(
                        "subscribers: 2",
                        "anna        gold   203.0.113.10 2001:db8:a::/48  gold-anna",
                        "default: others");
        assertThat(cli.out().lines()).allMatch(line -> line.length() <= 100);
    }

    @Test
    void jsonHoldsTheSameTree() throws IOException {
        JsonNode tree =
                Wire.json().readTree(Cli.run("policy", "show", "--json", EDGE).out());

        assertThat(tree.path("node").asText()).isEqualTo("isp-edge-1");
        assertThat(tree.path("links").path(0).path("kind").asText()).isEqualTo("link");
        assertThat(tree.path("rules").size()).isEqualTo(5);
        assertThat(tree.path("subscribers").path(0).path("plan").asText()).isEqualTo("gold");
        JsonNode rate =
                tree.path("links").path(0).path("below").path(0).path("values").path(0);
        assertThat(rate.path("text").asText()).isEqualTo("950Mbit");
        assertThat(rate.path("value").asLong()).isEqualTo(950_000_000);
        assertThat(rate.path("unit").asText()).isEqualTo("bitsPerSecond");
        assertThat(rate.path("isComputed").asBoolean()).isFalse();
    }

    @Test
    void everyDisciplineAndEveryParameterIsListedWithItsSource() {
        String out = Cli.run("policy", "disciplines").out();

        assertThat(out.lines()).allMatch(line -> line.length() <= 100 || line.startsWith("  https://"));
        for (DisciplineType type : Registry.types()) {
            assertThat(out).contains(type.name() + " (", type.source());
            assertThat(out).contains(type.summary().split(" ", -1));
            type.parameters().forEach(parameter -> assertThat(out)
                    .contains(parameter.name())
                    .contains(parameter.meaning().split(" ", -1)));
        }
        assertThat(out).containsPattern("quantum +from 1000B to 16MiB +200kB ");
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
    void disciplineThatIsNotThereIsAnsweredWithTheNearest() {
        Cli cli = Cli.run("policy", "disciplines", "fq_codel");

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).contains("did you mean fq-codel?");
    }

    @Test
    void rateOfDisciplinesIsRefusedInTheUnitsItWasGivenIn() {
        Cli cli = Cli.run("policy", "disciplines", "--rate", "1001Gbit");

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).contains("--rate: 1001Gbit; must be from 1bit to 1000Gbit");
    }

    @Test
    void whatCannotBeReadIsOneLineAndExit2() {
        assertThat(Cli.run("policy", "check", temp.toString(), "none.yaml")
                        .out()
                        .lines())
                .containsExactly(
                        temp + " is a folder; give a policy file, as YAML",
                        "none.yaml is not there; give a policy file, as YAML");
        for (List<String> words : List.of(
                List.of("policy", "show", temp.resolve("none.yaml").toString()),
                List.of("policy", "disciplines", "fq_codel"))) {
            Cli cli = Cli.run(words.toArray(String[]::new));
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.err().lines()).hasSize(1);
        }
        assertThat(Cli.run("policy").exitCode()).isEqualTo(2);
    }
}
