// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.launcher.command.Commands;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the commands print and return where no broker is needed. */
class CommandLineTest {
    private static final List<String> COMMANDS = List.of(
            "up",
            "demo",
            "replay",
            "analyse",
            "node",
            "policy",
            "collect",
            "lab",
            "findings",
            "recommendations",
            "approve",
            "reject",
            "settings",
            "topics",
            "doctor");

    @TempDir
    private Path temp;

    @Test
    void helpListsEveryCommandAndEveryCommandHasHelp() {
        String help = Cli.run("--help").out();

        assertThat(help).contains(COMMANDS).contains("./sojourn test");
        for (String command : COMMANDS) {
            Cli one = Cli.run(command, "--help");
            assertThat(one.exitCode()).as(command).isZero();
            assertThat(one.out()).startsWith("Usage: sojourn " + command);
        }
    }

    /** A terminal breaks lines where it ends; a line that ends elsewhere ends a sentence. */
    @Test
    void noHelpBreaksALineWithinASentence() {
        assertThat(descriptions(Commands.commandLine()))
                .hasSizeGreaterThan(30)
                .allMatch(line -> line.isEmpty() || line.matches("(?s).*[.:](%n)?|Example: .*"));
    }

    private static List<String> descriptions(CommandLine command) {
        List<String> lines =
                new ArrayList<>(List.of(command.getCommandSpec().usageMessage().description()));
        command.getSubcommands().values().forEach(each -> lines.addAll(descriptions(each)));
        return lines;
    }

    @Test
    void unknownCommandIsOneLineWithTheNearestOne() {
        Cli cli = Cli.run("replya", "x");

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).contains("replya", "replay").doesNotContain("Exception");
    }

    @Test
    void captureBecomesTheAgreedJson() throws IOException {
        Path capture = TestData.examples().resolve("A-policer-bpf.cubic/client.pcap.zst");

        Cli cli = Cli.run("analyse", "--json", capture.toString());
        JsonNode report = Wire.json().readTree(cli.out());

        assertThat(cli.exitCode()).isZero();
        assertThat(report.path("packets").asLong()).isEqualTo(58_319);
        assertThat(report.path("durationSeconds").asDouble()).isBetween(20.0, 30.0);
        JsonNode flow = report.path("flows").path(0);
        assertThat(fields(flow))
                .contains("flow", "packets", "bytes", "retransmittedPackets", "lossRatio", "lossBase", "rttMillis");
        assertThat(fields(flow.path("rttMillis"))).containsExactly("min", "p50", "p95", "p99", "samples");
        JsonNode verdict = report.path("verdicts").path(0);
        assertThat(verdict.path("scope").asText()).isEqualTo("aggregate");
        assertThat(verdict.path("cause").asText()).isEqualTo("POLICED");
        assertThat(verdict.path("policer").path("rateBitsPerSecond").asLong()).isBetween(19_000_000L, 21_000_000L);
        assertThat(verdict.path("policer").path("bucketBytes").asLong()).isBetween(531_000L, 719_000L);
        assertThat(verdict.path("recommendation")
                        .path("predicted")
                        .path("lossRatio")
                        .path("high")
                        .asDouble())
                .isLessThan(0.02);
    }

    @Test
    void failOnMakesTheVerdictTheExitCode() {
        String capture = TestData.examples()
                .resolve("A-policer-bpf.cubic/client.pcap.zst")
                .toString();

        assertThat(Cli.run("analyse", "--fail-on", "POLICED", capture).exitCode())
                .isEqualTo(1);
        assertThat(Cli.run("analyse", "--fail-on", "BUFFERBLOAT", capture).exitCode())
                .isZero();
    }

    @Test
    void cutCaptureGivesOneLineAndTheVerdictOnTheRest() throws IOException {
        byte[] whole = Files.readAllBytes(TestData.examples().resolve("A-policer-bpf.cubic/client.pcap.zst"));
        Path cut = Files.write(temp.resolve("cut.pcap.zst"), Arrays.copyOf(whole, whole.length / 2));

        Cli cli = Cli.run("analyse", cut.toString());

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err().lines()).singleElement().asString().contains("cut.pcap.zst", "must be");
        assertThat(cli.out()).contains("POLICED");
    }

    @Test
    void oneBadFileOfSeveralDoesNotCostTheVerdictOnTheOthers() throws IOException {
        Path text = Files.writeString(temp.resolve("notes.pcap"), "this is not a capture\n");
        String good = TestData.examples().resolve("F-unshaped.reno").toString();

        Cli cli = Cli.run("analyse", "--json", text.toString(), good);

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).contains("notes.pcap");
        assertThat(Wire.json()
                        .readTree(cli.out())
                        .path(0)
                        .path("verdicts")
                        .path(0)
                        .path("cause")
                        .asText())
                .isEqualTo("HEALTHY");
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyse", "replay"})
    void whatIsNoCaptureIsOneLineAndExit2(String command) throws IOException {
        Path text = Files.writeString(temp.resolve("notes.pcap"), "this is not a capture\n");
        Path empty = Files.write(temp.resolve("empty.pcap"), new byte[0]);
        Path folder = Files.createDirectories(temp.resolve("folder"));

        for (Path bad : List.of(text, empty, folder, temp.resolve("missing.pcap"))) {
            // A port that nobody listens on; the input is looked at first.
            Cli cli = command.equals("replay")
                    ? Cli.run(
                            command, bad.toString(), "--data", temp.resolve("d").toString())
                    : Cli.run(command, bad.toString());
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(2);
            assertThat(cli.err().lines())
                    .singleElement()
                    .asString()
                    .contains(bad.getFileName().toString());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--discipline RED --rate 1Mbit | --discipline RED; must be POLICER, SHAPER, FIFO, CODEL or FQ_CODEL, others",
                "--discipline UNKNOWN | must be POLICER, SHAPER, FIFO, CODEL or FQ_CODEL",
                "--discipline SHAPER --limit 10p --rate 1Mbit | needs --rate and --burst",
                "--discipline CODEL --target soon | --target"
            })
    void settingThatNoNodeTakesIsRefusedBeforeAnythingIsAsked(String options, String said) {
        Cli cli = Cli.run(("settings set edge-1 wan0 " + options).split(" ", -1));

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).contains(said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"findings", "recommendations", "settings", "topics --create", "approve x", "collect ss"})
    void whatNeedsARunningSojournSaysHowToStartOne(String command) {
        String[] words = (command + " --data " + temp.resolve("none")
                        + " --bootstrap 127.0.0.1:1 --console http://127.0.0.1:1")
                .split(" ", -1);

        Cli cli = Cli.run(words);

        assertThat(cli.exitCode()).isEqualTo(3);
        assertThat(cli.err().lines()).singleElement().asString().contains("127.0.0.1:1", "./sojourn up");
    }

    @Test
    void doctorNamesWhatIsWrongAndTheMend() {
        Cli cli = Cli.run(
                "doctor",
                "--data",
                temp.resolve("none").toString(),
                "--bootstrap",
                "127.0.0.1:1",
                "--console",
                "http://127.0.0.1:1");

        assertThat(cli.exitCode()).isEqualTo(3);
        assertThat(cli.out()).contains("Java", "broker", "start one with ./sojourn up");
    }

    @ParameterizedTest
    @EnumSource(Topic.class)
    void topicsListsEveryTopic(Topic topic) {
        assertThat(Cli.run("topics").out()).contains(topic.name(Topic.DEFAULT_PREFIX));
    }

    private static List<String> fields(JsonNode node) {
        java.util.List<String> names = new java.util.ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
