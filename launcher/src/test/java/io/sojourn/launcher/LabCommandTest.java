// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabCommandTest {
    private static final Path SCENARIOS = TestData.root().resolve("launcher/src/test/resources/scenarios");
    private static final String SMALL = SCENARIOS.resolve("small").toString();

    @Test
    void runPrintsEachCaseTheSameEachTime() {
        Cli run = Cli.run("lab", "run", SMALL);

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains(
                        "case shaper: 2.5 s measured", "case policer: 2.5 s measured", "policed ", "of packets offered")
                .isEqualTo(Cli.run("lab", "run", SMALL + "/scenario.yaml").out());
        assertThat(run.out().lines().mapToInt(String::length).max().orElse(0)).isLessThanOrEqualTo(100);
        assertThat(Cli.run("lab", "run", SMALL, "--seed", "2").out().replace("seed 2", "seed 1"))
                .isNotEqualTo(run.out());
    }

    @Test
    void tableAndJsonHaveTheSameNumbers() throws IOException {
        JsonNode wan = json("lab", "run", SMALL, "--json", "--case", "policer")
                .path("cases")
                .get(0)
                .path("hops")
                .get(1);

        assertThat(Cli.run("lab", "run", SMALL, "--case", "policer").out())
                .containsPattern("wan +%d +%.3f +policed %d "
                        .formatted(
                                wan.path("offeredPackets").asLong(),
                                wan.path("lossPercent").asDouble(),
                                wan.path("droppedByCause").path("policed").asLong()));
    }

    @Test
    void everyPacketOfferedToAHopWasSentDroppedOrLostOrWaits() throws IOException {
        for (JsonNode hop : json("lab", "run", SMALL, "--json").findPath("hops")) {
            long dropped = 0;
            for (JsonNode cause : hop.path("droppedByCause")) {
                dropped += cause.asLong();
            }
            assertThat(hop.path("offeredPackets").isIntegralNumber()).isTrue();
            assertThat(hop.path("offeredPackets").asLong())
                    .isPositive()
                    .isEqualTo(hop.path("sentPackets").asLong()
                            + dropped
                            + hop.path("lostPackets").asLong()
                            + hop.path("waitingPackets").asLong());
            assertThat(hop.path("sojournSamples").asLong())
                    .isEqualTo(hop.path("sentPackets").asLong());
            assertThat(hop.path("groups").findValues("offeredPackets").stream()
                            .mapToLong(JsonNode::asLong)
                            .sum())
                    .isEqualTo(hop.path("offeredPackets").asLong());
        }
    }

    @Test
    void countsAreWholeNumbersAndTheRestHasSixDigits() throws IOException {
        JsonNode one = json("lab", "run", SMALL, "--json", "--case", "shaper")
                .path("cases")
                .get(0);
        JsonNode tcp = one.path("groups").get(0);

        assertThat(tcp.path("sentPackets").isIntegralNumber()).isTrue();
        assertThat(tcp.path("timeouts").isIntegralNumber()).isTrue();
        assertThat(tcp.path("ackSamples").asLong()).isPositive();
        assertThat(tcp.path("rttMeanMillis").asText()).matches("[0-9.]{1,7}");
        assertThat(one.path("hops").get(1).path("droppedPackets").isIntegralNumber())
                .isTrue();
        assertThat(one.findValue("lossBase")).isNull();
    }

    @Test
    void lossOfEachGroupIsToldWhereSomethingIsDropped(@TempDir Path root) throws IOException {
        Path both = copy(root, "echo: null", "tcp: { count: 5 }, echo: { start: 0s, ping: { interval: 1ms } }");
        Cli run = Cli.run("lab", "run", both.toString(), "--case", "policer");
        JsonNode wan = json("lab", "run", both.toString(), "--case", "policer", "--json")
                .path("cases")
                .get(0)
                .path("hops")
                .get(1);
        JsonNode echo = wan.path("groups").get(1);

        assertThat(echo.path("name").asText()).isEqualTo("echo");
        assertThat(run.out())
                .containsPattern("HOP +GROUP +OFFERED +DROPPED +DROPPED %")
                .containsPattern("wan +echo +%d +%d +%.3f"
                        .formatted(
                                echo.path("offeredPackets").asLong(),
                                echo.path("droppedPackets").asLong(),
                                echo.path("lossPercent").asDouble()));
    }

    @Test
    void deadPathGivesNothingAndNotNoData(@TempDir Path root) throws IOException {
        Path dead = copy(root, "delay: 0.1ms", "delay: 0.1ms, loss: 100%");
        JsonNode groups = json("lab", "run", dead.toString(), "--json", "--case", "shaper")
                .path("cases")
                .get(0)
                .path("groups");
        JsonNode tcp = groups.get(0);
        JsonNode echo = groups.get(1);

        assertThat(tcp.path("goodputMbit").asDouble(-1)).isZero();
        assertThat(tcp.path("timeouts").asLong()).isPositive();
        assertThat(tcp.path("silences").asDouble()).isOne();
        assertThat(tcp.path("longestSilenceMillis").asDouble()).isEqualTo(2_500);
        assertThat(echo.path("lostPercent").asDouble()).isEqualTo(100);
        assertThat(echo.path("lostPackets").asLong())
                .isEqualTo(echo.path("sentPackets").asLong());
        assertThat(echo.has("silences")).isFalse();
    }

    @Test
    void whatIsUnderWayAtTheEndIsNotLost(@TempDir Path root) throws IOException {
        Path far = copy(root, "delay: 0.1ms", "delay: 1s");
        JsonNode echo = json("lab", "run", far.toString(), "--json", "--case", "shaper")
                .path("cases")
                .get(0)
                .path("groups")
                .get(1);

        assertThat(echo.path("sentPackets").asLong()).isPositive();
        assertThat(echo.path("lostPercent").asDouble(-1)).isZero();
    }

    @Test
    void oneCaseIsRunAloneAsItIsWithTheOthers() throws IOException {
        JsonNode all = json("lab", "run", SMALL, "--json");
        JsonNode one = json("lab", "run", SMALL, "--json", "--case", "policer");

        assertThat(all.path("cases")).hasSize(2);
        assertThat(one.path("cases")).hasSize(1);
        assertThat(one.path("cases").get(0)).isEqualTo(all.path("cases").get(1));
        assertThat(one.path("cases").get(0).path("flows")).hasSize(4);
        assertThat(one.path("cases")
                        .get(0)
                        .path("hops")
                        .get(1)
                        .path("droppedByCause")
                        .path("policed")
                        .asLong())
                .isPositive();
    }

    @Test
    void whereThereIsNoSampleThereIsNoFigure(@TempDir Path root) throws IOException {
        Path late = copy(root, "start: 0s", "start: 2999ms");
        JsonNode echo = json("lab", "run", late.toString(), "--json", "--case", "shaper")
                .path("cases")
                .get(0)
                .path("groups")
                .get(1);

        assertThat(echo.path("sentPackets").asInt()).isEqualTo(1);
        assertThat(echo.path("rttP50Millis").isNull()).isTrue();
        assertThat(Cli.run("lab", "run", late.toString(), "--case", "shaper").out())
                .contains("no data");
    }

    @Test
    void samplesAreWhatTheBoxesOfTheCasesThatRunWouldTell(@TempDir Path root) throws IOException {
        Path file = root.resolve("samples.jsonl");
        Cli run = Cli.run("lab", "run", SMALL, "--samples", file.toString(), "--case", "policer");

        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .isEqualTo(Cli.run("lab", "run", SMALL, "--case", "policer").out());
        List<SampleBatch> batches = batches(file);
        assertThat(batches)
                .extracting(SampleBatch::node, SampleBatch::startMillis)
                .containsExactly(
                        tuple("small-policer", 1_704_067_200_000L),
                        tuple("small-policer", 1_704_067_201_000L),
                        tuple("small-policer", 1_704_067_202_000L));
        assertThat(batches).allSatisfy(batch -> assertThat(batch.queues())
                .singleElement()
                .satisfies(queue -> assertThat(queue.drops().policed()).isPositive()));
        assertThat(batches.get(0).queues().get(0).rttMicros().count()).isPositive();

        Cli other = Cli.run(
                "lab", "run", SMALL, "--samples", root.resolve("2").toString(), "--case", "policer", "--seed", "2");
        assertThat(other.exitCode()).isZero();
        assertThat(root.resolve("2")).content().isNotEqualTo(Files.readString(file));
    }

    private static List<SampleBatch> batches(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> Wire.read(line.getBytes(StandardCharsets.UTF_8), SampleBatch.class))
                .toList();
    }

    @Test
    void samplesThatCannotBeWrittenAreRefusedInOneLineBeforeTheRun(@TempDir Path root) throws IOException {
        Path lines = Files.createDirectories(root.resolve("lines"));
        Files.writeString(lines.resolve("scenario.yaml"), """
                scenario: lines
                title: A line alone
                duration: 1s
                hops: { far: { line: { delay: 1ms } } }
                flows: { echo: { ping: {}, forward: [far], back: [far] } }
                cases: { base: {} }
                """);
        Path lost = root.resolve("no/samples.jsonl");
        for (String[] refused : new String[][] {
            {SMALL, lost.toString(), " " + lost + " is in a folder that is not there; name another file"},
            {SMALL, "", " has no name of a file; name another file"},
            {SMALL, root.toString(), " " + root + " is a folder; name another file"},
            {lines.toString(), lost.toString(), ": lines has no box that could tell any; leave it out"},
            {
                SCENARIOS.resolve("cost").toString(),
                lost.toString(),
                ": cost has no box that could tell any; leave it out"
            }
        }) {
            Cli run = Cli.run("lab", "run", refused[0], "--samples", refused[1]);

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).isEqualTo("sojourn: --samples" + refused[2] + "\n");
        }
    }

    @Test
    void caseThatIsNotThereIsRefusedWithTheNearest() {
        Cli run = Cli.run("lab", "run", SMALL, "--case", "polizer");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("small has no case polizer; must be one of shaper, policer; did you mean policer?");
        assertThat(Cli.run("lab", "run", "no-such-scenario").exitCode()).isEqualTo(2);
        assertThat(Cli.run("lab", "run", SCENARIOS.toString()).err())
                .contains("scenario.yaml is not there; give a scenario's folder or file");
    }

    @Test
    void scenarioThatIsWrongIsRefusedWithAllThatIsWrong(@TempDir Path root) throws IOException {
        Path wrong = copy(root, "delay: 0.1ms", "delay: -1ms");

        for (String command : new String[] {"run", "compare"}) {
            Cli run = Cli.run("lab", command, wrong.toString());
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err())
                    .contains("small/scenario.yaml: hops.there.line.delay: -1ms")
                    .contains("small/scenario.yaml: hops.back.line.delay: -1ms");
        }
    }

    @Test
    void comparisonIsWithinAndSaysWhatIsNotReproduced() {
        Cli compare = Cli.run("lab", "compare", SMALL);

        assertThat(compare.err()).isEmpty();
        assertThat(compare.exitCode()).isZero();
        assertThat(compare.out())
                .containsPattern(
                        "\nshaper\n  tcp.goodputMbit +19.3 +19.28 \\(19.28 to 19.28\\) +\\[19.1, 19.5\\] +within")
                .contains("\npolicer/shaper\n")
                .contains("Not reproduced: a peak of 190 ms")
                .contains("All 4 figures are within.");
    }

    @Test
    void figureThatIsOutOrWithoutDataGivesExitCode1(@TempDir Path root) throws IOException {
        Path out = copy(root, "start: 0s", "start: 2999ms");
        Files.writeString(out.resolve("expected.yaml"), """
                figures:
                  - { case: shaper, metric: wan.lossPercent, band: [0, 0], source: s }
                  - { case: shaper, metric: wan.droppedPackets, band: [1, 2], source: s }
                  - { case: shaper, metric: echo.rttP50Millis, band: [0, 1000], source: s }
                """);
        Cli compare = Cli.run("lab", "compare", out.toString());

        assertThat(compare.exitCode()).isEqualTo(1);
        assertThat(compare.out())
                .containsPattern("wan.lossPercent +0.000 .* within")
                .containsPattern("wan.droppedPackets +0.000 .* OUT")
                .containsPattern("echo.rttP50Millis +no data .* OUT")
                .contains("2 of 3 figures are out.");
    }

    @Test
    void scenarioWithoutFiguresIsNotCompared(@TempDir Path root) throws IOException {
        Path bare = copy(root, "start: 0s", "start: 0s");
        Cli compare = Cli.run("lab", "compare", bare.toString());

        assertThat(compare.exitCode()).isEqualTo(2);
        assertThat(compare.out()).isEmpty();
        assertThat(compare.err())
                .isEqualTo("sojourn: small has no figures to compare; write them in " + bare.resolve("expected.yaml")
                        + ", or use lab run\n");
    }

    @Test
    void figureThatSomeSeedsHaveNotSaysHowMany(@TempDir Path root) throws IOException {
        Path some = copy(root, "start: 0s", "start: 2880ms, spread: 30ms");
        Files.writeString(
                some.resolve("expected.yaml"),
                "figures: [ { case: shaper, metric: echo.rttP50Millis, band: [0, 1000], source: s } ]");

        assertThat(Cli.run("lab", "compare", some.toString()).out())
                .containsPattern("echo.rttP50Millis +no data in 1 of 3 seeds .* OUT");
    }

    @Test
    void runSaysWhereTheOtherSeedsAre() {
        Cli run = Cli.run("lab", "run", SMALL, "--case", "policer");

        assertThat(run.out()).contains("Another seed may give other figures: lab compare has the medians of 3 seeds");
    }

    @Test
    void runNeedsNoFiguresThatCanBeRead(@TempDir Path root) throws IOException {
        Path broken = copy(root, "start: 0s", "start: 0s");
        Files.writeString(broken.resolve("expected.yaml"), "figures: 7");

        assertThat(Cli.run("lab", "run", broken.toString(), "--case", "policer").exitCode())
                .isZero();
        assertThat(Cli.run("lab", "compare", broken.toString()).exitCode()).isEqualTo(2);
    }

    @Test
    void whatHasNoChanceInItHasNoSeed() throws IOException {
        String cost = SCENARIOS.resolve("cost").toString();
        Cli seeded = Cli.run("lab", "run", cost, "--seed", "2");

        assertThat(seeded.exitCode()).isEqualTo(2);
        assertThat(seeded.err()).isEqualTo("sojourn: --seed: cost has no chance in it; leave it out\n");
        assertThat(Cli.run("lab", "run", cost).out()).doesNotContain("seed");
        assertThat(json("lab", "run", cost, "--json").path("seed").isNull()).isTrue();
    }

    @Test
    void comparisonAsJsonHasTheValuesOfEverySeed() throws IOException {
        JsonNode figures = json("lab", "compare", SMALL, "--json").get(0).path("figures");
        JsonNode figure = figures.get(2);

        assertThat(figure.path("metric").asText()).isEqualTo("wan.lossPercent");
        assertThat(figure.path("values")).hasSize(3);
        assertThat(figure.path("median").asDouble())
                .isEqualTo(figure.path("values").get(1).asDouble());
        assertThat(figure.path("within").asBoolean()).isTrue();
        assertThat(figures).allSatisfy(each -> assertThat(each.path("values"))
                .extracting(JsonNode::asDouble)
                .isSorted());
    }

    @Test
    void listIsOfTheProgramsOwnScenarios() throws IOException {
        Cli list = Cli.run("lab", "list");

        assertThat(list.exitCode()).isZero();
        assertThat(json("lab", "list", "--json").isArray()).isTrue();
    }

    @Test
    void forwardingCostIsMeasuredForEveryListOfRules() throws IOException {
        JsonNode cost = json("lab", "run", SCENARIOS.resolve("cost").toString(), "--json")
                .path("cases")
                .get(0);

        for (String metric : new String[] {"nanos", "linearNanos", "costRatio", "linearRatio"}) {
            assertThat(cost.path("rules-1." + metric).asDouble()).isPositive();
            assertThat(cost.path("rules-4." + metric).asDouble()).isPositive();
        }
        assertThat(Cli.run("lab", "run", SCENARIOS.resolve("cost").toString()).out())
                .contains("nanoseconds a packet, on this machine");
    }

    private static Path copy(Path root, String instead, String written) throws IOException {
        Path folder = Files.createDirectories(root.resolve("small"));
        String text = Files.readString(Path.of(SMALL, "scenario.yaml"));
        assertThat(text).contains(instead);
        Files.writeString(folder.resolve("scenario.yaml"), text.replace(instead, written));
        return folder;
    }

    private static JsonNode json(String... arguments) throws IOException {
        return Wire.json().readTree(Cli.run(arguments).out());
    }
}
